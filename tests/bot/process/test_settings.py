"""Settings: one clear sentence for what cannot be used, and an example file that is never stale."""

import os
import re
from pathlib import Path

import pytest
from pydantic import ValidationError
from sqlalchemy import make_url

from bot.ops import backups
from bot.settings import (
    Settings,
    SettingsError,
    async_database_url,
    load_settings,
    relative_database,
)
from bot.settings_reference import env_example, unknown_settings
from tests.worlds.project import ROOT


@pytest.fixture(autouse=True)
def _empty_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith(("GIN_", "DISCORD_")):
            monkeypatch.delenv(name)


def from_text(folder: Path, text: str) -> Settings:
    file = folder / "settings.env"
    file.write_text(text, encoding="utf-8")
    return load_settings(file)


def test_example_file_is_what_the_settings_say() -> None:
    assert (ROOT / ".env.example").read_text(encoding="utf-8") == env_example()


def test_example_file_changes_nothing(tmp_path: Path) -> None:
    # With every line active but those without a value of their own.
    active = re.sub(r"^#([A-Z_]+=)", r"\1", env_example(), flags=re.MULTILINE)
    assert from_text(tmp_path, active) == load_settings(None)
    assert from_text(tmp_path, env_example()) == load_settings(None)


def test_nothing_set_is_the_playground_on_a_file() -> None:
    settings = load_settings(None)
    assert settings.token() is None
    assert settings.database_url.get_secret_value() == "sqlite:///data/gin.db"


def test_environment_goes_before_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIN_OPS_PORT", "9100")
    settings = from_text(tmp_path, "GIN_OPS_PORT=1\nGIN_HTTP_CONNECTIONS=32\n")
    assert (settings.ops_port, settings.http_connections) == (9100, 32)


def test_settings_never_change() -> None:
    with pytest.raises(ValidationError):
        load_settings(None).ops_port = 1  # type: ignore[misc]


@pytest.mark.parametrize(
    ("given", "used"),
    [
        ("sqlite:///data/gin.db", "sqlite:///data/gin.db"),
        ("sqlite:////data/gin.db", "sqlite:////data/gin.db"),
        ("postgresql://u:p@h/n", "postgresql+asyncpg://u:p@h/n"),
        ("postgresql+asyncpg://u:p@h/n", "postgresql+asyncpg://u:p@h/n"),
    ],
)
def test_database_addresses(given: str, used: str) -> None:
    assert async_database_url(given) == used


@pytest.mark.parametrize(
    ("text", "variable"),
    [
        ("GIN_DATABASE_URL=mysql://gin:hunter2@host/gin", "GIN_DATABASE_URL"),
        ("GIN_DATABASE_URL=hunter2", "GIN_DATABASE_URL"),
        ("GIN_DATABASE_URL=sqlite://", "GIN_DATABASE_URL"),
        ("GIN_DATABASE_URL=postgresql+psycopg2://gin:hunter2@host/gin", "GIN_DATABASE_URL"),
        ("GIN_OPS_PORT=99999", "GIN_OPS_PORT"),
        ("GIN_OPS_HOST=hunter2", "GIN_OPS_HOST"),
        ("GIN_WEB_PROXIES=hunter2", "GIN_WEB_PROXIES"),
        ("DISCORD_TOKEN hunter2", "line 1"),
        ("GIN_OPS_PORT=1\nDISCORD_TOKEN", "line 2"),
        ("# a note\n\nDISCORD_TOKEN='hunter2", "line 3"),
        ('DISCORD_TOKEN="hunter2\nGIN_OPS_PORT=1', "line 1"),
        ("GIN_LOG_LEVEL=LOUD", "GIN_LOG_LEVEL"),
        ("GIN_SHARD_IDS=0-\nGIN_SHARD_COUNT=2", "GIN_SHARD_IDS"),
        ("GIN_SHARD_IDS=0", "GIN_SHARD_COUNT"),
        ("GIN_SHARD_IDS=2\nGIN_SHARD_COUNT=2", "GIN_SHARD_IDS"),
        ("GIN_WEB_PORT=8500\nGIN_ACTIVITIES=true", "GIN_CLIENT_SECRET"),
        ("GIN_WEB_PORT=8500\nGIN_CLIENT_SECRET=hunter2", "GIN_WEB_URL"),
        ("GIN_WEB_URL=gin.example.org", "GIN_WEB_URL"),
        ("GIN_WEB_URL=http://gin.example.org", "GIN_WEB_URL"),
        ("GIN_WEB_URL=https://gin.example.org/table", "GIN_WEB_URL"),
        ("GIN_WEB_HOST=everywhere", "GIN_WEB_HOST"),
        ("GIN_ACTIVITIES=true\nGIN_CLIENT_SECRET=hunter2", "GIN_WEB_PORT"),
        ("GIN_SHARING=true\nGIN_CLIENT_SECRET=hunter2", "GIN_WEB_URL"),
        ("DISCORD_TOKEN=hunter2\nDISCORD_TOKEN_FILE=/run/secrets/token", "DISCORD_TOKEN_FILE"),
    ],
)
def test_refusal_is_one_sentence_without_secrets(tmp_path: Path, text: str, variable: str) -> None:
    with pytest.raises(SettingsError) as refused:
        from_text(tmp_path, text)
    sentence = str(refused.value)
    assert variable in sentence
    assert "hunter2" not in sentence
    assert "\n" not in sentence
    assert sentence.endswith(".")
    assert refused.value.__cause__ is None


