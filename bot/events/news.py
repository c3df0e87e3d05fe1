"""The thread of an event: rounds, results and winners, with one mention for each pairing.

Those who have entered are also called once to the check-in, without which nobody is paired, and if
the event is cancelled.

Players are told by the preferences that they have for turns: by a mention in the thread, by a
direct message, or not at all; during their quiet hours they are named without a mention.

Every message carries a nonce of the news in it, so that a second attempt makes no second message.
"""

import hashlib
import logging
import time
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

import discord

from bot.events.news_screen import called_by, direct_screen, news_screens
from bot.match.threads import QUIET_MINUTES, THREAD_NAME
from bot.match.turn_pings import MINUTES_OF_A_DAY, TurnPings, quiet_minutes
from bot.ui.listener import Messenger
from bot.ui.screen import Screen
from engine.service import ChannelId, Notify
from engine.service.events.outcome_types import EventNews, NewsKind, UntoldNews
from engine.service.events.types import Event
from engine.service.people import UserId

HAS_THREAD: Final = 160004
"""Discord's code for a message that has a thread already."""
CLOSED_MESSAGES: Final = 50007
TOO_MANY: Final = 429
SERVER_ERRORS: Final = 500
IN_CHANNEL: Final = (
    *(NewsKind.CHECK_IN_OPEN, NewsKind.ROUND_PAIRED, NewsKind.PAIRED),
    *(NewsKind.BOARDS_OPEN, NewsKind.PLACE, NewsKind.CANCELLED),
)
"""The news that players need where no thread can be opened."""
log = logging.getLogger(__name__)


