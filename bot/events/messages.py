"""The message of each event, and what follows it: Discord's calendar and the winner's role.

A message is posted once, then edited after every committed change. Edits are coalesced and paced
for each channel. What was not shown (a restart, a refusal by Discord, another process) is drawn by
the redraw job. A new event is posted by the answer to the press that announces it; otherwise
the posting carries a nonce of the event, so that two processes that post at once make one message.

Discord's own event in the calendar of a server carries the id of ours in its description, so that
any process finds it again: it is created with the event's message and follows its start and its
end, where the bot may manage it.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import discord
from discord import EntityType, EventStatus, PrivacyLevel

from bot.events.bracket_screen import bracket_parts, sections
from bot.events.event_facts import Looker
from bot.events.event_screen import event_screen
from bot.events.news import EventThreads
from bot.events.screen_parts import BEFORE, OVER, plan_words
from bot.events.standings_screen import standings_parts
from bot.match.turn_pings import TurnPings
from bot.ui.custom_id import base36
from bot.ui.listener import Messenger
from bot.ui.public_message import PublicMessages
from bot.ui.requests import FAILURES, MISSING, described, may_pass
from bot.ui.screen import Part, Screen, cut
from engine.service import ChannelId, MessageId, TableMessage, UserId
from engine.service.events import Event, EventChanged, EventId, EventState, NewsKind
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
CALENDAR_HOURS: Final = 3
"""How long an event without a fixed end is shown."""
CALENDAR_DAYS: Final = 28
"""How long a league is shown."""
CALENDAR_NAME_LENGTH: Final = 100
log = logging.getLogger(__name__)
CalendarState = tuple[EventState, int]


class EventMessages(PublicMessages[Event]):
    """The listener that keeps the messages of events consistent with the store."""

    name, letter = "an event", "e"

    def __init__(self, messenger: Messenger, pings: TurnPings, interval: float) -> None:
        super().__init__(messenger, interval)
        self._news = EventThreads(messenger, pings)
        self._calendar = EventCalendar(messenger)
        self._roles = WinnerRoles(messenger)
        self._unannounced: set[EventId] = set()

    async def start(self) -> None:
        """Listen to committed changes. Safe to call again after a reconnect."""
        if self._events.start():
            self._events.subscribe(self._messenger.service.bus, EventChanged, self._on_changed)

    async def stop(self) -> None:
        """Stop listening, and announce what was gathered, if Discord accepts it in time.

        What it does not accept is announced after the next start, or by another process.
        """
        self._events.stop()
        with contextlib.suppress(TimeoutError, StoreError):
            async with asyncio.timeout(LAST_NEWS_S):
                for event_id in tuple(self._unannounced):
                    await self.announce_news(event_id)
        self._queue.stop()

    async def post_in(self, channel: int, screen: Screen, nonce: str) -> None:
        """Post a screen in a channel, once for each nonce; Discord's refusal is written down."""
        place = self._messenger.client.get_partial_messageable(channel)
        message = await self._messenger.compose(screen)

        async def send() -> None:
            await place.send(
                view=message.view,
                files=message.files,
                nonce=nonce,
                allowed_mentions=message.mentions,
            )

        await self._events.attempt(nonce, "the organisers were not asked", send)

    async def _on_changed(self, change: EventChanged) -> None:
        """Draw an event, at once if its state is new, and announce its news."""
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
        self._unannounced.add(event_id)
        wait = TOGETHER * self._interval
        if not wait:
            await self.announce_news(event_id)
        elif not self._events.is_due(event_id):
            self._events.later(event_id, wait, lambda: self.announce_news(event_id))

    def _poster(self, event_id: EventId) -> Callable[[], Coroutine[Any, Any, None]]:
        """Return the posting of an event whose message nobody has posted meanwhile."""

        async def post() -> None:
            event = await self._messenger.service.events.event(event_id)
            if event is not None and event.message is None:
                await self.draw(event)

        return post

    async def announce_news(self, event_id: EventId) -> None:
        """Announce the news of an event that nobody has announced; they stay stored until then."""
        self._unannounced.discard(event_id)
        while not self._messenger.breaker.is_open:
            claimed = await self._messenger.service.events.claim_news(event_id)
            event = (
                None if claimed is None else await self._messenger.service.events.event(event_id)
            )
            if claimed is None or event is None:
                return
            try:
                await self._news.announce(event, claimed)
            except FAILURES as error:
                log.warning("news of an event wait for another attempt (%s)", described(error))
                return
            await self._messenger.service.events.mark_announced(event_id, claimed.number)

    async def redraw(self) -> int:
        """Draw outdated messages, and announce news that nobody has."""
        drawn = await super().redraw()
        if not self._messenger.breaker.is_open:
            for event_id in await self._messenger.service.events.unannounced():
                await self.announce_news(event_id)
        return drawn

    async def _outdated(self) -> Sequence[Event]:
        return await self._messenger.service.events.outdated()

    def _is_over(self, shown: Event) -> bool:
        return shown.state in OVER

    def _address(self, shown: Event) -> TableMessage:
        return TableMessage(shown.guild, shown.channel, shown.message)

    async def _newest(self, shown: Event) -> Event | None:
        return await self._messenger.service.events.event(shown.id)

    async def _record(
        self, shown: Event, channel: ChannelId, message: MessageId, *, is_new: bool
    ) -> None:
        done = await self._calendar.sync(shown, message), await self._roles.sync_role(shown)
        place = channel if channel != shown.channel else None
        # What Discord did not take now is tried again when the message is drawn again.
        version = shown.version if all(done) else shown.version - 1
        await self._messenger.service.events.shown(shown.id, version, message, channel=place)
        self._succeeded(shown.id)

    async def screen(self, shown: Event) -> Screen:
        """Return the message of an event; at its end with a picture of the results."""
        reader = await self._messenger.preferences.public(shown.guild, shown.locale)
        pictures: list[Part] = []
        if shown.state is EventState.FINISHED and shown.pairings:
            if shown.plan.kind.is_knockout:
                last = len(sections(shown.rounds or 1)) - 1
                pictures = bracket_parts(reader, shown, last)
            else:
                pictures = standings_parts(reader, shown)
        everybody = Looker(now_ms=self._messenger.service.now_ms())
        return event_screen(reader, shown, everybody, pictures=pictures)


