"""Addresses of databases that cannot be used: one sentence and code 2 or 3, never a traceback."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from bot.__main__ import main
from tests.worlds.commands import INTERNALS, ended, logs_as_before, sentence_of

KINDS = ("postgresql", "postgres", "postgresql+asyncpg")
PEOPLE = ("", "@", ":@", "gin@", "gin:hunter2@", "gin:%ff%00hunter2@", "%00:hunter2@", "a@b:c@")
HOSTS = ("127.0.0.1", "[::1]", "[::1", "[zz", "a..b", "...", "x" * 300, "%00", "%2Fnowhere", " ")
PORTS = ("", ":1", ":0", ":-1", ":99999", ":port", ":", ":1:1", ":１", ":1,127.0.0.1:1")
NAMES = ("", "/", "/gin", "/%00", "/" + "x" * 5000, "/gin#x", "/a/b", "/ g", "/é")
NAMES_OF_OPTIONS = (
    *("ssl", "host", "port", "user", "password", "database", "passfile", "target_session_attrs"),
    *("gsslib", "krbsrvname", "loop", "timeout", "command_timeout", "server_settings", "dsn"),
    *("record_class", "statement_cache_size", "prepared_statement_cache_size", "sslmode", "%00"),
    *("async_fallback", "options", "é", "", "a b", "connection_class", "direct_tls"),
)
VALUES = ("", "x", "1", "-1", "99999999", "a:1", "127.0.0.1:1", "/nowhere", "%00", "primary", "é")
FILES = (
    *("/", "//", "///", "/:memory:", "//proc/nothing/gin.db", "//dev/null", "//tmp", "/.", "/.."),
    *("/" + "x" * 300, "//" + "x/" * 3000, "//etc/passwd/gin.db", "/loop", "host/gin.db"),
)
OTHERS = (
    *("x", "sqlite", "sqlite:", "postgresql", "postgresql:", "postgresql:/", "://", "http://h/"),
    *("mysql://gin:hunter2@h/n", "oracle://gin:hunter2@h/n", "postgresql+psycopg2://h/n"),
    *("sqlite+pysqlite:///x.db", "cockroachdb://h/n", "file:///x", "Sqlite:///x.db"),
)
options = st.lists(
    st.tuples(st.sampled_from(NAMES_OF_OPTIONS), st.sampled_from(VALUES) | st.text(max_size=5)),
    max_size=2,
).map(lambda found: "&".join(f"{name}={quote(value)}" for name, value in found))
servers = st.builds(
    "{}://{}{}{}{}?{}".format,
    st.sampled_from(KINDS),
    st.sampled_from(PEOPLE),
    st.sampled_from(HOSTS),
    st.sampled_from(PORTS),
    st.sampled_from(NAMES),
    options,
)
files = st.sampled_from(FILES).map("sqlite://{}".format)


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIN_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("GIN_BACKUP_DIR", str(tmp_path))
    monkeypatch.setenv("GIN_LOG_LEVEL", "ERROR")
    monkeypatch.setenv("PGPORT", "1")  # nobody answers there


@pytest.fixture(autouse=True)
def own_logs() -> Iterator[None]:
    """The program sets its logs up for all of the examples."""
    with logs_as_before():
        yield


@pytest.mark.slow
@example("postgresql://gin:hunter2@127.0.0.1:99999/gin")
@example("postgresql://gin:hunter2@a..b/gin")
@example("postgresql://gin:hunter2@/gin?host=%00")
@example("postgresql://gin:hunter2@127.0.0.1:1/gin?target_session_attrs=x")
@example(f"sqlite:///{'x' * 300}")
@example("sqlite:///loop")
@settings(
    max_examples=100,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(servers | files | st.sampled_from(OTHERS))
def test_no_address_ends_in_a_traceback(capsys: pytest.CaptureFixture[str], url: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GIN_DATABASE_URL", url)
        assert main(["new-epoch"]) in (2, 3)
    [said] = capsys.readouterr().err.splitlines()
    assert said.endswith(".")
    assert not INTERNALS.search(said), said
    assert "<" not in said
    assert "hunter2" not in said


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "url", "code"),
    [
        ("run", "postgresql://gin:hunter2@127.0.0.1:99999/gin", 2),
        ("run", "postgresql://gin:hunter2@/gin?host=127.0.0.1:1&host=127.0.0.1:2", 3),
        ("run", f"sqlite:///{'x' * 300}", 2),
        ("backup", f"sqlite:///{'x' * 300}", 2),
        ("new-epoch", "postgresql://gin:hunter2@a..b/gin", 2),
        ("new-epoch", "cockroachdb://gin:hunter2@127.0.0.1:26257/gin", 2),
    ],
)
def test_every_command_says_one_sentence(tmp_path: Path, command: str, url: str, code: int) -> None:
    said = sentence_of(ended(tmp_path, command, DISCORD_TOKEN="x" * 30, GIN_DATABASE_URL=url), code)
    assert "hunter2" not in said