def test_all_that_is_needed_is_said_together(tmp_path: Path) -> None:
    for text, wanted in {
        "GIN_WEB_PORT=8500\nGIN_WEBHOOK_PORT=8501\nGIN_SHARING=true\nGIN_SHARD_IDS=1": (
            *("GIN_PUBLIC_KEY", "GIN_CLIENT_SECRET", "GIN_WEB_URL or GIN_ACTIVITIES=true"),
            *("GIN_SHARING needs", "GIN_SHARD_COUNT"),
        ),
        "GIN_OPS_PORT=many\nGIN_WEB_HOST=everywhere": ("GIN_OPS_PORT: ", "GIN_WEB_HOST: "),
    }.items():
        with pytest.raises(SettingsError) as refused:
            from_text(tmp_path, text)
        for part in wanted:
            assert part in str(refused.value)
        assert str(refused.value).count(".") == 1


def test_a_line_of_others_needs_no_value(tmp_path: Path) -> None:
    settings = from_text(tmp_path, "COMPOSE_PROFILES\nexport GIN_OPS_PORT=9100\n# DISCORD_TOKEN\n")
    assert settings.ops_port == 9100


def test_a_path_that_is_relative_by_mistake_is_said_in_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for url, place, is_said in (
        ("sqlite:///srv/x.db", tmp_path / "srv" / "x.db", True),
        ("sqlite:////srv/x.db", Path("/srv/x.db"), False),
        ("sqlite:///data/gin.db", tmp_path / "data" / "gin.db", False),
        ("postgresql://gin:hunter2@h/n", "n at h:5432", False),
    ):
        settings = from_text(tmp_path, f"GIN_DATABASE_URL={url}")
        assert backups.database_place(settings) == str(place)
        said = [*relative_database(settings)]
        assert bool(said) is is_said
        assert all(
            f"is {place};" in one and f"sqlite:///{Path('/srv/x.db')}" in one for one in said
        )


def test_secrets_do_not_show_when_printed(tmp_path: Path) -> None:
    settings = from_text(
        tmp_path, "DISCORD_TOKEN=hunter2\nGIN_DATABASE_URL=postgresql://gin:hunter2@host/gin\n"
    )
    assert settings.token() == "hunter2"
    assert "hunter2" not in f"{settings!r} {settings}"


@pytest.mark.parametrize("variable", ["DISCORD_TOKEN", "GIN_DATABASE_URL", "GIN_CLIENT_SECRET"])
def test_every_secret_may_lie_in_a_file(tmp_path: Path, variable: str) -> None:
    secret, text = tmp_path / "secret", "postgresql://gin:hunter2@host/gin"
    for content, reason in ((None, "cannot be read"), ("\n", "is empty")):
        if content is not None:
            secret.write_text(content)
        with pytest.raises(SettingsError, match=f"^{variable}_FILE: .*secret {reason}"):
            from_text(tmp_path, f"{variable}_FILE={secret}")
    secret.write_text(f"{text}\n")
    settings = from_text(tmp_path, f"{variable}_FILE={secret}")
    assert text.replace("sql:", "sql+asyncpg:") in {
        str(settings.token()).replace("sql:", "sql+asyncpg:"),
        settings.database_url.get_secret_value(),
        settings.client_secret.get_secret_value().replace("sql:", "sql+asyncpg:"),
    }
    assert "hunter2" not in f"{settings!r} {settings}"
    with pytest.raises(SettingsError, match="not both"):
        from_text(tmp_path, f"{variable}_FILE={secret}\n{variable}={text}")


