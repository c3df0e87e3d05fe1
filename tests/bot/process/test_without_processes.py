"""A system on which no worker process can be started: one sentence, and everything goes on."""

import logging
import multiprocessing
from pathlib import Path

import pytest

from bot import serving
from bot.match.coaching import Coaching
from bot.match.replay.records import RecordReader
from bot.settings import load_settings
from engine import worker_pool
from engine.game.errors import RecordError

pytestmark = pytest.mark.real_time


class _NoSemaphores:
    """What multiprocessing offers where `/dev/shm` may not be written."""

    def Lock(self) -> object:  # noqa: N802 - the library's name
        raise OSError(30, "Read-only file system")

    def __getattr__(self, name: str) -> object:
        return getattr(multiprocessing.get_context("spawn"), name)


@pytest.fixture(autouse=True)
def _no_semaphores(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(worker_pool, "_SPAWN", _NoSemaphores())
    monkeypatch.setattr(worker_pool._Threads, "are_used", False)  # put back afterwards


async def test_it_is_said_once_and_threads_do_the_work(caplog: pytest.LogCaptureFixture) -> None:
    serving._choose_workers(load_settings(None))
    [said] = [one.getMessage() for one in caplog.records if one.levelno >= logging.WARNING]
    assert "GIN_WORKERS=false" in said
    assert "Read-only file system" in said
    coaching = Coaching(None)  # type: ignore[arg-type]
    await coaching.get_ready()
    coaching.close()
    with pytest.raises(RecordError, match="record_no_process"):
        await RecordReader().read(b"{}", 1)
