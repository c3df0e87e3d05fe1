"""New SQLite databases without the cost of their migrations, and statements compiled only once."""

import tempfile
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event

from engine.store import migrate, sqlite

SQLITE = "sqlite:///"

_unopened: set[Path] = set()


def ready(url: str) -> str:
    """Put a new database where a SQLite URL leads to nothing yet; return the URL."""
    path = Path(url.removeprefix(SQLITE))
    if url.startswith(SQLITE) and path.name and not path.exists():
        make_empty(path)
        _unopened.add(path.resolve())
    return url


def make_empty(path: Path) -> None:
    """Make a database as the migrations do, whose tables are empty."""
    path.write_bytes(_migrated())


def check_again(path: Path) -> None:
    """Check a database of :func:`ready` when it is opened: something has changed it."""
    _unopened.discard(path.resolve())


def open_as_found(patch: pytest.MonkeyPatch) -> None:
    """Check a database of :func:`ready` no second time when it is opened first."""
    prepare = sqlite.prepare

    async def checked(
        path: Path, before_change: Callable[[], Awaitable[None]] | None = None
    ) -> None:
        if path in _unopened:
            _unopened.remove(path)
        else:
            await prepare(path, before_change)

    patch.setattr(sqlite, "prepare", checked)


@cache
def _migrated() -> bytes:
    """A database as the migrations make it, made once a process."""
    with tempfile.TemporaryDirectory(prefix="gin-new-") as folder:
        path = Path(folder) / "gin.db"
        with sqlite.writer_engine(path, foreign_keys=False).begin() as connection:
            migrate.upgrade(connection)
        return path.read_bytes()


class _Compiled(dict[tuple[Any, ...], Any]):
    """Statements in SQL, whichever engine compiled them; SQLAlchemy's keys begin with its own."""

    def get(self, key: tuple[Any, ...], default: Any = None) -> Any:
        return super().get(key[1:], default)

    def __setitem__(self, key: tuple[Any, ...], compiled: Any) -> None:
        super().__setitem__(key[1:], compiled)


_compiled = _Compiled()


def compile_once() -> None:
    """Compile a statement once a process, not once for every database that is opened."""
    event.listen(Engine, "engine_connect", _share)


def _share(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        connection.execution_options(compiled_cache=_compiled)