def test_a_password_in_a_file_needs_no_escapes(tmp_path: Path) -> None:
    secret = tmp_path / "password"
    secret.write_text("p@ss:w/rd?#%\n")
    line = f"GIN_DATABASE_PASSWORD_FILE={secret}\n"
    settings = from_text(tmp_path, f"GIN_DATABASE_URL=postgresql://gin@db:5433/gin\n{line}")
    url = make_url(settings.database_url.get_secret_value())
    assert (url.username, url.password, url.host, url.port) == ("gin", "p@ss:w/rd?#%", "db", 5433)
    with pytest.raises(SettingsError, match="needs a PostgreSQL address"):
        from_text(tmp_path, line)


def test_an_at_sign_in_a_password_is_not_taken_for_the_host(tmp_path: Path) -> None:
    for url in ("postgresql://gin:pa@ss@host/gin", "postgres://gin:pa@s/s@host/gin"):
        with pytest.raises(SettingsError, match="%40") as refused:
            from_text(tmp_path, f"GIN_DATABASE_URL={url}")
        assert "ss" not in str(refused.value).replace("password", "").replace("address", "")
        assert "pa@" not in str(refused.value)


def test_ipv6_addresses_with_and_without_brackets(tmp_path: Path) -> None:
    settings = from_text(
        tmp_path, "GIN_OPS_HOST=[::1]\nGIN_WEB_HOST=fd00::4\nGIN_WEB_URL=http://[::1]:8500\n"
    )
    assert (settings.ops_host, settings.web_host) == ("::1", "fd00::4")
    assert settings.web_url == "http://[::1]:8500"


@pytest.mark.parametrize("level", ["debug", "Debug", "DEBUG"])
def test_levels_of_the_log_in_any_case(tmp_path: Path, level: str) -> None:
    assert from_text(tmp_path, f"GIN_LOG_LEVEL={level}").log_level == "DEBUG"


def test_a_folder_in_place_of_the_file_is_named(tmp_path: Path) -> None:
    (tmp_path / ".env").mkdir()
    with pytest.raises(SettingsError, match=r"\.env is a folder"):
        load_settings(tmp_path / ".env")


def test_unknown_settings_are_named_with_the_one_that_is_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIN_BACKUP_DIRECTORY", "hunter2")
    monkeypatch.setenv("GIN_PYTHON", "python3.13")
    file = tmp_path / "settings.env"
    file.write_text(
        "GIN_WEB_PROT=8500\ngin_ops_port=9100\nGIN_NONSENSE_AT_ALL=hunter2\nDISCORD_TOKENS=hunter2\n"
        "GIN_WEB_DOMAIN=gin.example.org\nPOSTGRES_PASSWORD=hunter2\n"
    )
    found = [*unknown_settings(file)]
    end = "is no setting of Gin and has no effect;"
    begin = f"in {file} {end}"
    assert found == [
        f"GIN_BACKUP_DIRECTORY in the environment {end} is GIN_BACKUP_DIR meant?",
        f"DISCORD_TOKENS {begin} is DISCORD_TOKEN meant?",
        f"GIN_NONSENSE_AT_ALL {begin} .env.example lists all settings.",
        f"GIN_WEB_PROT {begin} is GIN_WEB_PORT meant?",
    ]
    assert [*unknown_settings(tmp_path / "none.env")] == found[:1]


def test_shards_are_numbers_and_ranges(tmp_path: Path) -> None:
    settings = from_text(tmp_path, "GIN_SHARD_COUNT=10\nGIN_SHARD_IDS=7, 0-2 ,2\n")
    assert settings.shard_ids == (0, 1, 2, 7)
