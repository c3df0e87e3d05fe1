"""Publication of committed changes: in order within each subject, coalesced to the newest state.

A slow subscriber gets several changes of a match as one; a failing one is logged and does not
affect the others.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from contextvars import Context, copy_context
from typing import Any, Generic, Protocol, Self, TypeVar

_log = logging.getLogger(__name__)


class Announced(Protocol):
    """A committed change that is published to subscribers."""

    @property
    def subject(self) -> Hashable:
        """The subject of the event; events with the same subject are delivered in order."""

    def after(self, earlier: Self) -> Self:
        """Merge this event with an earlier, undelivered one of the same subject."""


N = TypeVar("N", bound=Announced)


class EventBus:
    """Delivers events to the subscribers of their kind, one at a time for each subject."""

    def __init__(self) -> None:
        self._subscribers: list[_Subscriber[Any]] = []

    def subscribe(
        self,
        kind: type[N],
        callback: Callable[[N], Awaitable[None]],
        context: Callable[[], Context] = copy_context,
        wanted: Callable[[N], bool] | None = None,
        ready: Callable[[], Awaitable[None]] | None = None,
    ) -> Callable[[], None]:
        """Call ``callback`` with every later event of a class; return what unsubscribes.

        ``context`` makes the context of the calls, by default that of the publication. Events that
        are not ``wanted`` may be left out. ``ready`` is awaited before each call, which then gets
        what is published meanwhile, too.
        """
        subscriber = _Subscriber(kind, callback, context, wanted, ready)
        self._subscribers.append(subscriber)

        def unsubscribe() -> None:
            if subscriber in self._subscribers:
                self._subscribers.remove(subscriber)
            subscriber.stop()

        return unsubscribe

    def publish(self, news: Announced) -> None:
        """Queue an event for every subscriber of its class; returns at once."""
        subject = news.subject
        for subscriber in self._subscribers:
            if subscriber.kind is type(news):
                subscriber.offer(subject, news)

    @property
    def is_quiet(self) -> bool:
        """Whether every event has been delivered."""
        return not any(subscriber.tasks for subscriber in self._subscribers)

    async def drained(self) -> None:
        """Wait until every event has been delivered."""
        while tasks := [task for one in self._subscribers for task in one.tasks.values()]:
            await asyncio.wait(tasks)

    async def close(self) -> None:
        """Stop delivery."""
        tasks = [task for one in self._subscribers for task in one.tasks.values()]
        for subscriber in self._subscribers:
            subscriber.stop()
        self._subscribers.clear()
        await asyncio.gather(*tasks, return_exceptions=True)


class _Subscriber(Generic[N]):
    """One callback with the newest undelivered event of each subject."""

    def __init__(
        self,
        kind: type[N],
        callback: Callable[[N], Awaitable[None]],
        context: Callable[[], Context],
        wanted: Callable[[N], bool] | None,
        ready: Callable[[], Awaitable[None]] | None,
    ) -> None:
        self.kind = kind
        self._callback = callback
        self._context = context
        self._wanted = wanted
        self._ready = ready
        self._pending: dict[Hashable, N] = {}
        self.tasks: dict[Hashable, asyncio.Task[None]] = {}

    def offer(self, subject: Hashable, news: N) -> None:
        is_at_it = subject in self.tasks
        if not is_at_it and self._wanted is not None and not self._wanted(news):
            return
        earlier = self._pending.get(subject)
        self._pending[subject] = news if earlier is None else news.after(earlier)
        if not is_at_it:
            self.tasks[subject] = asyncio.create_task(
                self._deliver(subject), context=self._context()
            )

    def stop(self) -> None:
        self._pending.clear()
        for task in self.tasks.values():
            task.cancel()

    async def _deliver(self, subject: Hashable) -> None:
        try:
            # Whoever asked for the change goes on first, and shows it to its own player.
            await asyncio.sleep(0)
            while subject in self._pending:
                if self._ready is not None:
                    await self._ready()
                news = self._pending.pop(subject)
                try:
                    await self._callback(news)
                except Exception:  # noqa: BLE001 - one subscriber must not affect another
                    _log.exception("a subscriber failed on %r", subject)
        finally:
            self.tasks.pop(subject, None)
