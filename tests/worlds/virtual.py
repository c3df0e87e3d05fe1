"""An event loop whose time is a number, on which everything happens in the same order every time.

Nothing waits: when nothing is left to do before the next timer, the time is moved to it. What runs
in a thread or a process elsewhere runs on the loop itself, at once, so that time stands still for
it. A test that waits for what never comes fails at once.
"""

import asyncio
import selectors
import socket
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from datetime import UTC, datetime, timedelta
from functools import wraps
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final, TypeAlias, TypeVar

import time_machine
from aiohappyeyeballs import start_connection as _start_connection

from tests.worlds import clocks
from tests.worlds.lifetimes import new_task
from tests.worlds.network import Address, Listener, Network

T = TypeVar("T")
P = TypeVar("P", bound=asyncio.BaseProtocol)
BEGIN: Final = datetime(2026, 6, 10, 12, tzinfo=UTC)
BEGIN_S: Final = 1000.0
"""The monotonic time of the beginning."""


class NothingLeftError(AssertionError):
    """Everything waits, and nothing will ever happen again."""


class _Waiting(selectors.DefaultSelector):
    """Instead of waiting, moves the time on."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.wall: time_machine.Traveller | None = None

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        found: list[tuple[selectors.SelectorKey, int]] = super().select(0)
        if found or timeout == 0:
            return found
        if timeout is None:
            raise NothingLeftError("nothing will ever happen again")
        self.now += max(timeout, 0.0)
        if self.wall is not None:
            self.wall.shift(timeout)
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """Runs in virtual seconds, from ``BEGIN`` on; while it runs, all clocks are its own."""

    def __init__(self) -> None:
        self._waiting = _Waiting()
        super().__init__(self._waiting)
        self.network = Network(self)
        self.set_task_factory(new_task)  # type: ignore[arg-type]

    def time(self) -> float:
        return BEGIN_S + self._waiting.now

    def run_forever(self) -> None:
        travel = time_machine.travel(BEGIN + timedelta(seconds=self._waiting.now), tick=False)
        self._waiting.wall = travel.start()
        before = clocks.follow(self.time)
        try:
            super().run_forever()
        finally:
            clocks.follow(before)
            self._waiting.wall = None
            travel.stop()

    def pass_wall_time(self, seconds: float) -> None:
        """Move the clock of the wall on, and no other one."""
        assert self._waiting.wall is not None
        self._waiting.wall.shift(seconds)

    def run_in_executor(  # type: ignore[override]
        self, executor: Executor | None, func: Callable[..., T], *args: Any
    ) -> asyncio.Future[T]:
        future = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:  # noqa: BLE001 - it is the caller's
            future.set_exception(error)
        return future

    async def create_server(  # type: ignore[override]
        self,
        protocol_factory: Callable[[], asyncio.BaseProtocol],
        host: str | None = None,
        port: int | None = None,
        *,
        sock: socket.socket | None = None,
        **_: Any,
    ) -> Listener:
        return self.network.listen(protocol_factory, host, port, sock)

    async def create_connection(  # type: ignore[override]
        self,
        protocol_factory: Callable[[], P],
        host: str | None = None,
        port: int | None = None,
        *,
        sock: Address | None = None,
        **_: Any,
    ) -> tuple[asyncio.Transport, P]:
        if sock is not None:
            host, port = sock.host, sock.port
        await asyncio.sleep(0)
        return self.network.connect(protocol_factory, host or "127.0.0.1", port or 0)


async def start_connection(addr_infos: Sequence[Any], **how: Any) -> "Address | socket.socket":
    """Choose an address as aiohttp's client does, which asks its loop for the connection next."""
    if not is_virtual():
        return await _start_connection(addr_infos, **how)
    host, port = addr_infos[0][-1][:2]
    return Address(host, port)


Submit: TypeAlias = Callable[..., "Future[Any]"]


def inline(submit: Submit) -> Submit:
    """Make of an executor's ``submit`` one that does its work at once on a virtual loop."""

    @wraps(submit)
    def submit_own(
        executor: Executor, fn: Callable[..., T], /, *args: Any, **kwargs: Any
    ) -> "Future[T]":
        if not is_virtual():
            return submit(executor, fn, *args, **kwargs)
        future: Future[T] = Future()
        future.set_running_or_notify_cancel()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - it is the caller's
            future.set_exception(error)
        return future

    return submit_own


def is_virtual() -> bool:
    """Whether the code runs on a virtual loop."""
    return isinstance(asyncio._get_running_loop(), VirtualLoop)


class _Jobs:
    """Does at once what aiosqlite would put into the queue of a connection's thread."""

    def put_nowait(self, job: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        future, function = job
        try:
            result = function()
        except BaseException as error:  # noqa: BLE001 - as aiosqlite does
            if future is not None and not future.done():
                future.set_exception(error)
        else:
            if future is not None and not future.done():
                future.set_result(result)


class _NoThread:
    def start(self) -> None:
        pass


def new_jobs() -> "_Jobs | SimpleQueue[Any]":
    """Return the queue of a new connection: none on a virtual loop."""
    return _Jobs() if is_virtual() else SimpleQueue()


def new_thread(target: Callable[..., Any], args: tuple[Any, ...]) -> "_NoThread | Thread":
    """Return the thread of a new connection, if it has a queue."""
    return _NoThread() if isinstance(args[0], _Jobs) else Thread(target=target, args=args)
