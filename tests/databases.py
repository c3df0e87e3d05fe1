"""New SQLite databases without the cost of their migrations."""

import tempfile
from functools import cache
from pathlib import Path

from engine.store import sqlite

SQLITE = "sqlite:///"


def ready(url: str) -> str:
    """Put a new database where a SQLite URL leads to nothing yet; return the URL."""
    path = Path(url.removeprefix(SQLITE))
    if url.startswith(SQLITE) and path.name and not path.exists():
        path.write_bytes(_migrated())
    return url


@cache
def _migrated() -> bytes:
    """A database as the migrations make it, made once a process."""
    with tempfile.TemporaryDirectory(prefix="gin-new-") as folder:
        path = Path(folder) / "gin.db"
        sqlite.prepare(path)
        return path.read_bytes()
