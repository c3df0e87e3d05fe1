"""The news of an event in its thread: rounds, results and winners, and who is mentioned.

Those who have entered are called once to the check-in, without which nobody is paired, once to each
pairing, and if the event is cancelled. Players are called by the preferences that they have for
turns: by a mention in the thread, by a direct message, or not at all; during their quiet hours they
are named without a mention.

Every message carries a nonce of the news in it, so that a second attempt makes no second message.
"""

import hashlib
import logging
import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Final

import discord

from bot.events.event_facts import podium_lines, standing_line
from bot.events.event_screen import LEADERS
from bot.events.screen_parts import (
    cancelled_words,
    moment,
    name_of,
    open_pairings,
    pairing_line,
    press,
    rival_of,
    round_words,
    time_up_words,
    title_line,
)
from bot.match.links import QUIET_MINUTES, THREAD_NAME
from bot.match.turn_pings import MINUTES_OF_A_DAY, TurnPings, quiet_minutes
from bot.presses.event import EventVerb
from bot.ui.listener import Messenger
from bot.ui.press import Link
from bot.ui.reader import Reader
from bot.ui.requests import CLOSED_MESSAGES, HAS_THREAD, described, may_pass
from bot.ui.screen import Accent, Button, Row, Screen, Style, Text, cut
from engine.service import ChannelId, Notify, UserId
from engine.service.events import (
    EntryState,
    Event,
    EventNews,
    EventPairing,
    EventState,
    NewsKind,
    PairingState,
    UnannouncedNews,
    Verdict,
)

LETTERS: Final = 1900
"""The most characters of one message, so that its mentions stay below Discord's hundred."""
PER_LINE: Final = 20
"""The most people called on one line."""
IN_CHANNEL: Final = (
    *(NewsKind.CHECK_IN_OPEN, NewsKind.ROUND_PAIRED, NewsKind.PAIRED),
    *(NewsKind.BOARDS_OPEN, NewsKind.PLACE, NewsKind.CANCELLED),
)
"""The news that players need where no thread can be opened."""
log = logging.getLogger(__name__)