class EventThreads:
    """Posts the news of events."""

    def __init__(self, outlet: Messenger, pings: TurnPings) -> None:
        self._outlet = outlet
        self._pings = pings

    async def tell(self, event: Event, untold: UntoldNews) -> None:
        """Post news in the event's thread, in its channel where there can be none.

        Raises what Discord raises if it may take them later.
        """
        news: Sequence[EventNews] = untold.news
        thread = await self._thread(event)
        place = thread
        if thread is None:
            news = [one for one in news if _is_for_channel(event, one)]
            place = event.channel
        called = called_by(event, news)
        mentioned, direct = await self._ways(event, set(called))
        # Whom an earlier attempt was about to call is marked as called, and perhaps was not.
        if not untold.is_again:
            # The call to a match says nothing about an event that is cancelled right after it.
            calls = {one for one in mentioned | direct if called[one] is not NewsKind.CANCELLED}
            for user in await self._pinged(event, news, calls):
                mentioned.discard(user)
                direct.discard(user)
        if news and place is not None:
            await self._post(event, place, replace(untold, news=tuple(news)), mentioned)
        for user in sorted(direct):
            await self._write(event, user, called[user], untold)

    async def _pinged(
        self, event: Event, news: Sequence[EventNews], users: Collection[UserId]
    ) -> set[UserId]:
        """Return who has been called to the first turn of a new match; nobody else will be."""
        paired = {one.pairing for one in news if one.kind is NewsKind.PAIRED}
        found = set[UserId]()
        for one in event.pairings:
            mine = {user for user in (one.first, one.second) if user is not None and user in users}
            if not (mine and one.matches and one.number in paired):
                continue
            live = await self._outlet.service.load(one.matches[-1])
            for user in mine:
                if live is not None and not await self._pings.take_over(live, user):
                    found.add(user)
        return found

    async def _post(
        self, event: Event, place: int, untold: UntoldNews, mentioned: Collection[UserId]
    ) -> None:
        reader = await self._outlet.preferences.public(event.guild, event.locale)
        room = self._outlet.client.get_partial_messageable(place)
        screens = news_screens(reader, event, untold.news, mentioned)
        try:
            for page, screen in enumerate(screens):
                await self._send(room, screen, _nonce(event, untold, f"page {page}"))
        except discord.HTTPException as error:
            if _may_pass(error):
                raise
            log.info("news of an event were not posted (%s)", error)

    async def _ways(
        self, event: Event, users: Collection[UserId]
    ) -> tuple[set[UserId], set[UserId]]:
        """Return who is mentioned and who gets a direct message, by their preferences."""
        config = await self._outlet.preferences.config(event.guild)
        minute = int(time.time() // 60) % MINUTES_OF_A_DAY
        mentioned, direct = set[UserId](), set[UserId]()
        for user in users:
            if user < 0:  # somebody who has deleted their data
                continue
            prefs = await self._outlet.preferences.prefs(user)
            if prefs.quiet_hours is not None and quiet_minutes(prefs.quiet_hours, minute):
                continue
            if prefs.notify is Notify.DIRECT:
                direct.add(user)
            elif prefs.notify is Notify.CHANNEL and config.pings:
                mentioned.add(user)
        return mentioned, direct

    async def _write(self, event: Event, user: UserId, kind: NewsKind, untold: UntoldNews) -> None:
        """Call a player by a direct message. A closed one is not an error."""
        config = await self._outlet.preferences.config(event.guild)
        reader = await self._outlet.preferences.private(user, config.language or "en-US")
        screen = direct_screen(reader, event, user, kind)
        try:
            channel = await self._outlet.client.create_dm(discord.Object(user))
            await self._send(channel, screen, _nonce(event, untold, f"user {user}"))
        except discord.HTTPException as error:
            if _may_pass(error):
                raise
            level = logging.INFO if error.code == CLOSED_MESSAGES else logging.WARNING
            log.log(level, "a player was not called: %s", error)

    async def _send(self, room: discord.abc.Messageable, screen: Screen, nonce: str) -> None:
        message = await self._outlet.compose(screen)
        await room.send(view=message.view, nonce=nonce, allowed_mentions=message.mentions)

    async def _thread(self, event: Event) -> int | None:
        """Return the event's thread, opened if necessary; ``None`` where none can be opened."""
        if event.thread is not None:
            return event.thread
        if event.message is None or not self._may_open(event):
            return None
        place = self._outlet.client.get_partial_messageable(event.channel, guild_id=event.guild)
        thread = event.message  # A thread started from a message has the message's id.
        try:
            await place.get_partial_message(event.message).create_thread(
                name=event.plan.name[:THREAD_NAME], auto_archive_duration=QUIET_MINUTES
            )
        except discord.HTTPException as error:
            if _may_pass(error):
                raise
            if error.code != HAS_THREAD:
                log.info("no thread was opened for an event (%s)", error)
                return None
        except ValueError as error:
            log.info("no thread was opened for an event (%s)", error)
            return None
        await self._outlet.service.events.shown(
            event.id, event.rendered_version, thread=ChannelId(thread)
        )
        return thread

    def _may_open(self, event: Event) -> bool:
        """Whether the bot may open threads there; true if its permissions are unknown."""
        room = self._outlet.client.get_channel(event.channel)
        if not isinstance(room, discord.TextChannel):
            return room is None
        may = room.permissions_for(room.guild.me)
        return may.create_public_threads and may.send_messages_in_threads


def _nonce(event: Event, untold: UntoldNews, part: str) -> str:
    """Return the key of one message of the news, the same for every attempt."""
    whole = f"news {event.id} {event.guild} {untold.number} {part}"
    return "n" + hashlib.blake2b(whole.encode(), digest_size=12).hexdigest()


def _may_pass(error: discord.HTTPException) -> bool:
    """Whether a later attempt may succeed where this one did not: an outage, or a limit."""
    return error.status >= SERVER_ERRORS or error.status == TOO_MANY


def _is_for_channel(event: Event, news: EventNews) -> bool:
    """Whether news are told where no thread can be opened; those of an arena would fill it."""
    busy = event.plan.kind.is_continuous and news.kind is NewsKind.PAIRED
    return news.kind in IN_CHANNEL and not busy
