"""`python -m bot` that cannot run: a code that a supervisor can act on, and one true sentence."""

import contextlib
import os
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.ops.exits import STORE_ENDINGS, Exit, ending_of
from engine.store import StoreError
from tests.bot.process.forked import forking
from tests.bot.process.running import ROOT, environment
from tests.postgres import Server
from tests.seeds import SEED
from tests.service.world import open_world, sqlite_url
from tests.worlds.commands import INTERNALS, ended, sentence_of

TOKEN = {"DISCORD_TOKEN": "x" * 30}


# -- folders --------------------------------------------------------------------------------

COMMANDS = (
    ["run"],
    ["backup"],
    ["restore", "some.db"],
    ["new-epoch"],
    ["export-games", "games.gz"],
)
VARIABLES = ("GIN_DATA_DIR", "GIN_BACKUP_DIR", "GIN_DATABASE_URL")


@contextlib.contextmanager
def read_only(folder: Path) -> Iterator[tuple[str, ...]]:
    """A folder that nobody writes to; yields what a command has to begin with."""
    folder.mkdir()
    folder.chmod(0o555)
    try:
        if os.geteuid() == 0:  # root may write everywhere unless that right is taken away
            yield ("setpriv", "--bounding-set", "-dac_override", "--inh-caps", "-dac_override")
        else:
            yield ()
    finally:
        folder.chmod(0o755)


def _pairs() -> Iterator[object]:
    """Every variable with every command; for a change each of them at least once."""
    for number, command in enumerate(COMMANDS):
        for other, variable in enumerate(VARIABLES):
            is_drawn = (number + SEED) % len(VARIABLES) == other
            marks = () if is_drawn else (pytest.mark.night,)
            yield pytest.param(variable, command, marks=marks, id=f"{variable}-{command[0]}")


@pytest.mark.slow
@pytest.mark.parametrize(("variable", "command"), [*_pairs()])
def test_a_folder_that_cannot_be_written_is_named_by_every_command(
    tmp_path: Path, variable: str, command: list[str]
) -> None:
    closed = tmp_path / "closed"
    with read_only(closed) as prefix:
        value = f"sqlite:///{closed / 'gin.db'}" if variable.endswith("URL") else str(closed / "in")
        env = environment(tmp_path, GIN_LOG_LEVEL="ERROR", **TOKEN, **{variable: value})
        done = forking(prefix).run(command, env, tmp_path)
    said = sentence_of(done, 2)
    assert said.startswith(f"{variable}: the folder {closed}")
    assert "Permission denied" in said


@pytest.mark.slow
def test_a_folder_that_is_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "taken").touch()
    done = ended(tmp_path, **TOKEN, GIN_DATA_DIR=str(tmp_path / "taken"))
    assert "GIN_DATA_DIR" in sentence_of(done, 2)


# -- databases ------------------------------------------------------------------------------


async def made(folder: Path) -> Path:
    """A database with a match in it."""
    world = await open_world(sqlite_url(folder))
    await world.turn(await world.match())
    await world.service.close()
    return folder / "gin.db"


def changed(statement: str) -> Callable[[Path], None]:
    def change(database: Path) -> None:
        with contextlib.closing(sqlite3.connect(database)) as file:
            file.execute(statement)
            file.commit()

    return change


def overwritten(database: Path) -> None:
    database.write_bytes(b"this is no database at all, but long enough to look like one" * 30)


def torn(database: Path) -> None:
    data = bytearray(database.read_bytes())
    data[4096:12288] = b"\xff" * 8192
    database.write_bytes(data)


def emptied(database: Path) -> None:
    database.write_bytes(b"")


def linked(database: Path) -> None:
    database.with_name("other.db").hardlink_to(database)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("damage", "code", "says"),
    [
        (overwritten, 3, "is not an SQLite database"),
        (torn, 3, "is damaged"),
        (changed("DROP TABLE mentions"), 3, "the table mentions is missing"),
        (changed("ALTER TABLE timers DROP COLUMN fence"), 3, "the column fence of timers"),
        (changed("DROP TABLE alembic_version"), 3, "without a schema version"),
        (changed("INSERT INTO alembic_version VALUES ('0001')"), 3, "more than one schema"),
        (changed("UPDATE alembic_version SET version_num = '9999'"), 3, "newer release"),
        (linked, 2, "hard links"),
    ],
    ids=["no-database", "torn", "table", "column", "unversioned", "two", "newer", "linked"],
)
async def test_a_database_that_cannot_be_used_is_described(
    tmp_path: Path, damage: Callable[[Path], None], code: int, says: str
) -> None:
    database = await made(tmp_path)
    damage(database)
    said = sentence_of(ended(tmp_path, **TOKEN), code)
    assert says in said
    assert str(database) in said
    assert says in sentence_of(ended(tmp_path, "new-epoch"), code)