class EventThreads:
    """Posts the news of events."""

    def __init__(self, messenger: Messenger, pings: TurnPings) -> None:
        self._messenger = messenger
        self._pings = pings

    async def announce(self, event: Event, claimed: UnannouncedNews) -> None:
        """Post news in the event's thread, in its channel where there can be none.

        Raises what Discord raises if it may accept them later.
        """
        news: Sequence[EventNews] = claimed.news
        thread = await self._thread(event)
        place = thread
        if thread is None:
            news = [one for one in news if _is_for_channel(event, one)]
            place = event.channel
        called = called_by(event, news)
        mentioned, direct = await self._ways(event, set(called))
        # Whom an earlier attempt was about to call is marked as called, and perhaps was not.
        if not claimed.is_again:
            # The call to a match says nothing about an event that is cancelled right after it.
            calls = {one for one in mentioned | direct if called[one] is not NewsKind.CANCELLED}
            for user in await self._pinged(event, news, calls):
                mentioned.discard(user)
                direct.discard(user)
        if news and place is not None:
            await self._post(event, place, replace(claimed, news=tuple(news)), mentioned)
        for user in sorted(direct):
            await self._write(event, user, called[user], claimed)

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
            live = await self._messenger.service.load(one.matches[-1])
            for user in mine:
                if live is not None and not await self._pings.take_over(live, user):
                    found.add(user)
        return found

    async def _post(
        self, event: Event, place: int, claimed: UnannouncedNews, mentioned: Collection[UserId]
    ) -> None:
        reader = await self._messenger.preferences.public(event.guild, event.locale)
        room = self._messenger.client.get_partial_messageable(place)
        screens = news_screens(reader, event, claimed.news, mentioned)
        try:
            for page, screen in enumerate(screens):
                await self._send(room, screen, _nonce(event, claimed, f"page {page}"))
        except discord.HTTPException as error:
            if may_pass(error):
                raise
            log.info("news of an event were not posted (%s)", described(error))

    async def _ways(
        self, event: Event, users: Collection[UserId]
    ) -> tuple[set[UserId], set[UserId]]:
        """Return who is mentioned and who gets a direct message, by their preferences."""
        config = await self._messenger.preferences.config(event.guild)
        minute = int(time.time() // 60) % MINUTES_OF_A_DAY
        mentioned, direct = set[UserId](), set[UserId]()
        for user in users:
            if user < 0:  # somebody who has deleted their data
                continue
            prefs = await self._messenger.preferences.prefs(user)
            if prefs.quiet_hours is not None and quiet_minutes(prefs.quiet_hours, minute):
                continue
            if prefs.notify is Notify.DIRECT:
                direct.add(user)
            elif prefs.notify is Notify.CHANNEL and config.pings:
                mentioned.add(user)
        return mentioned, direct

    async def _write(
        self, event: Event, user: UserId, kind: NewsKind, claimed: UnannouncedNews
    ) -> None:
        """Call a player by a direct message. A closed one is not an error."""
        config = await self._messenger.preferences.config(event.guild)
        reader = await self._messenger.preferences.private(user, config.language or "en-US")
        screen = direct_screen(reader, event, user, kind)
        try:
            channel = await self._messenger.client.create_dm(discord.Object(user))
            await self._send(channel, screen, _nonce(event, claimed, f"user {user}"))
        except discord.HTTPException as error:
            if may_pass(error):
                raise
            level = logging.INFO if error.code == CLOSED_MESSAGES else logging.WARNING
            log.log(level, "a player was not called (%s)", described(error))

    async def _send(self, room: discord.abc.Messageable, screen: Screen, nonce: str) -> None:
        message = await self._messenger.compose(screen)
        await room.send(view=message.view, nonce=nonce, allowed_mentions=message.mentions)

    async def _thread(self, event: Event) -> int | None:
        """Return the event's thread, opened if necessary; ``None`` where none can be opened."""
        if event.thread is not None:
            return event.thread
        if event.message is None or not self._may_open(event):
            return None
        place = self._messenger.client.get_partial_messageable(event.channel, guild_id=event.guild)
        thread = event.message  # A thread started from a message has the message's id.
        try:
            await place.get_partial_message(event.message).create_thread(
                name=cut(event.plan.name, THREAD_NAME), auto_archive_duration=QUIET_MINUTES
            )
        except discord.HTTPException as error:
            if may_pass(error):
                raise
            if error.code != HAS_THREAD:
                log.info("no thread was opened for an event (%s)", described(error))
                return None
        except ValueError as error:
            log.info("no thread was opened for an event (%s)", error)
            return None
        await self._messenger.service.events.shown(
            event.id, event.rendered_version, thread=ChannelId(thread)
        )
        return thread

    def _may_open(self, event: Event) -> bool:
        """Whether the bot may open threads there; true if its permissions are unknown."""
        room = self._messenger.client.get_channel(event.channel)
        if not isinstance(room, discord.TextChannel):
            return room is None
        may = room.permissions_for(room.guild.me)
        return may.create_public_threads and may.send_messages_in_threads


def _nonce(event: Event, claimed: UnannouncedNews, part: str) -> str:
    """Return the key of one message of the news, the same for every attempt."""
    whole = f"news {event.id} {event.guild} {claimed.number} {part}"
    return "n" + hashlib.blake2b(whole.encode(), digest_size=12).hexdigest()


def _is_for_channel(event: Event, news: EventNews) -> bool:
    """Whether news are posted where no thread can be opened; those of an arena would fill it."""
    busy = event.plan.kind.is_continuous and news.kind is NewsKind.PAIRED
    return news.kind in IN_CHANNEL and not busy


# -- screens -----------------------------------------------------------------------------


def called_by(event: Event, news: Sequence[EventNews]) -> dict[UserId, NewsKind]:
    """Return who is called: to the check-in, to a place that has become free, or to a match.

    Who is in an event is also called if it is cancelled.
    """
    called: dict[UserId, NewsKind] = {}
    for one in news:
        if one.kind is NewsKind.CHECK_IN_OPEN:
            called |= dict.fromkeys(_to_check_in(event), one.kind)
        elif one.kind in (NewsKind.PAIRED, NewsKind.PLACE, NewsKind.CANCELLED):
            called |= dict.fromkeys(one.users, one.kind)
    return called


def _to_check_in(event: Event) -> list[UserId]:
    """Return who still has to check in, those on the waiting list included."""
    states = (EntryState.ENTERED, EntryState.WAITING)
    return [one.user_id for one in event.entries if one.state in states]


def news_screens(
    reader: Reader, event: Event, news: Sequence[EventNews], mentioned: Collection[UserId]
) -> Iterator[Screen]:
    """Return the messages of the news. ``mentioned``: who may be notified."""
    mentioned = {user for user in mentioned if user > 0}  # Others have deleted their data.
    lines = [line for one in news for line in _lines(reader, event, one, mentioned)]
    paired = any(one.kind is NewsKind.PAIRED for one in news)
    for text in _pages(lines):
        pings = tuple(sorted(user for user in mentioned if f"<@{user}>" in text))
        buttons = [_my_match(reader, event)] if paired else []
        if opened := [one.round for one in news if one.kind is NewsKind.BOARDS_OPEN]:
            boards = press(event, EventVerb.BOARDS, opened[-1])
            buttons.append(Button(reader.words.t("My boards"), boards, emoji="🎴"))
        rows = (Row(tuple(buttons)),) if buttons else ()
        yield Screen((Text(text), *rows), _accent(news), pings)


def _pages(lines: Sequence[str]) -> Iterator[str]:
    """Return the lines in texts that are not too long."""
    text = ""
    for line in lines:
        if text and len(text) + len(line) >= LETTERS:
            yield text
            text = ""
        text = f"{text}\n{line}" if text else line
    if text:
        yield text


def _accent(news: Sequence[EventNews]) -> Accent:
    kinds = {one.kind for one in news}
    if NewsKind.FINISHED in kinds:
        return Accent.GOLD
    return Accent.TURN if kinds & {NewsKind.PAIRED, NewsKind.CHECK_IN_OPEN} else Accent.CALM


def _my_match(reader: Reader, event: Event) -> Button:
    label = reader.words.t("My match")
    return Button(label, press(event, EventVerb.MATCH), Style.PRIMARY, "🃏")


def _lines(
    reader: Reader, event: Event, news: EventNews, mentioned: Collection[UserId]
) -> list[str]:
    t = reader.words.t
    match news.kind:
        case NewsKind.CHECK_IN_OPEN:
            return _check_in(reader, event, mentioned)
        case NewsKind.POSTPONED:
            when = f"{moment(event.plan.starts_ms, 'F')} ({moment(event.plan.starts_ms)})"
            return [t("🕒 The start has moved to {when}.", when=when)]
        case NewsKind.BOARDS_OPEN:
            return _boards_open(reader, event, news)
        case NewsKind.ROUND_PAIRED:
            return [f"### {_round(reader, event, news)}"]
        case NewsKind.CANCELLED:
            called = [user for user in news.users if user in mentioned]
            return [_cancelled(reader, event), *_in_lines(called)]
        case NewsKind.TIME_UP:
            return [f"⏰ {time_up_words(reader)}"]
        case NewsKind.FINISHED:
            title = t("### 🏆 {event} is over", event=title_line(event))
            return [title, *podium_lines(reader, event)]
        case NewsKind.PLACE:
            return [_place(reader, event, user, mentioned) for user in news.users]
        case _:
            pairing = _pairing(event, news.pairing)
            return [_of_pairing(reader, event, news, pairing, mentioned)] if pairing else []


def _cancelled(reader: Reader, event: Event) -> str:
    """Return why an event does not take place, and what becomes of its matches."""
    text = cancelled_words(reader, event)
    if any(one.state is PairingState.PLAYING for one in event.pairings):
        text += " " + reader.words.t("Matches in progress continue outside the event.")
    elif any(one.verdict is Verdict.ABANDONED for one in event.pairings):
        text += " " + reader.words.t("Matches in progress end without a result.")
    return text


def _round(reader: Reader, event: Event, news: EventNews) -> str:
    whole = event.plan.kind.has_teams
    if event.ends_ms is not None or not news.round or whole:
        return reader.words.t("{event} begins", event=title_line(event))
    if event.round == news.round:
        return round_words(reader, event)
    return reader.words.t("Round {round}", round=news.round)


def _boards_open(reader: Reader, event: Event, news: EventNews) -> list[str]:
    """Return that a round's boards are public, with the leaders after it."""
    t = reader.words.t
    if event.state is EventState.CANCELLED:
        return [t("🃏 You can now see the boards of round {n}.", n=news.round)]
    if event.plan.kind.has_teams:
        return [t("🃏 Every table has played, so you can now see the boards.")]
    head = t("🃏 Every table has played, so you can now see the boards of round {n}.", n=news.round)
    leaders = [standing_line(event, one) for one in event.standings[:LEADERS]]
    return [head, *leaders]


def _check_in(reader: Reader, event: Event, mentioned: Collection[UserId]) -> list[str]:
    text = reader.words.t(
        "✅ Check-in is open until {when}. Only players who check in will be paired.",
        when=moment(event.plan.starts_ms, "t"),
    )
    return [text, *_in_lines([user for user in _to_check_in(event) if user in mentioned])]


def _in_lines(users: Sequence[UserId]) -> list[str]:
    """Return mentions, some on each line."""
    called = [f"<@{user}>" for user in users]
    lines = (called[start : start + PER_LINE] for start in range(0, len(called), PER_LINE))
    return [" ".join(line) for line in lines]


def _place(reader: Reader, event: Event, user: UserId, mentioned: Collection[UserId]) -> str:
    """Return that somebody has moved up from the waiting list, and what they have to do."""
    text = reader.words.t("✋ {name} has got a spot.", name=_called(event, user, mentioned))
    return " ".join([text, *_must_check_in(reader, event, user)])


def _must_check_in(reader: Reader, event: Event, user: UserId) -> list[str]:
    entry = event.entry_of(user)
    is_open = event.state is EventState.CHECK_IN
    if not is_open or entry is None or entry.state is not EntryState.ENTERED:
        return []
    when = moment(event.plan.starts_ms, "t")
    return [reader.words.t("Check in by {when}, or you won't be paired.", when=when)]


def _of_pairing(
    reader: Reader,
    event: Event,
    news: EventNews,
    pairing: EventPairing,
    mentioned: Collection[UserId],
) -> str:
    t = reader.words.t
    if news.kind is NewsKind.NO_SHOW:
        names = ", ".join(name_of(event, user) for user in news.users)
        return t("🚪 {names} didn't show up.", names=names)
    if news.kind is NewsKind.UNDONE:
        both = " – ".join(name_of(event, one) for one in (pairing.first, pairing.second) if one)
        return t("↩️ An organiser undid the result of {pairing}.", pairing=both)
    if news.kind is NewsKind.RESULT:
        return f"🏁 {pairing_line(reader, event, pairing)}"
    players = [_called(event, one, mentioned) for one in (pairing.first, pairing.second) if one]
    if len(players) == 1:
        return t("💤 {name} has a bye", name=players[0])
    return t("▶️ {first} vs {second}", first=players[0], second=players[1])


def _called(event: Event, user: UserId, mentioned: Collection[UserId]) -> str:
    return f"<@{user}>" if user in mentioned else f"**{name_of(event, user)}**"


def _pairing(event: Event, number: int) -> EventPairing | None:
    return next((one for one in event.pairings if one.number == number), None)


def direct_screen(reader: Reader, event: Event, user: UserId, kind: NewsKind) -> Screen:
    """Return the direct message about what a player is called to, or why an event is cancelled."""
    t, mine = reader.words.t, open_pairings(event, user)
    if kind is NewsKind.CHECK_IN_OPEN:
        text = t(
            "✅ {event}: check in by {when}, or you won't be paired.",
            event=title_line(event),
            when=moment(event.plan.starts_ms, "t"),
        )
    elif kind is NewsKind.PLACE:
        text = t("✋ {event}: you got a spot.", event=title_line(event))
        text = " ".join([text, *_must_check_in(reader, event, user)])
    elif kind is NewsKind.CANCELLED:
        text = f"**{title_line(event)}**\n{_cancelled(reader, event)}"
    else:
        rivals = ", ".join(f"**{rival_of(event, one, user)}**" for one in mine) or "–"
        text = t("🃏 {event}: you're playing {rivals}.", event=title_line(event), rivals=rivals)
    link = f"https://discord.com/channels/{event.guild}/{event.channel}/{event.message or ''}"
    go = Button(t("Go to event"), Link(link.rstrip("/")))
    accent = Accent.CALM if kind is NewsKind.CANCELLED else Accent.TURN
    return Screen((Text(text), Row((go,))), accent)
