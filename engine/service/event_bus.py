"""Publication of what was committed: in order for each match, only the newest state, to everybody.

A subscriber that is slow gets several changes of a match as one; one that fails is logged and
hurts nobody else.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, Protocol, Self, TypeVar

_log = logging.getLogger(__name__)


class Announced(Protocol):
    """Something committed that others want to hear of."""

    @property
    def subject(self) -> Hashable:
        """What it is about; news of one subject are delivered in order."""

    def after(self, earlier: Self) -> Self:
        """This and what was not yet delivered of the same subject, as one."""


N = TypeVar("N", bound=Announced)


class EventBus(Generic[N]):
    """Delivers news to every subscriber, one at a time for each subject."""

    def __init__(self) -> None:
        self._subscribers: list[_Subscriber[N]] = []

    def subscribe(self, callback: Callable[[N], Awaitable[None]]) -> Callable[[], None]:
        """Call ``callback`` with everything published from now on; returns how to stop that."""
        subscriber = _Subscriber(callback)
        self._subscribers.append(subscriber)

        def unsubscribe() -> None:
            if subscriber in self._subscribers:
                self._subscribers.remove(subscriber)
            subscriber.stop()

        return unsubscribe

    def publish(self, news: N) -> None:
        """Hand ``news`` to every subscriber; returns at once."""
        for subscriber in self._subscribers:
            subscriber.offer(news)

    @property
    def is_quiet(self) -> bool:
        """Whether everything has been delivered."""
        return not any(subscriber.tasks for subscriber in self._subscribers)

    async def drained(self) -> None:
        """Wait until everything has been delivered."""
        while tasks := [task for one in self._subscribers for task in one.tasks.values()]:
            await asyncio.wait(tasks)

    async def close(self) -> None:
        """Stop delivering."""
        tasks = [task for one in self._subscribers for task in one.tasks.values()]
        for subscriber in self._subscribers:
            subscriber.stop()
        self._subscribers.clear()
        await asyncio.gather(*tasks, return_exceptions=True)


class _Subscriber(Generic[N]):
    """One callback with the newest undelivered news of each subject."""

    def __init__(self, callback: Callable[[N], Awaitable[None]]) -> None:
        self._callback = callback
        self._pending: dict[Hashable, N] = {}
        self.tasks: dict[Hashable, asyncio.Task[None]] = {}

    def offer(self, news: N) -> None:
        earlier = self._pending.get(news.subject)
        self._pending[news.subject] = news if earlier is None else news.after(earlier)
        if news.subject not in self.tasks:
            self.tasks[news.subject] = asyncio.create_task(self._deliver(news.subject))

    def stop(self) -> None:
        self._pending.clear()
        for task in self.tasks.values():
            task.cancel()

    async def _deliver(self, subject: Hashable) -> None:
        try:
            while (news := self._pending.pop(subject, None)) is not None:
                try:
                    await self._callback(news)
                except Exception:  # noqa: BLE001 - one subscriber must not hurt another
                    _log.exception("a subscriber failed on %r", subject)
        finally:
            self.tasks.pop(subject, None)
