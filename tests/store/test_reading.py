"""Queries that end late, or not before the program does."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from engine.store import Store
from engine.store.sqlite import SqliteReaders
from tests.service.world import sqlite_url
from tests.waiting import PATIENCE_S, until


def seven(connection: Connection) -> int:
    return int(connection.exec_driver_sql("SELECT 7").scalar_one())


async def test_an_answer_just_before_the_deadline_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The deadline passes between the answer and its way to the caller."""
    store = await Store.open(sqlite_url(tmp_path))
    loop, late_s = asyncio.get_running_loop(), [0.0]
    complaints: list[dict[str, object]] = []
    loop.set_exception_handler(lambda _, what: complaints.append(what))
    read, now = SqliteReaders.read, loop.time

    async def read_late(readers: SqliteReaders, query: Any, until: float) -> Any:
        answer = await read(readers, query, until)
        late_s[0] += 2 * PATIENCE_S
        return answer

    monkeypatch.setattr(loop, "time", lambda: now() + late_s[0])
    monkeypatch.setattr(SqliteReaders, "read", read_late)
    assert await store.read(seven, patience_s=PATIENCE_S) == 7
    await store.close()
    assert complaints == []


async def test_a_program_that_ends_during_a_query_ends_without_complaint(tmp_path: Path) -> None:
    """Its end cancels every task, as that of :func:`asyncio.run` does."""
    begun, end = threading.Event(), threading.Event()
    complaints: list[dict[str, object]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, what: complaints.append(what))
    of_the_test = asyncio.all_tasks()

    def held(connection: Connection) -> bool:
        begun.set()
        return end.wait(PATIENCE_S)

    store = await Store.open(sqlite_url(tmp_path))
    reading = asyncio.create_task(store.read(held))
    await until(begun.is_set)
    tasks = asyncio.all_tasks() - of_the_test
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert reading.cancelled()
    end.set()
    await store.close()
    assert complaints == []
