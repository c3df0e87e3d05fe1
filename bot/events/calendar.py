"""Events in Discord's own calendar of a server, where the bot may manage it.

Discord's event carries the id of ours in its description, so that any process finds it again: it is
created with the event's message and follows its start and its end.
"""

import logging
from datetime import UTC, datetime, timedelta
from typing import Final

import discord
from discord import EntityType, EventStatus, PrivacyLevel

from bot.events.words import plan_words
from bot.ui.custom_id import base36
from bot.ui.listener import Messenger
from bot.ui.reply import CUT
from engine.service.events.types import Event, EventState
from engine.service.people import MessageId

HOURS: Final = 3
"""How long an event without a fixed end is shown."""
DAYS: Final = 28
"""How long a league is shown."""
BEFORE: Final = (EventState.ANNOUNCED, EventState.CHECK_IN)
NAME: Final = 100
log = logging.getLogger(__name__)
Seen = tuple[EventState, int]


class EventCalendar:
    """Keeps a server's scheduled events consistent with ours; refusals are tolerated."""

    def __init__(self, outlet: Messenger) -> None:
        self._outlet = outlet
        self._seen: dict[tuple[int, int], Seen] = {}

    async def see_to(self, event: Event, message: MessageId | None) -> None:
        """Create, move, start or end the scheduled event, once for each state and start."""
        seen = (event.state, event.plan.starts_ms)
        key = (event.id, event.guild)
        if self._seen.get(key) == seen:
            return
        guild = self._outlet.client.get_guild(event.guild)
        if guild is None or not guild.me.guild_permissions.manage_events:
            return
        try:
            await self._settle(guild, event, message)
        except (discord.HTTPException, *CUT, ValueError) as error:
            log.info("a scheduled event was not changed (%s)", error)
            return
        self._seen[key] = seen
        if event.state not in (*BEFORE, EventState.RUNNING):
            self._seen.pop(key, None)

    async def _settle(self, guild: discord.Guild, event: Event, message: MessageId | None) -> None:
        found = await self._found(guild, event)
        if event.state in BEFORE:
            await self._planned(guild, event, message, found)
        elif found is None:
            return
        elif event.state is EventState.RUNNING:
            if found.status is EventStatus.scheduled:
                await found.edit(status=EventStatus.active)
        elif found.status is EventStatus.active:
            await found.edit(status=EventStatus.completed)
        elif found.status is EventStatus.scheduled:
            await found.edit(status=EventStatus.canceled)

    async def _found(self, guild: discord.Guild, event: Event) -> discord.ScheduledEvent | None:
        """Return the first scheduled event of ours, whichever process created it."""
        me, mark = self._outlet.client.user, _mark(event)
        found = [
            one
            for one in await guild.fetch_scheduled_events(with_counts=False)
            if me is not None and one.creator_id == me.id and (one.description or "").endswith(mark)
        ]
        return min(found, key=lambda one: one.id, default=None)

    async def _planned(
        self,
        guild: discord.Guild,
        event: Event,
        message: MessageId | None,
        found: discord.ScheduledEvent | None,
    ) -> None:
        start = datetime.fromtimestamp(event.plan.starts_ms / 1000, UTC)
        if event.plan.starts_ms <= self._outlet.service.now_ms():
            return
        if found is not None:
            if found.start_time != start:
                await found.edit(start_time=start, end_time=start + _length(event))
            return
        reader = await self._outlet.preferences.public(event.guild, event.locale)
        created = await guild.create_scheduled_event(
            name=event.plan.name[:NAME],
            start_time=start,
            end_time=start + _length(event),
            entity_type=EntityType.external,
            privacy_level=PrivacyLevel.guild_only,
            location=f"https://discord.com/channels/{event.guild}/{event.channel}/{message}",
            description=f"{plan_words(reader, event.plan)}\n{_mark(event)}",
        )
        first = await self._found(guild, event)
        if first is not None and first.id != created.id:
            await created.delete()  # Another process has created one at the same time.


def _mark(event: Event) -> str:
    return f"Gin {base36(event.id)}"


def _length(event: Event) -> timedelta:
    if event.plan.kind.is_continuous:
        return timedelta(minutes=event.plan.minutes)
    return timedelta(days=DAYS) if event.plan.kind.is_seasonal else timedelta(hours=HOURS)
