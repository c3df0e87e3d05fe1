"""Which loop a test runs on: the virtual one, unless it waits for something of the real world."""

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from typing import Final

import aiohappyeyeballs
import aiosqlite.core
import pytest

from tests.worlds import clocks, virtual

REAL_MARKERS: Final = ("browser", "postgres", "real_time")
REAL_FOLDERS: Final = frozenset(
    {
        "browser",
        "cluster",
        "mutation",
        "page",
        "process",
        "shards",
        "soak",
        "store",
        "webhook",
        "wire",
    }
)
"""Folders of tests that start processes, or are about threads and sockets."""
_is_real = False

clocks.install()  # before the program is imported
aiohappyeyeballs.start_connection = virtual.start_connection  # type: ignore[assignment]
for executor in (ThreadPoolExecutor, ProcessPoolExecutor):
    executor.submit = virtual.inline(executor.submit)  # type: ignore[method-assign]
aiosqlite.core.SimpleQueue = virtual.new_jobs  # type: ignore[assignment, misc]
aiosqlite.core.Thread = virtual.new_thread  # type: ignore[assignment, misc]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Note which loop the test is to have."""
    global _is_real  # noqa: PLW0603 - pytest-asyncio asks for a loop without naming the test
    is_marked = any(item.get_closest_marker(kind) for kind in REAL_MARKERS)
    _is_real = is_marked or not REAL_FOLDERS.isdisjoint(item.path.parts)


def _new_loop() -> asyncio.AbstractEventLoop:
    return asyncio.new_event_loop() if _is_real else virtual.VirtualLoop()


def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Let every test have the loop of its kind."""
    return {"own": _new_loop}
