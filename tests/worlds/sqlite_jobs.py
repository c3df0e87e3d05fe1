"""Jobs for connections of SQLite, and what they may not leave behind."""

import threading
from collections.abc import Callable, Iterator
from typing import Final

import pytest
from sqlalchemy import Connection

from tests.waiting import PATIENCE_S

FOR_EVER: Final = (
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
)
"""A query that only an interruption ends."""


@pytest.fixture
def no_thread_left() -> Iterator[None]:
    """The test leaves no thread behind for which a program would wait."""
    before = set(threading.enumerate())
    yield
    for thread in set(threading.enumerate()) - before:
        thread.join(PATIENCE_S)
        assert not thread.is_alive()


def endless(
    begun: threading.Event, after: threading.Event | None = None
) -> Callable[[Connection], int]:
    """Return a job that runs until it is interrupted. ``after``: what its statement waits for."""

    def job(connection: Connection) -> int:
        begun.set()
        if after is not None:
            after.wait()
        return int(connection.exec_driver_sql(FOR_EVER).scalar_one())

    return job


def thread_of(connection: Connection) -> int:
    """Return the thread in which a job runs."""
    return threading.get_ident()
