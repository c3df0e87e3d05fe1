"""The announcement of committed changes: in order on one bus, coalesced, and to the timers.

A change is announced once, after COMMIT, also when its caller is gone. A slow subscriber gets
several changes of a match as one; a failing one is logged and does not affect the others.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from contextvars import Context, copy_context
from typing import Any, Final, Generic, Protocol, Self, TypeVar

from engine.game.match import MatchEvent
from engine.service.events import queries
from engine.service.events.outcomes import EventChanged, EventCommit, EventNews
from engine.service.events.types import EventId
from engine.service.live import LiveMatch, stored_of
from engine.service.matches import match_timers
from engine.service.ports import Clock, TimeSettings
from engine.service.scheduler import Scheduler
from engine.service.tx import ReadTx
from engine.service.types import (
    Applied,
    Committed,
    LobbyChanged,
    LobbyClosed,
    LobbyEvent,
    LobbyOpened,
    Reminded,
    Started,
)
from engine.store import Store, StoreError

_log: Final = logging.getLogger(__name__)


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


class Announcer:
    """Publishes the outcomes of committed changes, and wakes the timers that they have set.

    An event is published with all news since the last time, as soon as it is read.
    """

    scheduler: Scheduler

    def __init__(self, store: Store, clock: Clock, time_settings: TimeSettings) -> None:
        self.bus = EventBus()
        self._store = store
        self._clock = clock
        self._time_settings = time_settings
        self._unpublished: dict[EventId, list[EventNews]] = {}
        self._publishing: dict[EventId, asyncio.Task[None]] = {}

    def announce(self, outcome: object) -> None:
        """Announce the outcome of a change, if others have to know it."""
        match outcome:
            case Applied(live=live, happened=happened):
                self._announce_match(live, happened)
            case Started(live=live, lobby=lobby):
                self._announce_match(live, (MatchEvent.ROUND_DEALT,))
                if lobby is not None:
                    self.bus.publish(LobbyEvent(lobby))
            case LobbyOpened(lobby=lobby) | LobbyChanged(lobby=lobby) | LobbyClosed(lobby=lobby):
                self.bus.publish(LobbyEvent(lobby))
                self.scheduler.wake(lobby.expires_ms)
            case Reminded():
                self.bus.publish(outcome)
            case EventCommit():
                self._announce_event(outcome)
            case _:
                pass

    def _announce_match(self, live: LiveMatch, happened: tuple[MatchEvent, ...]) -> None:
        self.bus.publish(Committed(live.id, live.version, happened, live))
        if MatchEvent.MATCH_ENDED in happened:
            self.scheduler.wake(live.updated_ms)  # an event may go on
        due = match_timers.wanted(stored_of(live), self._time_settings).values()
        if due:
            self.scheduler.wake(min(one.due_ms for one in due))

    def _announce_event(self, commit: EventCommit) -> None:
        for one in commit.matches:
            self.announce(one)
        if commit.due:
            self.scheduler.wake(min(commit.due))
        if commit.is_changed:
            self._unpublished.setdefault(commit.event_id, []).extend(commit.news)
            if commit.event_id not in self._publishing:
                task = asyncio.get_running_loop().create_task(self._publish(commit.event_id))
                self._publishing[commit.event_id] = task

    async def _publish(self, event_id: EventId) -> None:
        try:
            while (news := self._unpublished.pop(event_id, None)) is not None:
                event = await self._store.read_long(
                    lambda connection: queries.read_event(
                        ReadTx(connection, self._clock.now_ms()), event_id
                    )
                )
                if event is not None:
                    self.bus.publish(EventChanged(event, tuple(news)))
        except StoreError:
            _log.warning("a change of event %d could not be read to be published", event_id)
        finally:
            del self._publishing[event_id]

    @property
    def is_quiet(self) -> bool:
        """Whether every change has been announced to every subscriber."""
        return not self._publishing and self.bus.is_quiet

    async def drained(self) -> None:
        """Wait until every change has been published; its subscribers may be slower."""
        while self._publishing:
            await asyncio.wait(list(self._publishing.values()))
