"""One mention when the turn of an absent player begins, deleted after the move."""

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from typing import Final

import discord

from bot.match.board import match_context
from bot.match.links import WINDOW, launch_address, match_link
from bot.match.panels import TOKEN_SECONDS, Panels, PanelUpdates
from bot.presses.match import TablePress, TableVerb
from bot.ui.custom_id import base36
from bot.ui.listener import RETRY_SECONDS, EventListener, Messenger
from bot.ui.press import Link
from bot.ui.reader import MatchContext, Reader
from bot.ui.requests import CLOSED_MESSAGES, FAILURES, described, may_pass
from bot.ui.screen import Accent, Button, Row, Screen, Style, Text
from engine.game.match import MatchPhase
from engine.game.seats import Seat
from engine.service import (
    ChannelId,
    Committed,
    LiveMatch,
    MatchId,
    MessageId,
    MovedOn,
    Notify,
    Prefs,
    Reminded,
    UserId,
)
from engine.service.social import Mention


class PingReason(Enum):
    """The reason for a ping: the turn began, its time runs out, or the opponent nudges."""

    TURN = "t"
    REMINDER = "r"
    NUDGE = "n"


def turn_screen(
    reader: Reader,
    board: MatchContext,
    seat: Seat,
    link: str,
    *,
    direct: bool,
    call: PingReason = PingReason.TURN,
    page: str = "",
) -> Screen:
    """Return the ping for the person in ``seat``. ``link``: the table; ``direct``: by DM.

    ``page``: the same match on the card table. In a channel only this person is mentioned. Some
    tables have no link.
    """
    t = reader.words.t
    player = board.players[seat]
    names = ", ".join(f"**{board.name(other)}**" for other in _opponents(board, seat))
    if direct:
        text = t("🃏 Your turn vs {names}.", names=names)
    else:
        text = t("🃏 {you}, your turn vs {names}.", you=player.mention, names=names)
    if call is PingReason.REMINDER:
        text += "\n" + t("⏳ Reminder: your time is running out.")
    elif call is PingReason.NUDGE:
        text += "\n" + t("🔔 Nudge: your opponent is waiting.")
    deadline = board.deadline(seat)
    if deadline is not None:
        text += "\n-# " + t("Your time runs out {when}.", when=f"<t:{deadline}:R>")
    hand = TablePress(TableVerb.HAND, board.match)
    buttons = [Button(t("My hand"), hand, Style.PRIMARY, "🃏")]
    if link:
        buttons.append(Button(t("Go to table"), Link(link)))
    if page:
        buttons.append(Button(t("Open table"), Link(page), emoji=WINDOW))
    pings = () if direct or player.user is None else (player.user,)
    return Screen((Text(text), Row(tuple(buttons))), Accent.TURN, pings)


def _opponents(board: MatchContext, seat: Seat) -> list[Seat]:
    """Return the opponents of this seat at its table."""
    found = [
        other
        for table in board.view.tables
        if seat in table.players
        for other in table.players
        if other is not seat
    ]
    return found or [other for other in board.view.seats if other is not seat]


