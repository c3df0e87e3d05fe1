"""The real process: `python -m bot` with settings of its own, waited for by conditions."""

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from pathlib import Path

import aiohttp

ROOT = Path(__file__).resolve().parents[3]


def environment(folder: Path, **more: str) -> dict[str, str]:
    """No setting but these, with all data in ``folder``."""
    clean = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("GIN_", "DISCORD_", "COV_"))
    }
    return {
        **clean,
        "GIN_DATABASE_URL": f"sqlite:///{folder / 'gin.db'}",
        "GIN_BACKUP_DIR": str(folder / "backups"),
        "GIN_DATA_DIR": str(folder),
        "PYTHONPATH": str(ROOT),
        **more,
    }


@contextlib.asynccontextmanager
async def started(
    command: Sequence[str], env: Mapping[str, str], folder: Path
) -> AsyncIterator[Process]:
    """A process with its output in pipes, killed at the end if it is still there."""
    process = await asyncio.create_subprocess_exec(
        *command, env=dict(env), cwd=folder, stdout=PIPE, stderr=PIPE
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


def gin(
    folder: Path, *arguments: str, **more: str
) -> contextlib.AbstractAsyncContextManager[Process]:
    """`python -m bot …`."""
    return started([sys.executable, "-m", "bot", *arguments], environment(folder, **more), folder)


async def until(so: Callable[[], Awaitable[bool]], process: Process, seconds: float = 250) -> None:
    """Wait until something is so; what the process said if it ends first."""
    async with asyncio.timeout(seconds):
        while not await so():
            if process.returncode is not None:
                out, err = await process.communicate()
                raise AssertionError(f"it ended: {process.returncode} {out!r} {err.decode()}")
            await asyncio.sleep(0.05)


async def answers(url: str) -> bool:
    """Whether a page answers with success."""
    try:
        async with aiohttp.ClientSession() as session, session.get(url) as answer:
            return answer.status == 200
    except aiohttp.ClientError:
        return False