# -- the calendar ------------------------------------------------------------------------


class EventCalendar:
    """Keeps a server's scheduled events consistent with ours; refusals are tolerated."""

    def __init__(self, messenger: Messenger) -> None:
        self._messenger = messenger
        self._seen: dict[tuple[int, int], CalendarState] = {}

    async def sync(self, event: Event, message: MessageId | None) -> bool:
        """Create, move, start or end the scheduled event, once for each state and start.

        Return whether nothing is left to do.
        """
        seen = (event.state, event.plan.starts_ms)
        key = (event.id, event.guild)
        if self._seen.get(key) == seen:
            return True
        guild = self._messenger.client.get_guild(event.guild)
        if guild is None or not guild.me.guild_permissions.manage_events:
            return True
        try:
            await self._settle(guild, event, message)
        except (*FAILURES, ValueError) as error:
            log.info("a scheduled event was not changed (%s)", described(error))
            return isinstance(error, ValueError) or not may_pass(error)
        self._seen[key] = seen
        if event.state not in (*BEFORE, EventState.RUNNING):
            self._seen.pop(key, None)
        return True

    async def _settle(self, guild: discord.Guild, event: Event, message: MessageId | None) -> None:
        own = await self._found(guild, event)
        found = own[0] if own else None
        if event.state in BEFORE:
            own = await self._planned(guild, event, message, own)
        elif found is None:
            return
        elif event.state is EventState.RUNNING:
            if found.status is EventStatus.scheduled:
                await found.edit(status=EventStatus.active)
        elif found.status is EventStatus.active:
            await found.edit(status=EventStatus.completed)
        elif found.status is EventStatus.scheduled:
            await found.edit(status=EventStatus.canceled)
        for double in own[1:]:
            await double.delete()  # Another process has created one at the same time.

    async def _found(self, guild: discord.Guild, event: Event) -> list[discord.ScheduledEvent]:
        """Return the scheduled events of ours, the first one first, whoever created them."""
        me, mark = self._messenger.client.user, _mark(event)
        found = [
            one
            for one in await guild.fetch_scheduled_events(with_counts=False)
            if me is not None and one.creator_id == me.id and (one.description or "").endswith(mark)
        ]
        return sorted(found, key=lambda one: one.id)

    async def _planned(
        self,
        guild: discord.Guild,
        event: Event,
        message: MessageId | None,
        own: list[discord.ScheduledEvent],
    ) -> list[discord.ScheduledEvent]:
        """Create or move the scheduled event; return those that there are then."""
        start = datetime.fromtimestamp(event.plan.starts_ms / 1000, UTC)
        if event.plan.starts_ms <= self._messenger.service.now_ms():
            return own
        if own:
            if own[0].start_time != start:
                await own[0].edit(start_time=start, end_time=start + _length(event))
            return own
        reader = await self._messenger.preferences.public(event.guild, event.locale)
        await guild.create_scheduled_event(
            name=cut(event.plan.name, CALENDAR_NAME_LENGTH),
            start_time=start,
            end_time=start + _length(event),
            entity_type=EntityType.external,
            privacy_level=PrivacyLevel.guild_only,
            location=f"https://discord.com/channels/{event.guild}/{event.channel}/{message}",
            description=f"{plan_words(reader, event.plan)}\n{_mark(event)}",
        )
        return await self._found(guild, event)


