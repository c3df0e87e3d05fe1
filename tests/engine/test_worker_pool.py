"""Worker processes end with whoever started them, also in the middle of their work."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from engine.worker_pool import WorkerPool
from tests.bot.process.running import ROOT, started

pytestmark = pytest.mark.real_time

PARENT = """
import asyncio, os, sys
from tests.engine import test_worker_pool as workers
from tests.worlds.project import ROOT
from bot.match.coaching import Coaching
from engine.players import Workers

async def main():
    pools = [Workers()._workers(), Coaching(None)._workers()]
    loop = asyncio.get_running_loop()
    for pool in pools:
        idle = pool.executor.submit(os.getpid).result()
        print(idle, flush=True)
        loop.run_in_executor(pool.executor, workers.compute)
    print("busy", flush=True)
    await asyncio.sleep(3600)

if __name__ == "__main__":
    asyncio.run(main())
"""


def compute() -> None:
    """Never come to an end."""
    while True:
        sum(range(10_000))


def say_when_begun(file: str) -> None:
    Path(file).touch()
    compute()


def is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def wait_until(so: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not so():
        assert time.monotonic() < until, "it does not come to that"
        time.sleep(0.02)


def wait_until_gone(pids: list[int]) -> None:
    wait_until(lambda: not any(is_alive(pid) for pid in pids))


@pytest.mark.slow
async def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    (tmp_path / "parent.py").write_text(PARENT)
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    async with started([sys.executable, "parent.py"], env, tmp_path) as parent:
        assert parent.stdout is not None
        pids = []
        async with asyncio.timeout(90):
            while (line := await parent.stdout.readline()) != b"busy\n":
                assert line, "it ended"
                pids.append(int(line))
        assert len(pids) == 2
        assert all(is_alive(pid) for pid in pids)
        parent.send_signal(signal.SIGKILL)
        await parent.wait()
    wait_until_gone(pids)


def test_closing_a_pool_ends_what_its_workers_compute(tmp_path: Path) -> None:
    pool = WorkerPool()
    pid = pool.executor.submit(os.getpid).result(60)
    begun = tmp_path / "begun"
    answer = pool.executor.submit(say_when_begun, str(begun))
    wait_until(begun.exists)
    pool.close()
    with pytest.raises(BrokenProcessPool):
        answer.result(60)
    wait_until_gone([pid])
    pool.close()


def test_every_other_pool_is_one_of_these() -> None:
    rooms = (ROOT / "engine", ROOT / "bot")
    texts = {path: path.read_text() for room in rooms for path in room.rglob("*.py")}
    own = [path.name for path, text in texts.items() if "ProcessPoolExecutor" in text]
    assert own == ["worker_pool.py"]
