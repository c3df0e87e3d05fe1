"""The message of each event: posted once, then edited after every committed change.

Edits are coalesced and paced for each channel. What was not shown (a restart, a refusal by Discord,
another process) is drawn by :mod:`bot.events.redraw`. A new event is posted by the answer to the
press that announces it; otherwise the posting carries a nonce of the event, so that two processes
that post at once make one message.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, Final

import discord

from bot.events.bracket import bracket_parts, sections
from bot.events.calendar import EventCalendar
from bot.events.event_screen import event_screen
from bot.events.news import EventThreads
from bot.events.standings_screen import standings_parts
from bot.events.winner_roles import WinnerRoles
from bot.match.board_queue import BoardQueue, RetryBackoff
from bot.match.messages import OLD_MESSAGE_EDITS, UNKNOWN_MESSAGE, TableMessages
from bot.match.turn_pings import TurnPings
from bot.ui.custom_id import base36
from bot.ui.listener import EventListener, Outlet
from bot.ui.reply import CUT
from bot.ui.screen import Part, Screen
from engine.service.events.outcome_types import EventChanged, NewsKind
from engine.service.events.types import Event, EventId, EventKind, EventState
from engine.service.people import MessageId
from engine.store import StoreError

LEFT_ALONE_S: Final = 20.0
"""The time after which an event without a message gets one from whoever notices."""
CALM: Final = 3
"""The intervals that an event waits for further changes, since nobody's turn depends on it."""
TOGETHER: Final = 3
"""The intervals in which news are gathered into one message."""
LAST_NEWS_S: Final = 0.7
"""The time for gathered news when the process ends."""
AT_ONCE: Final = frozenset(NewsKind) - {
    *(NewsKind.PAIRED, NewsKind.RESULT, NewsKind.NO_SHOW, NewsKind.PLACE),
}
"""The news that change what the message offers."""
OVER: Final = (EventState.FINISHED, EventState.CANCELLED)
log = logging.getLogger(__name__)