def _mark(event: Event) -> str:
    return f"Gin {base36(event.id)}"


def _length(event: Event) -> timedelta:
    if event.plan.kind.is_continuous:
        return timedelta(minutes=event.plan.minutes)
    return (
        timedelta(days=CALENDAR_DAYS)
        if event.plan.kind.is_seasonal
        else timedelta(hours=CALENDAR_HOURS)
    )


# -- the winner's role -------------------------------------------------------------------


class WinnerRoles:
    """Gives the role to the winner and takes it from the winner before, in a repeated event."""

    def __init__(self, messenger: Messenger) -> None:
        self._messenger = messenger

    async def sync_role(self, event: Event) -> bool:
        """Give the role of a finished event; what Discord refuses is left.

        Return whether nothing is left to do.
        """
        role, guild = event.plan.winner_role, self._messenger.client.get_guild(event.guild)
        if event.state is not EventState.FINISHED or role is None or guild is None:
            return True
        winners = winners_of(event)
        earlier = await self._earlier(event, role) - winners
        done = [await _has_role(guild, user, role, wanted=False) for user in earlier]
        done += [await _has_role(guild, user, role, wanted=True) for user in winners]
        return all(done)

    async def _earlier(self, event: Event, role: int) -> set[UserId]:
        """Return the winners of the event before this one in its series."""
        first = event.series or event.id
        listed = await self._messenger.service.events.of_guild(event.guild)
        before = [
            one
            for one in listed.history
            if one.id != event.id
            and (one.series or one.id) == first
            and one.state is EventState.FINISHED
            and one.plan.winner_role == role
            and one.plan.starts_ms < event.plan.starts_ms
        ]
        newest = max(before, key=lambda one: one.plan.starts_ms, default=None)
        return set() if newest is None else winners_of(newest)


def winners_of(event: Event) -> set[UserId]:
    """Return who has won: the first of the top division, or a whole team."""
    return {one.user_id for one in event.top if one.place == 1}


async def _has_role(guild: discord.Guild, user: UserId, role: int, *, wanted: bool) -> bool:
    """Give a role or take it; return false if Discord may do it later."""
    try:
        member = await guild.fetch_member(user)
        change = member.add_roles if wanted else member.remove_roles
        await change(discord.Object(role), reason="Gin: event")
    except FAILURES as error:
        if getattr(error, "code", 0) not in MISSING:
            log.warning("a winner's role was not changed (%s)", described(error))
        return not may_pass(error)
    return True
