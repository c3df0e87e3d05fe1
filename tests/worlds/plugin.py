"""The loop of a test: the virtual one, unless it waits for something of the real world."""

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any, Final

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


class Running:
    """The test that runs. ``is_real``: whether it has the real loop."""

    is_real = False


def install() -> None:
    """Let clocks, threads, worker processes and connections be virtual on a virtual loop."""
    clocks.install()
    sqlite: Any = aiosqlite.core
    sqlite.SimpleQueue = virtual.new_jobs
    sqlite.Thread = virtual.new_thread
    connecting: Any = aiohappyeyeballs
    connecting.start_connection = virtual.start_connection
    executors: tuple[Any, ...] = (ThreadPoolExecutor, ProcessPoolExecutor)
    for executor in executors:
        executor.submit = virtual.inline(executor.submit)


install()  # before the program is imported


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Note which loop the test is to have."""
    is_marked = any(item.get_closest_marker(kind) for kind in REAL_MARKERS)
    inside = item.path.relative_to(item.config.rootpath)  # A clone may lie in any folder.
    Running.is_real = is_marked or not REAL_FOLDERS.isdisjoint(inside.parts)


def _new_loop() -> asyncio.AbstractEventLoop:
    return asyncio.new_event_loop() if Running.is_real else virtual.VirtualLoop()


def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Let every test have the loop of its kind."""
    return {"own": _new_loop}