@pytest.mark.slow
async def test_a_database_in_use_is_said_to_be(tmp_path: Path) -> None:
    world = await open_world(sqlite_url(tmp_path))
    (tmp_path / "elsewhere.db").symlink_to(tmp_path / "gin.db")
    try:
        for name in ("gin.db", "elsewhere.db", "../" + tmp_path.name + "/gin.db"):
            url = f"sqlite:///{tmp_path}/{name}"
            copy = tmp_path / "copy.db"
            if not copy.exists():
                with contextlib.closing(sqlite3.connect(tmp_path / "gin.db")) as file:
                    file.execute("VACUUM INTO ?", (str(copy),))
            done = ended(tmp_path, "restore", str(copy), GIN_DATABASE_URL=url)
            assert "Another process uses the database" in sentence_of(done, 3)
    finally:
        await world.service.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("url", "code", "says"),
    [
        ("mysql://gin:hunter2@localhost/gin", 2, "'mysql' is not one of"),
        ("sqlite:///:memory:", 2, "is not one of"),
        ("sqlite:///", 2, "is not one of"),
        ("gin.db", 2, "is not one of"),
        ("postgresql://gin:hunter2@localhost:port/gin", 2, "cannot be read as a URL"),
        ("postgresql://gin:hunter2@localhost/gin?sslmode=require&ssl=disable", 2, "sslmode"),
        ("postgresql://gin:hunter2@127.0.0.1:1/gin?sslmode=require", 3, "127.0.0.1:1"),
        ("cockroachdb://gin:hunter2@localhost:26257/gin", 2, "'cockroachdb' is not one of"),
        ("postgresql://gin:hunter2@127.0.0.1:1/gin", 3, "127.0.0.1:1"),
        ("postgresql://gin:hunter2@nowhere.invalid/gin", 3, "nowhere.invalid:5432"),
    ],
)
def test_an_address_that_leads_nowhere_is_said_without_its_password(
    tmp_path: Path, url: str, code: int, says: str
) -> None:
    said = sentence_of(ended(tmp_path, **TOKEN, GIN_DATABASE_URL=url), code)
    assert says in said
    assert "hunter2" not in said


@pytest.mark.slow
def test_a_server_that_lets_nobody_in_is_quoted(tmp_path: Path, server: Server) -> None:
    address = server.address
    wrong = re.sub(r"/postgres\b", "/nothing_here", address)
    assert wrong != address
    done = ended(tmp_path, **TOKEN, GIN_DATABASE_URL=wrong)
    assert "The database server refuses" in sentence_of(done, 2)


@pytest.mark.slow
async def test_a_backup_that_cannot_be_restored_changes_nothing(tmp_path: Path) -> None:
    database = await made(tmp_path)
    before = database.read_bytes()
    copies = tmp_path / "copies"
    copies.mkdir()
    for name, damage in {
        "torn": torn,
        "other": overwritten,
        "newer": changed("UPDATE alembic_version SET version_num = '9999'"),
        "empty": emptied,
    }.items():
        shutil.copy(database, copies / name)
        damage(copies / name)
        said = sentence_of(ended(tmp_path, "restore", str(copies / name)), 3)
        assert str(copies / name) in said
        assert "is as it was" in said
    for name in ("nothing", "."):
        assert "no file" in sentence_of(ended(tmp_path, "restore", str(copies / name)), 3)
    assert "itself" in sentence_of(ended(tmp_path, "restore", str(database)), 3)
    assert database.read_bytes() == before


# -- ports and the rest -----------------------------------------------------------------------


@pytest.mark.slow
def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        page = {"GIN_WEB_PORT": port, "GIN_CLIENT_SECRET": "x", "GIN_ACTIVITIES": "true"}
        for settings in (
            {**TOKEN, "GIN_OPS_PORT": port},
            {**TOKEN, **page},
            {"GIN_PLAYGROUND_PORT": port},
        ):
            said = ended(tmp_path, "--no-browser", **settings)
            assert said.returncode == 2, said.stderr
            [sentence] = [line for line in said.stderr.splitlines() if port in line]
            assert "in use" in sentence
            assert sentence.endswith("Choose another port, or stop what uses it.")
            assert "Traceback" not in said.stderr


