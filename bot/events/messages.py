"""The message of each event: posted once, then edited after every committed change.

Edits are coalesced and paced for each channel. What was not shown (a restart, a refusal by Discord,
another process) is drawn by :mod:`bot.events.redraw`. A new event is posted by the answer to the
press that announces it; otherwise the posting carries a nonce of the event, so that two processes
that post at once make one message.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Final

import discord

from bot.events.bracket import bracket_parts, sections
from bot.events.calendar import EventCalendar
from bot.events.event_screen import event_screen
from bot.events.news import EventThreads
from bot.events.standings_screen import standings_parts
from bot.events.winner_roles import WinnerRoles
from bot.match.turn_pings import TurnPings
from bot.ops.metrics import Drawing
from bot.ui.custom_id import base36
from bot.ui.listener import Messenger
from bot.ui.public_message import NONCE_LENGTH, PublicMessages
from bot.ui.reply import CUT
from bot.ui.screen import Part, Screen
from engine.service.events.outcome_types import EventChanged, NewsKind
from engine.service.events.types import Event, EventId, EventState
from engine.service.people import ChannelId, MessageId
from engine.store import StoreError

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


class EventMessages(PublicMessages[Event]):
    """The listener that keeps the messages of events consistent with the store."""

    name = "an event"

    def __init__(self, outlet: Messenger, pings: TurnPings, interval: float) -> None:
        super().__init__(outlet, interval)
        self._news = EventThreads(outlet, pings)
        self._calendar = EventCalendar(outlet)
        self._roles = WinnerRoles(outlet)
        self._untold: set[EventId] = set()

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
            if drawn is not None and not rest:
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

    def is_due(self, shown: Event) -> bool:
        """Whether an outdated message may be drawn now; one never posted waits at first."""
        return super().is_due(shown) and self._is_left_alone(shown)

    async def announced(self, event: Event, message: int | None) -> None:
        """Record the message that a press has posted; without one the redraw job posts it."""
        if message is None:
            return
        await self._record(event, event.channel, MessageId(message), is_new=True)
        newest = await self._newest(event)
        if newest is not None and newest.version > event.version:
            self._queued(newest)  # Somebody has entered while the message was on its way.

    async def _edit_or_post(self, shown: Event) -> Drawing:
        if shown.message is None:
            # Another process may have posted it since this change.
            shown = await self._newest(shown) or shown
        return await super()._edit_or_post(shown)

    def _is_over(self, shown: Event) -> bool:
        return shown.state in OVER

    def _nonce(self, shown: Event, channel: ChannelId) -> str:
        # A message that replaces another one has a nonce of its own.
        again = base36(shown.message or 0)[-8:]
        return f"e{base36(shown.id)}m{again}"[:NONCE_LENGTH]

    async def _newest(self, shown: Event) -> Event | None:
        return await self._outlet.service.events.event(shown.id)

    async def _record(
        self, shown: Event, channel: ChannelId, message: MessageId, *, is_new: bool
    ) -> None:
        await self._calendar.see_to(shown, message)
        await self._roles.see_to(shown)
        place = channel if channel != shown.channel else None
        await self._outlet.service.events.shown(shown.id, shown.version, message, channel=place)
        self._succeeded(shown.id)

    async def screen(self, shown: Event) -> Screen:
        """Return the message of an event; at its end with a picture of the results."""
        reader = await self._outlet.preferences.public(shown.guild, shown.locale)
        pictures: list[Part] = []
        if shown.state is EventState.FINISHED and shown.pairings:
            if shown.plan.kind.is_knockout:
                last = len(sections(shown.rounds or 1)) - 1
                pictures = bracket_parts(reader, shown, last)
            else:
                pictures = standings_parts(reader, shown)
        now = self._outlet.service.now_ms()
        return event_screen(reader, shown, pictures=pictures, now_ms=now)
