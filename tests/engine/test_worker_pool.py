"""Worker processes end with whoever started them, also in the middle of their work."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from engine.service.trainer.commands import in_a_process
from engine.worker_pool import (
    GIVES_WAY,
    WorkerPool,
    _DaemonThreads,
    _Threads,
    close_idle,
    use_threads,
)
from tests.bot.process.running import ROOT, started

pytestmark = pytest.mark.real_time

PARENT = """
import asyncio, os, sys
from tests.engine import test_worker_pool as workers
from tests.worlds.project import ROOT
from bot.match.coaching import Coaching
from bot.match.replay.records import RecordReader
from engine.players import Workers

async def main():
    pools = [Workers()._pool, Coaching(None)._pool, RecordReader()._pool]
    for pool in pools:
        print(pool.submit(os.getpid).result(), flush=True)
        pool.submit(workers.compute)
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


def rest(file: str) -> None:
    """Say that it has begun, and never come to an end, nor take time from others."""
    Path(file).touch()
    threading.Event().wait()


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
        assert len(pids) == 3
        assert all(is_alive(pid) for pid in pids)
        parent.send_signal(signal.SIGKILL)
        await parent.wait()
    wait_until_gone(pids)


def test_closing_a_pool_ends_what_its_workers_compute(tmp_path: Path) -> None:
    pool = WorkerPool()
    pid = pool.submit(os.getpid).result(60)
    begun = tmp_path / "begun"
    answer = pool.submit(say_when_begun, str(begun))
    wait_until(begun.exists)
    pool.close()
    with pytest.raises(BrokenProcessPool):
        answer.result(60)
    wait_until_gone([pid])
    pool.close()


def test_the_end_of_the_program_waits_for_no_thread() -> None:
    ending = (
        "from tests.engine import test_worker_pool as workers; "
        "from engine.worker_pool import WorkerPool, use_threads; use_threads(); "
        "pool = WorkerPool(); pool.submit(workers.compute); pool.close()"
    )
    done = subprocess.run([sys.executable, "-c", ending], cwd=ROOT, timeout=60, check=False)
    assert done.returncode == 0


def test_threads_take_no_work_and_do_none_after_their_end(tmp_path: Path) -> None:
    threads, begun = _DaemonThreads(1, lambda: None), tmp_path / "begun"
    threads.submit(rest, str(begun))
    wait_until(begun.exists)
    waiting = threads.submit(os.getpid)
    threads.shutdown(wait=False, cancel_futures=True)
    assert waiting.cancelled()
    with pytest.raises(RuntimeError):
        threads.submit(os.getpid)


def test_every_other_pool_is_one_of_these() -> None:
    rooms = (ROOT / "engine", ROOT / "bot")
    texts = {path: path.read_text() for room in rooms for path in room.rglob("*.py")}
    own = [path.name for path, text in texts.items() if "ProcessPoolExecutor" in text]
    assert own == ["worker_pool.py"]


async def test_workers_that_have_died_are_replaced_for_the_next_work() -> None:
    pool = WorkerPool()
    first = await pool.run(os.getpid)
    os.kill(first, signal.SIGKILL)
    # Its first thread is gone a moment before the others, and only with them the process.
    wait_until(lambda: pool._workers is not None and pool._workers.has_died)
    assert await pool.run(os.getpid) != first, "the loss of an idle worker costs no work"
    with pytest.raises(BrokenProcessPool):
        await pool.run(os._exit, 1)
    second = await pool.run(os.getpid)
    pool.close()
    wait_until_gone([second])


async def test_idle_workers_end_and_begin_again(tmp_path: Path) -> None:
    pool, begun = WorkerPool(), tmp_path / "begun"
    first = await pool.run(os.getpid)
    await close_idle()
    assert is_alive(first), "it has worked since the look before"
    busy = pool.submit(say_when_begun, str(begun))
    wait_until(begun.exists)
    for _ in range(2):
        await close_idle()
    assert is_alive(first), "it works"
    assert not busy.done()
    pool.close()
    second = await pool.run(os.getpid)
    states = [pool.is_ready]
    for _ in range(2):
        await close_idle()
    wait_until_gone([first, second])
    assert [*states, pool.is_ready] == [True, False]
    third = await pool.run(os.getpid)
    pool.close()
    wait_until_gone([third])


async def test_workers_are_threads_where_one_process_is_wanted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(_Threads, "are_used", False)  # put back afterwards
    use_threads()
    prepared: list[str] = []
    pool = WorkerPool(1, lambda: prepared.append(threading.current_thread().name))
    assert await pool.run(os.getpid) == os.getpid()
    assert prepared == ["gin-worker_0"]
    pool.close()
    apart = WorkerPool(apart=True)
    assert await apart.run(os.getpid) != os.getpid()
    apart.close()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="has no niceness")
async def test_work_that_is_prepared_ahead_gives_way_to_answers() -> None:
    before = os.getpriority(os.PRIO_PROCESS, 0)
    async with in_a_process() as run:
        assert await run(os.getpriority, os.PRIO_PROCESS, 0) == min(19, before + GIVES_WAY)