@pytest.mark.slow
def test_a_port_in_use_leaves_the_database_as_it_is(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        for settings in ({**TOKEN, "GIN_OPS_PORT": port}, {"GIN_PLAYGROUND_PORT": port}):
            assert "in use" in sentence_of(ended(tmp_path, "--no-browser", **settings), 2)
            assert not (tmp_path / "gin.db").exists()


@pytest.mark.slow
def test_no_command_makes_a_database_at_a_mistyped_address(tmp_path: Path, server: Server) -> None:
    place = tmp_path / "srv" / "typo.db"
    commands: dict[tuple[str, ...], int] = {
        ("new-epoch",): 3,
        ("backup",): 3,
        ("export-games", "games.gz"): 3,
    }
    commands[("move", server.address)] = 2
    for arguments, code in commands.items():
        done = ended(tmp_path, *arguments, GIN_DATABASE_URL=f"sqlite:///{place}")
        assert f"no database at {place}" in sentence_of(done, code).replace("There is", "there is")
        assert not place.exists()
    said = sentence_of(ended(tmp_path, "new-epoch", GIN_DATABASE_URL=server.address), 3)
    assert "There is no database at" in said
    place.parent.mkdir(exist_ok=True)
    emptied(place)
    for command in (("new-epoch",), ("backup",), ("export-games", "games.gz")):
        done = ended(tmp_path, *command, GIN_DATABASE_URL=f"sqlite:///{place}")
        assert "There is no database at" in sentence_of(done, 3)
        assert not place.read_bytes()


@pytest.mark.slow
def test_a_backup_of_another_kind_of_database_is_a_matter_of_settings(tmp_path: Path) -> None:
    for command in (("backup",), ("restore", "some.db")):
        done = ended(tmp_path, *command, GIN_DATABASE_URL="postgresql://gin:hunter2@127.0.0.1:1/n")
        assert "pg_dump" in sentence_of(done, 2)


@pytest.mark.slow
def test_a_token_that_cannot_be_one_is_not_sent(tmp_path: Path) -> None:
    said = sentence_of(ended(tmp_path, DISCORD_TOKEN="two words"), 2)
    assert "DISCORD_TOKEN" in said
    assert "two words" not in said


@pytest.mark.slow
def test_a_file_of_settings_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / ".env").mkdir()
    assert ".env is a folder" in sentence_of(ended(tmp_path), 2)
    (tmp_path / ".env").rmdir()
    (tmp_path / ".env").write_bytes(b"GIN_DATA_DIR=\xff")
    assert ".env" in sentence_of(ended(tmp_path), 2)


def all_errors() -> list[type[StoreError]]:
    found: set[type[StoreError]] = set()
    todo: list[type[StoreError]] = [StoreError]
    while todo:
        kinds = todo.pop().__subclasses__()
        found |= set(kinds)
        todo += kinds
    return sorted(found, key=str)


@pytest.mark.parametrize("kind", all_errors())
def test_every_error_of_the_store_has_a_sentence_which_the_operator_can_look_up(
    kind: type[StoreError],
) -> None:
    data = {"file": "F", "reason": "R", "found": "X", "known": "K", "where": "W", "extra": "E"}
    data |= {"version": "V", "table": "T"}
    code, sentence = ending_of(kind(**data, names=2, seconds=9))
    assert code in (Exit.SETTINGS, Exit.STORE)
    assert "{" not in sentence
    assert not INTERNALS.search(sentence)
    page = (ROOT / "docs" / "host" / "troubleshooting.md").read_text(encoding="utf-8")
    row = f"| {int(code)} | {STORE_ENDINGS[kind].sentence.partition('. ')[0]}"
    for name in re.findall(r"\{(\w+)\}", row):
        row = row.replace(f"{{{name}}}", "…")
    assert row in page, row


def test_the_engine_alone_says_how_to_install_the_bot(tmp_path: Path) -> None:
    without = "import sys; sys.modules['sqlalchemy'] = None; from bot.__main__ import main; "
    found = subprocess.run(
        [sys.executable, "-c", without + "sys.exit(main([]))"],
        cwd=ROOT,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        timeout=250,
        check=False,
    )
    assert found.returncode == Exit.SETTINGS
    assert "pip install" in found.stderr
    assert "Traceback" not in found.stderr
