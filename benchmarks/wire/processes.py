"""The measured processes: how they are started, and what /proc says of them."""

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.bot.process.running import environment

ROOT: Final = Path(__file__).parents[2]
TICKS: Final = os.sysconf("SC_CLK_TCK")
TOKEN: Final = "x" * 30
END_S: Final = 20.0


@dataclass(frozen=True)
class Tree:
    """A commit's files and the Python with its packages."""

    root: Path = ROOT
    python: str = sys.executable


@dataclass(frozen=True, slots=True)
class Cpu:
    """Seconds of CPU so far: of the process, and of it with everything that it started."""

    own: float
    all: float

    def __sub__(self, before: "Cpu") -> "Cpu":
        return Cpu(self.own - before.own, self.all - before.all)

    def __add__(self, other: "Cpu") -> "Cpu":
        return Cpu(self.own + other.own, self.all + other.all)


def cpu_of(process: Process) -> Cpu:
    """Read the CPU of a process and of all its descendants."""
    stats = dict(_stats())
    found = sum(stats[pid][1] for pid in _family(process, stats) if pid in stats)
    return Cpu(stats[process.pid][1] / TICKS, (found + _of_the_ended(process)) / TICKS)


def _of_the_ended(process: Process) -> int:
    """Return the ticks of the children that have ended."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[13]) + int(fields[14])


def family_of(process: Process) -> list[int]:
    """Return the id of a process and those of all its descendants."""
    return _family(process, dict(_stats()))


def _family(process: Process, stats: Mapping[int, tuple[int, int]]) -> list[int]:
    family = [process.pid]
    for pid in family:  # grows as it goes
        family += [one for one, (parent, _) in stats.items() if parent == pid]
    return family


def memory_of(process: Process) -> float:
    """Return the resident memory of a process alone, in kB."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    line = next(one for one in status.splitlines() if one.startswith("VmRSS"))
    return float(line.split()[1])


def _stats() -> list[tuple[int, tuple[int, int]]]:
    """Return the parent and the ticks of every process."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            with contextlib.suppress(OSError):
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                found.append(
                    (int(folder.name), (int(fields[1]), int(fields[11]) + int(fields[12])))
                )
    return found


@contextlib.asynccontextmanager
async def running(command: Sequence[str], folder: Path, **settings: str) -> AsyncIterator[Process]:
    """A process with its log in ``folder``, ended at the end."""
    log = folder / "log"
    with log.open("ab") as out:
        process = await asyncio.create_subprocess_exec(
            *command, env=environment(folder, **settings), cwd=folder, stdout=out, stderr=out
        )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.terminate()
            try:
                await asyncio.wait_for(process.wait(), END_S)
            except TimeoutError:
                process.kill()
                await process.wait()


def gin(
    folder: Path,
    api: str,
    *,
    profile: Path | None = None,
    tree: Tree | None = None,
    **settings: str,
) -> contextlib.AbstractAsyncContextManager[Process]:
    """The bot with further settings; ``profile``: where its profile is written when it ends.

    ``tree``: of another commit.
    """
    what = ["bot"] if profile is None else ["benchmarks.wire.profiled", str(profile)]
    tree = tree or Tree()
    return running(
        [tree.python, "-m", *what],
        folder,
        PYTHONPATH=str(tree.root),
        GIN_DISCORD_API=api,
        DISCORD_TOKEN=TOKEN,
        GIN_LOG_LEVEL="WARNING",
        GIN_BACKUP_HOURS="0",
        **settings,
    )


def echo(folder: Path, api: str) -> contextlib.AbstractAsyncContextManager[Process]:
    """The bot to compare with."""
    return running([sys.executable, "-m", "benchmarks.wire.echo", api], folder)


def saying(folder: Path, api: str) -> contextlib.AbstractAsyncContextManager[Process]:
    """The parrot with the phrases in its folder."""
    phrases = str(folder / "phrases.json")
    return running([sys.executable, "-m", "benchmarks.wire.parrot", api, phrases], folder)