DELAY_SECONDS: Final = 3.0
"""The time a player has to open the hand or to move before a ping."""
WAIT_SECONDS: Final = 60.0
"""The delay before a ping is retried while the breaker is open."""
MINUTES_OF_A_DAY: Final = 24 * 60
log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Watched:
    """A match with a player to move at a version, and the pings sent.

    ``failures``: pings in a row that Discord did not take.
    """

    version: int = 0
    notified: set[UserId] = field(default_factory=set)
    failures: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class TurnPings:
    """The listener that sends turn pings. ``now``: seconds since the epoch, for quiet hours."""

    def __init__(
        self,
        messenger: Messenger,
        panels: Panels,
        updates: PanelUpdates,
        delay: float = DELAY_SECONDS,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.delay = delay
        self._messenger = messenger
        self._panels = panels
        self._updates = updates
        self._now = now
        self._matches: dict[MatchId, _Watched] = {}
        self._undeleted: set[tuple[MatchId, UserId]] = set()
        self._events = EventListener()

    async def start(self) -> None:
        """Listen to committed changes, and resume the previous process's pings.

        A player who was present then may still be: the ping waits until their panel's token
        expires.
        """
        if self._events.start():
            bus = self._messenger.service.bus
            self._events.subscribe(bus, Committed, self._on_committed)
            self._events.subscribe(bus, MovedOn, self._on_committed)
            self._events.subscribe(bus, Reminded, self._on_reminder)
        for mention in await self._messenger.service.mentions.every():
            self._watched(mention.match_id).notified.add(mention.user_id)
        running = {live.id: live for live in await self._messenger.service.running()}
        for match in tuple(self._matches):
            if match not in running:
                live = await self._messenger.service.load(match)
                if live is not None:
                    await self._follow(live, self.delay)
        for live in running.values():
            await self._follow(live, TOKEN_SECONDS)

    def sent(self) -> dict[MatchId, int]:
        """Return the matches with pings that this process takes back, and their known versions."""
        return {match: one.version for match, one in self._matches.items() if one.notified}

    async def call_again(self, live: LiveMatch, user: UserId, *, nudged: bool) -> None:
        """Replace the current ping with a reminder or a nudge, so that there is only one.

        Nobody is pinged again who is present, has disabled pings, or has quiet hours.
        """
        watched = self._watched(live.id)
        async with watched.lock:
            prefs = await self._messenger.preferences.prefs(user)
            looking = self._panels.is_live(live.id, user)
            if user not in _waiting(live) or prefs.notify is Notify.NONE or looking:
                return
            if self._quiet_seconds(prefs) > 0 and not nudged:
                return
            if self._messenger.breaker.is_open:
                return
            self._events.cancel((live.id, user))
            await self._take_back(live.id, user)
            watched.notified.add(user)
            call = PingReason.NUDGE if nudged else PingReason.REMINDER
            await self._call(watched, live, user, prefs, call)

    async def take_over(self, live: LiveMatch, user: UserId) -> bool:
        """Leave the ping of a turn to another message; false if it has been sent already.

        So a player who is told of a new match is mentioned once, whoever is first.
        """
        if user not in _waiting(live):
            return True
        watched = self._watched(live.id)
        async with watched.lock:
            if user in watched.notified:
                return False
            watched.notified.add(user)
            self._events.cancel((live.id, user))
            return await self._messenger.service.mentions.claim(live.id, user)

    async def _on_reminder(self, news: Reminded) -> None:
        user = news.live.player(news.seat).user_id
        if user is not None:
            await self.call_again(news.live, user, nudged=False)

    async def stop(self) -> None:
        """Stop listening; open mentions are deleted after the next start."""
        self._events.stop()
        self._matches.clear()
        self._undeleted.clear()

    async def _on_committed(self, change: Committed | MovedOn) -> None:
        await self._follow(change.live, self.delay)

    async def _follow(self, live: LiveMatch, delay: float) -> None:
        """Delete outdated pings, and prepare those for the players to move now."""
        waiting = _waiting(live)
        if not waiting and live.id not in self._matches:
            return
        watched = self._watched(live.id)
        watched.version = max(live.version, watched.version)
        async with watched.lock:
            if live.table.is_apart:  # another process may have told a player
                watched.notified |= await self._messenger.service.mentions.notified(live.id)
            for user in tuple(watched.notified):
                if user not in waiting or self._panels.is_live(live.id, user):
                    watched.notified.discard(user)
                    await self._take_back(live.id, user)
            for player in live.players:
                if player.user_id not in waiting:
                    self._events.cancel((live.id, player.user_id))
            for user in waiting:
                if user not in watched.notified and not self._events.is_due((live.id, user)):
                    self._call_later(live.id, user, delay)
        if not waiting:
            self._matches.pop(live.id, None)

    def _watched(self, match: MatchId) -> _Watched:
        return self._matches.setdefault(match, _Watched())

    def _call_later(
        self, match: MatchId, user: UserId, delay: float, call: PingReason = PingReason.TURN
    ) -> None:
        self._events.later((match, user), delay, lambda: self._consider(match, user, call))

    async def _consider(
        self, match: MatchId, user: UserId, call: PingReason = PingReason.TURN
    ) -> None:
        """Send a ping now, later, or not at all."""
        watched = self._matches.get(match)
        if watched is None:
            return
        async with watched.lock:
            if self._matches.get(match) is not watched:
                return
            prefs = await self._messenger.preferences.prefs(user)
            if prefs.notify is Notify.NONE:
                return
            if self._messenger.breaker.is_open:
                self._call_later(match, user, WAIT_SECONDS, call)
                return
            if self._panels.is_coming(match, user):
                self._call_later(match, user, self.delay, call)
                return
            # A player whose panel is open sees the turn there: their match need not be read.
            later = self._panels.seconds_left(match, user) or self._quiet_seconds(prefs)
            if later > 0:
                self._call_later(match, user, later + 1.0, call)
                return
            live = await self._messenger.service.load(match)
            if live is None or user in watched.notified or user not in _waiting(live):
                return
            watched.notified.add(user)
            await self._call(watched, live, user, prefs, call)

    def _quiet_seconds(self, prefs: Prefs) -> float:
        minute = int(self._now() // 60) % MINUTES_OF_A_DAY
        return 0.0 if prefs.quiet_hours is None else 60.0 * quiet_minutes(prefs.quiet_hours, minute)

    async def _call(
        self, watched: _Watched, live: LiveMatch, user: UserId, prefs: Prefs, call: PingReason
    ) -> None:
        """Send the one message of this turn, unless another process does.

        What Discord does not take now is sent later; its nonce lets Discord take it once. A closed
        direct message is not an error.
        """
        mentions = self._messenger.service.mentions
        if (live.id, user) in self._undeleted:
            await mentions.remove(live.id, user)
        if not await mentions.claim(live.id, user):
            return
        try:
            posted = await self._send(live, user, prefs, call)
        except FAILURES as error:
            is_closed = getattr(error, "code", 0) == CLOSED_MESSAGES
            log.log(
                logging.INFO if is_closed else logging.WARNING,
                "a turn was not announced (%s)",
                described(error),
            )
            if may_pass(error):
                delay = RETRY_SECONDS[min(watched.failures, len(RETRY_SECONDS) - 1)]
                watched.failures += 1
                watched.notified.discard(user)
                await mentions.remove(live.id, user)
                self._call_later(live.id, user, delay, call)
            return
        watched.failures = 0
        if posted is not None:
            channel, message = ChannelId(posted.channel.id), MessageId(posted.id)
            await mentions.sent(Mention(live.id, user, channel, message))

    async def _send(
        self, live: LiveMatch, user: UserId, prefs: Prefs, call: PingReason
    ) -> discord.Message | None:
        direct = prefs.notify is Notify.DIRECT or live.table.is_apart
        live = live.seen_by(user)
        if not direct:
            live = live.seen_by(user, live.table.guild)
        config = await self._messenger.service.guild_config(live.table.guild)
        if not direct and not config.pings:
            return None
        where: discord.abc.Messageable = self._messenger.client.get_partial_messageable(
            live.table.channel
        )
        reader = await self._messenger.preferences.public(live.table.guild, live.table.locale)
        if direct:
            where = await self._messenger.client.create_dm(discord.Object(user))
            reader = await self._messenger.preferences.private(
                user, config.language or live.table.locale or "en-US"
            )
        seat = live.seat_of(user)
        assert seat is not None
        screen = turn_screen(
            reader,
            match_context(self._messenger.service, live, reader),
            seat,
            match_link(live),
            direct=direct,
            call=call,
            page=launch_address(reader.card_table, self._messenger.client.application_id, live.id),
        )
        message = await self._messenger.compose(screen)
        return await where.send(
            view=message.view,
            nonce=f"{call.value}{base36(live.id)}v{base36(live.version)}s{_again(live, call)}"[
                -25:
            ],
            allowed_mentions=message.mentions,
        )

    async def _take_back(self, match: MatchId, user: UserId) -> None:
        """Delete the message of a turn that is over."""
        mention = await self._messenger.service.mentions.remove(match, user)
        if mention is not None and mention.message is not None:
            await self._delete(mention, mention.message)

    async def _delete(self, mention: Mention, message: MessageId, before: int = 0) -> None:
        """Delete a ping's message; what Discord does not take now is tried later.

        Until then the ping is stored, so that the next process knows of it as well. ``before``:
        the attempts that failed.
        """
        if mention.channel is None:
            return
        key, mentions = (mention.match_id, mention.user_id), self._messenger.service.mentions
        room = self._messenger.client.get_partial_messageable(mention.channel)
        try:
            await room.get_partial_message(message).delete()
        except FAILURES as error:
            log.log(
                logging.WARNING if may_pass(error) else logging.INFO,
                "a mention was not removed (%s)",
                described(error),
            )
            if may_pass(error):
                self._undeleted.add(key)
                await mentions.restore(mention)
                delay = RETRY_SECONDS[min(before, len(RETRY_SECONDS) - 1)]
                again = partial(self._delete, mention, message, before + 1)
                self._events.later(message, delay, again)
                return
        if before:
            self._undeleted.discard(key)
            await mentions.forget(mention)


def quiet_minutes(hours: tuple[int, int], minute: int) -> int:
    """Return the remaining quiet minutes, 0 outside quiet hours. All in minutes of the UTC day.

    >>> quiet_minutes((22 * 60, 7 * 60), 23 * 60)
    480
    >>> quiet_minutes((22 * 60, 7 * 60), 12 * 60)
    0
    """
    start, end = hours
    length = (end - start) % MINUTES_OF_A_DAY
    since = (minute - start) % MINUTES_OF_A_DAY
    return length - since if since < length else 0


def _waiting(live: LiveMatch) -> dict[UserId, Seat]:
    """Return the people a round waits for; empty where only one person plays."""
    people = {one.seat: one.user_id for one in live.players if one.user_id is not None}
    view = live.public()
    if len(people) < 2 or view.phase is not MatchPhase.PLAYING:
        return {}
    return {people[seat]: seat for seat in view.to_act if seat in people}


def _again(live: LiveMatch, call: PingReason) -> str:
    """Return the key that distinguishes the second nudge of a turn."""
    if call is not PingReason.NUDGE:
        return "".join(str(int(seat)) for seat in live.public().to_act)
    return str(sum(live.plans_of(player.seat).nudges for player in live.players))
