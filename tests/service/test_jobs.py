"""Periodic work: what fails is counted and done again, and everything else goes on."""

import asyncio
import sqlite3
from collections import Counter
from concurrent.futures.process import BrokenProcessPool

import pytest
from sqlalchemy import Connection

from engine.service.jobs import STOPPING_S, Job, JobRunner
from engine.service.operations.maintenance import MAINTENANCE_INTERVAL_S
from engine.store import StoreFailedError, sqlite
from tests.service.world import World


async def test_a_failure_ends_neither_its_job_nor_another_one() -> None:
    done, failures = list[str](), Counter[str]()

    async def failing() -> None:
        done.append("failing")
        raise StoreFailedError(reason="full") if len(done) < 3 else ValueError("wrong")

    async def sound() -> None:
        done.append("sound")

    jobs = JobRunner(
        Job("failing", 1.0, failing),
        Job("sound", 1.0, sound),
        Job("never", None, sound),
        failures=failures,
    )
    await jobs.start()
    await jobs.start()
    await asyncio.sleep(2.5)
    await jobs.stop()
    assert done == ["failing", "sound"] * 3
    assert failures == {"failing": 3, "sound": 0, "never": 0}
    await asyncio.sleep(5.0)
    assert len(done) == 6, "it has stopped"


async def test_nothing_begins_before_it_may() -> None:
    ready, done = asyncio.Event(), list[int]()

    async def work() -> None:
        done.append(1)

    jobs = JobRunner(Job("work", 1.0, work), failures=Counter(), ready=ready.wait)
    await jobs.start()
    await asyncio.sleep(5.0)
    assert not done
    ready.set()
    await asyncio.sleep(0.5)
    assert done == [1]
    await jobs.stop()


async def test_a_raw_error_of_sqlite_in_a_checkpoint_does_not_end_the_upkeep(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkpoint, asked = sqlite._checkpoint, list[int]()

    def failing_once(connection: Connection) -> None:
        asked.append(1)
        if len(asked) == 1:
            raise sqlite3.OperationalError("disk I/O error")
        checkpoint(connection)

    monkeypatch.setattr(sqlite, "_checkpoint", failing_once)
    await asyncio.sleep(MAINTENANCE_INTERVAL_S + 1)
    assert world.service.failures == Counter(upkeep=1)
    await asyncio.sleep(MAINTENANCE_INTERVAL_S)
    assert len(asked) == 2
    assert world.service.failures == Counter(upkeep=1)


async def test_processes_that_end_with_the_program_are_no_failure(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A signal to the whole group ends them first; if the program stays, one line says so."""
    failures = Counter[str]()

    async def computing() -> None:
        raise BrokenProcessPool("a process in the pool was terminated")

    jobs = JobRunner(Job("trainer", 60.0, computing), failures=failures)
    await jobs.start()
    await asyncio.sleep(0.1)
    await jobs.stop()
    assert not caplog.records
    await jobs.start()
    await asyncio.sleep(STOPPING_S + 0.1)
    await jobs.stop()
    [line] = caplog.records
    assert (line.levelname, line.exc_info, failures["trainer"]) == ("WARNING", None, 1)