class EventMessages:
    """The listener that keeps the messages of events consistent with the store."""

    def __init__(
        self, outlet: Outlet, tables: TableMessages, pings: TurnPings, interval: float
    ) -> None:
        self._outlet = outlet
        self._tables = tables
        self._interval = interval
        self._news = EventThreads(outlet, pings)
        self._calendar = EventCalendar(outlet)
        self._roles = WinnerRoles(outlet)
        self._backoff = RetryBackoff()
        self._latest: dict[EventId, Event] = {}
        self._untold: set[EventId] = set()
        self._expected: set[int] = set()
        self._missing: dict[EventId, float] = {}
        self.left_alone_s = LEFT_ALONE_S
        self._queue = BoardQueue(self._draw_newest, interval)
        self._events = EventListener()

    async def start(self) -> None:
        """Listen to committed changes. Safe to call again after a reconnect."""
        if self._events.start():
            self._events.hear(self._outlet.service.event_hub, self._on_changed)

    async def stop(self) -> None:
        """Stop listening, and tell what was gathered, if Discord takes it in time.

        What it does not take is told after the next start, or by another process.
        """
        self._events.stop()
        with contextlib.suppress(TimeoutError, StoreError):
            async with asyncio.timeout(LAST_NEWS_S):
                for event_id in tuple(self._untold):
                    await self.tell(event_id)
        self._queue.stop()

    @contextlib.asynccontextmanager
    async def expecting(self, event: int) -> AsyncIterator[None]:
        """Leave the posting of a new event to the press that announces it."""
        self._expected.add(event)
        try:
            yield
        finally:
            self._expected.discard(event)

    async def _on_changed(self, change: EventChanged) -> None:
        """Draw an event, at once if its state is new, and tell its news."""
        event = change.event
        if event.id in self._expected:
            return
        if event.message is None:
            self._events.later(("post", event.id), self.left_alone_s, self._poster(event.id))
        else:
            is_new = any(one.kind in AT_ONCE for one in change.news)
            rest = 0.0 if is_new else CALM * self._interval
            drawn = self._queued(event, rest)
            if not rest:
                await asyncio.shield(drawn)
        if change.news:
            await self._gather(event.id)

    async def _gather(self, event_id: EventId) -> None:
        """Keep news until some more have come, because a round's tables are dealt one by one."""
        self._untold.add(event_id)
        wait = TOGETHER * self._interval
        if not wait:
            await self.tell(event_id)
        elif not self._events.is_due(event_id):
            self._events.later(event_id, wait, lambda: self.tell(event_id))

    def _poster(self, event_id: EventId) -> Callable[[], Coroutine[Any, Any, None]]:
        """Return the posting of an event whose message nobody has posted meanwhile."""

        async def post() -> None:
            event = await self._outlet.service.events.event(event_id)
            if event is not None and event.message is None:
                await self.draw(event)

        return post

    async def tell(self, event_id: EventId) -> None:
        """Tell the news of an event that nobody has told; they are kept until then."""
        self._untold.discard(event_id)
        while not self._outlet.breaker.is_open:
            untold = await self._outlet.service.events.take_news(event_id)
            event = None if untold is None else await self._outlet.service.events.event(event_id)
            if untold is None or event is None:
                return
            try:
                await self._news.tell(event, untold)
            except (discord.HTTPException, *CUT) as error:
                log.warning("news of an event wait for another attempt (%s)", error)
                return
            await self._outlet.service.events.told(event_id, untold.number)

    def is_due(self, event: Event) -> bool:
        """Whether an outdated message may be drawn now.

        One that was never posted waits at first: its answer may still be in flight, perhaps that
        of another process.
        """
        if event.id in self._expected or self._backoff.is_resting(event.id):
            return False
        if event.message is not None:
            self._missing.pop(event.id, None)
            return True
        since = self._missing.setdefault(event.id, time.monotonic())
        return time.monotonic() - since >= self.left_alone_s

    async def draw(self, event: Event) -> None:
        """Draw an event's message as soon as its channel allows."""
        await asyncio.shield(self._queued(event))

    def _queued(self, event: Event, rest: float = 0.0) -> asyncio.Future[None]:
        known = self._latest.get(event.id)
        if known is None or known.version <= event.version:
            self._latest[event.id] = event
        return self._queue.add(event.channel, event.id, rest=rest)

    async def _draw_newest(self, event_id: EventId) -> None:
        event = self._latest.pop(event_id, None)
        if event is None or self._outlet.breaker.is_open:
            return  # the redraw task draws it later
        try:
            if event.message is None:
                # Another process may have posted it since this change.
                event = await self._outlet.service.events.event(event_id) or event
            await self._show(event)
        except (discord.HTTPException, *CUT, StoreError) as error:
            log.warning("an event was not drawn (%s)", error)
            self._backoff.failed(event_id, outage=_may_pass(error))

    async def announced(self, event: Event, message: int | None) -> None:
        """Record the message that a press has posted; without one the redraw task posts it."""
        if message is None:
            return
        await self._shown(event, MessageId(message))
        newest = await self._outlet.service.events.event(event.id)
        if newest is not None and newest.version > event.version:
            self._queued(newest)  # Somebody has entered while the message was on its way.

    async def _show(self, event: Event) -> None:
        """Edit or post the message, see to what follows from the state, and record both."""
        screen = await self.screen(event)
        message = event.message
        if message is None or not await self._edited(event, screen):
            message = await self._posted(event, screen)
        await self._shown(event, message)

    async def _shown(self, event: Event, message: MessageId) -> None:
        await self._calendar.see_to(event, message)
        await self._roles.see_to(event)
        await self._outlet.service.events.shown(event.id, event.version, message)
        self._backoff.succeeded(event.id)

    async def _edited(self, event: Event, screen: Screen) -> bool:
        """Edit the message; false if it was deleted and the event still needs one."""
        assert event.message is not None
        try:
            await self._tables.edit(event.channel, event.message, screen)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            return event.state in OVER
        return True

    async def _posted(self, event: Event, screen: Screen) -> MessageId:
        message = await self._outlet.compose(screen)
        place = self._outlet.client.get_partial_messageable(event.channel)
        # A message that replaces a deleted one has a nonce of its own.
        again = base36(event.message or 0)[-8:]
        posted = await place.send(
            view=message.view,
            files=message.files,
            nonce=f"e{base36(event.id)}m{again}"[:25],
            allowed_mentions=message.mentions,
        )
        return MessageId(posted.id)

    async def screen(self, event: Event) -> Screen:
        """Return the message of an event; at its end with a picture of the results."""
        reader = await self._outlet.preferences.public(event.guild, event.locale)
        pictures: list[Part] = []
        if event.state is EventState.FINISHED and event.pairings:
            if event.plan.kind is EventKind.KNOCKOUT:
                last = len(sections(event.rounds or 1)) - 1
                pictures = bracket_parts(reader, event, last)
            else:
                pictures = standings_parts(reader, event)
        now = self._outlet.service.now_ms()
        return event_screen(reader, event, pictures=pictures, now_ms=now)


def _may_pass(error: Exception) -> bool:
    """Whether the next attempt may succeed: an outage, a limit, or a permission that returns."""
    if not isinstance(error, discord.HTTPException):
        return True
    return error.status >= 500 or error.status in (403, 429) or error.code == OLD_MESSAGE_EDITS
