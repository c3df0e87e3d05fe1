"""Reactions of the bot to events of the service, and writing to Discord without an interaction."""

import asyncio
import contextvars
import logging
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Protocol, TypeAlias, TypeVar

import discord

from bot.ops.breaker import CircuitBreaker
from bot.ops.metrics import Metrics
from bot.ui.compose import ComposedMessage, compose
from bot.ui.markup import Markup
from bot.ui.members import Members
from bot.ui.pacing import Backlog, Spared
from bot.ui.presence import Presence
from bot.ui.reader import Preferences
from bot.ui.requests import FAILURES, described, may_pass
from bot.ui.screen import Screen
from engine.service import Announced, EventBus, Service, UserId

InboxListener: TypeAlias = Callable[[UserId], Awaitable[None]]
"""A callback that tells a person who is present about a new item in the inbox."""


@dataclass(frozen=True, slots=True)
class Messenger:
    """The client and the dependencies of every message."""

    client: discord.AutoShardedClient
    service: Service
    preferences: Preferences
    members: Members
    markup: Markup
    breaker: CircuitBreaker
    metrics: Metrics
    presence: Presence = field(default_factory=Presence)
    backlog: Backlog = field(default_factory=Backlog)

    async def compose(
        self, screen: Screen, *, for_edit: bool = False, spared: Spared | None = None
    ) -> ComposedMessage:
        """Convert a screen to a message with this bot's emojis and command mentions.

        ``spared``: what its new pictures are to whoever waits for an answer.
        """
        within_s = None if spared is None else self.backlog.patience_s(spared)
        return await compose(screen, self.markup, for_edit=for_edit, within_s=within_s)


class Running(Protocol):
    """Background work, started before the bot connects and stopped when it disconnects."""

    async def start(self) -> None:
        """Start the work."""

    async def stop(self) -> None:
        """Stop the work; harmless if it has not started."""


RETRY_SECONDS: Final = (5.0, 15.0, 30.0)
"""The delays before an attempt is made again; the last one recurs."""
MOST_ATTEMPTS: Final = 120
"""About an hour."""
N = TypeVar("N", bound=Announced)
Work = Coroutine[Any, Any, None]
log = logging.getLogger(__name__)


class EventListener:
    """A listener to events, with at most one delayed reaction per key.

    The service delivers events in its own context, while work runs in the client's context, in
    which :meth:`start` was called. A delay is not work in progress and runs in neither.
    """

    def __init__(self) -> None:
        self._subscriptions: list[Callable[[], None]] = []
        self._timers: dict[Hashable, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._outside = contextvars.copy_context()
        self._context = contextvars.copy_context()

    def start(self) -> bool:
        """Use this context for work from now on; return whether nothing is subscribed yet."""
        self._context = contextvars.copy_context()
        return not self._subscriptions

    def subscribe(
        self,
        bus: EventBus,
        kind: type[N],
        act: Callable[[N], Work],
        wanted: Callable[[N], bool] | None = None,
        ready: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """Call ``act`` for every event of a class that is ``wanted``, each time when ``ready``."""
        self._subscriptions.append(bus.subscribe(kind, act, self._copied, wanted, ready))

    def later(self, key: Hashable, seconds: float, work: Callable[[], Work]) -> None:
        """Do ``work`` after a delay, in place of any work scheduled for this key."""
        self.cancel(key)
        loop = asyncio.get_running_loop()
        wait = self._outside.copy()
        self._timers[key] = wait.run(loop.call_later, seconds, self._due, key, work)

    async def attempt(
        self, key: Hashable, failure: str, work: Callable[[], Awaitable[object]], before: int = 0
    ) -> None:
        """Do ``work``, and what Discord does not take now later, until it is too late.

        Doing it twice must do no more than once. ``failure``: what the log says of one;
        ``before``: the attempts that failed.
        """
        try:
            await work()
        except FAILURES as error:
            may = may_pass(error)
            log.log(logging.WARNING if may else logging.INFO, "%s (%s)", failure, described(error))
            if may and before < MOST_ATTEMPTS:
                delay = RETRY_SECONDS[min(before, len(RETRY_SECONDS) - 1)]
                self.later(key, delay, partial(self.attempt, key, failure, work, before + 1))

    def is_due(self, key: Hashable) -> bool:
        """Whether work is scheduled for this key."""
        return key in self._timers

    def cancel(self, key: Hashable) -> None:
        """Cancel the work scheduled for this key."""
        timer = self._timers.pop(key, None)
        if timer is not None:
            timer.cancel()

    def stop(self) -> None:
        """Unsubscribe from all events and cancel all scheduled work."""
        for unsubscribe in self._subscriptions:
            unsubscribe()
        self._subscriptions.clear()
        for key in tuple(self._timers):
            self.cancel(key)
        for task in self._tasks:
            task.cancel()

    def _copied(self) -> contextvars.Context:
        return self._context.copy()

    def _due(self, key: Hashable, work: Callable[[], Work]) -> None:
        self._timers.pop(key, None)
        task = self._context.copy().run(asyncio.ensure_future, work())
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning("what was due later failed", exc_info=error)
