"""One module connects to files of SQLite, and the store starts no thread by itself."""

import ast
import inspect
import sqlite3
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import aiosqlite
import pytest

from engine.store.sqlite_file import SqliteConnection, sqlite_engine

ROOT = Path(__file__).parents[2]
CONNECTIONS = Path("engine/store/sqlite_file.py")
THREADS = {"threading", "concurrent", "multiprocessing", "to_thread", "run_in_executor"}


def names_of(source: str) -> set[str]:
    """Every name, attribute and imported module of a piece of code, in full and in parts."""
    found = set[str]()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                found |= {part for name in names for part in name.name.split(".")}
            case ast.ImportFrom(module=str(module), names=names):
                found |= {*module.split("."), *(f"{module}.{name.name}" for name in names)}
            case ast.Attribute(value=ast.Name(id=of), attr=name):
                found |= {f"{of}.{name}", name}
            case ast.Attribute(attr=name):
                found.add(name)
    return found


def connects(source: str) -> bool:
    """Whether code uses SQLite's library, or more of aiosqlite than its errors and version."""
    names = names_of(source)
    of_driver = {one.partition(".")[2] for one in names if one.startswith("aiosqlite.")}
    harmless = {
        name for name, one in vars(aiosqlite).items() if isinstance(one, type | tuple | str)
    } - {"Connection", "Cursor"}
    return "sqlite3" in names or not of_driver <= harmless


def modules(*folders: str) -> Iterator[tuple[Path, str]]:
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path.relative_to(ROOT), path.read_text(encoding="utf-8")


def test_one_module_connects_to_files() -> None:
    named = [(path, source) for path, source in modules("engine", "bot") if "sqlite" in source]
    assert [path for path, source in named if connects(source)] == [CONNECTIONS]


def test_the_store_starts_no_thread() -> None:
    assert [path for path, source in modules("engine/store") if names_of(source) & THREADS] == []


@pytest.mark.parametrize(
    "source",
    [
        "import sqlite3",
        "from sqlite3 import connect",
        "import aiosqlite\naiosqlite.connect('gin.db')",
        "from aiosqlite import connect",
        "import aiosqlite\nclass Own(aiosqlite.Connection): ...",
        "from aiosqlite.core import Connection",
    ],
)
def test_another_module_that_connects_is_noticed(source: str) -> None:
    assert connects(source)


@pytest.mark.parametrize(
    "source",
    [
        "import threading",
        "from threading import Thread",
        "from concurrent.futures import ThreadPoolExecutor",
        "import concurrent.futures",
        "import asyncio\nasyncio.to_thread(print)",
        "from asyncio import to_thread",
        "loop.run_in_executor(None, print)",
    ],
)
def test_a_thread_is_noticed(source: str) -> None:
    assert {name.rpartition(".")[2] for name in names_of(source)} & THREADS


def test_the_only_private_name_is_that_of_the_version_that_was_read() -> None:
    """With another version, read its ``core.py`` again: whether jobs run in order, one at a time,

    whether ``stop`` lets those before it end, and whether ``_execute`` still queues them.
    """
    assert metadata.version("aiosqlite") == "0.22.1"
    assert [*inspect.signature(aiosqlite.Connection._execute).parameters][:2] == ["self", "fn"]
    own = set(vars(SqliteConnection(sqlite_engine(Path("gin.db"), timeout_s=0))))
    lent = set(vars(aiosqlite.Connection(lambda: sqlite3.connect(":memory:"), 64)))
    assert own - lent == {"_engine", "_stopped", "_is_abandoned"}, "it takes no name of the other's"
    private = {
        node.attr
        for node in ast.walk(ast.parse((ROOT / CONNECTIONS).read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr.startswith("_")
    }
    lent |= {name for name in vars(aiosqlite.Connection) if not name.startswith("__")}
    assert private & lent == {"_execute"}
