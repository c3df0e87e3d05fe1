"""The news of an event as messages, and the direct message about a pairing."""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from bot.events.controls import press
from bot.events.event_screen import LEADERS, podium_lines, standing_line
from bot.events.words import (
    cancelled_words,
    moment,
    name_of,
    open_pairings,
    pairing_line,
    rival_of,
    round_words,
    time_up_words,
    title_line,
)
from bot.presses.event import EventVerb
from bot.ui.reader import Reader
from bot.ui.screen import Accent, Button, Row, Screen, Style, Text
from engine.service.events.outcome_types import EventNews, NewsKind
from engine.service.events.types import (
    EntryState,
    Event,
    EventState,
    Pairing,
    PairingState,
    Verdict,
)
from engine.service.people import UserId

LETTERS: Final = 1900
"""The most characters of one message, so that its mentions stay below Discord's hundred."""
PER_LINE: Final = 20
"""The most people called on one line."""


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
    """Return the messages that tell the news. ``mentioned``: who may be notified."""
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
    """Return why an event is not held, and what becomes of its matches."""
    said = cancelled_words(reader, event)
    if any(one.state is PairingState.PLAYING for one in event.pairings):
        said += " " + reader.words.t("Matches in progress go on outside the event.")
    elif any(one.verdict is Verdict.ABANDONED for one in event.pairings):
        said += " " + reader.words.t("Matches in progress end without a result.")
    return said


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
        return [t("🃏 The boards of round {n} are open.", n=news.round)]
    if event.plan.kind.has_teams:
        return [t("🃏 All tables have played: the boards are open.")]
    head = t("🃏 All tables have played: the boards of round {n} are open.", n=news.round)
    leaders = [standing_line(event, one) for one in event.standings[:LEADERS]]
    return [head, *leaders]


def _check_in(reader: Reader, event: Event, mentioned: Collection[UserId]) -> list[str]:
    text = reader.words.t(
        "✅ Check-in is open until {when}. Only those who check in are paired.",
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
    said = reader.words.t("✋ {name} has a place now.", name=_called(event, user, mentioned))
    return " ".join([said, *_must_check_in(reader, event, user)])


def _must_check_in(reader: Reader, event: Event, user: UserId) -> list[str]:
    entry = event.entry_of(user)
    is_open = event.state is EventState.CHECK_IN
    if not is_open or entry is None or entry.state is not EntryState.ENTERED:
        return []
    when = moment(event.plan.starts_ms, "t")
    return [reader.words.t("Check in until {when}, or you aren't paired.", when=when)]


def _of_pairing(
    reader: Reader,
    event: Event,
    news: EventNews,
    pairing: Pairing,
    mentioned: Collection[UserId],
) -> str:
    t = reader.words.t
    if news.kind is NewsKind.NO_SHOW:
        names = ", ".join(name_of(event, user) for user in news.users)
        return t("🚪 {names} didn't show up.", names=names)
    if news.kind is NewsKind.UNDONE:
        both = " – ".join(name_of(event, one) for one in (pairing.first, pairing.second) if one)
        return t("↩️ An organiser has undone the result of {pairing}.", pairing=both)
    if news.kind is NewsKind.RESULT:
        return f"🏁 {pairing_line(reader, event, pairing)}"
    players = [_called(event, one, mentioned) for one in (pairing.first, pairing.second) if one]
    if len(players) == 1:
        return t("💤 {name} has a bye", name=players[0])
    return t("▶️ {first} against {second}", first=players[0], second=players[1])


def _called(event: Event, user: UserId, mentioned: Collection[UserId]) -> str:
    return f"<@{user}>" if user in mentioned else f"**{name_of(event, user)}**"


def _pairing(event: Event, number: int) -> Pairing | None:
    return next((one for one in event.pairings if one.number == number), None)


def direct_screen(reader: Reader, event: Event, user: UserId, kind: NewsKind) -> Screen:
    """Return the direct message about what a player is called to, or why an event is not held."""
    t, mine = reader.words.t, open_pairings(event, user)
    if kind is NewsKind.CHECK_IN_OPEN:
        text = t(
            "✅ {event}: check in until {when}, or you aren't paired.",
            event=title_line(event),
            when=moment(event.plan.starts_ms, "t"),
        )
    elif kind is NewsKind.PLACE:
        said = t("✋ {event}: you have a place now.", event=title_line(event))
        text = " ".join([said, *_must_check_in(reader, event, user)])
    elif kind is NewsKind.CANCELLED:
        text = f"**{title_line(event)}**\n{_cancelled(reader, event)}"
    else:
        rivals = ", ".join(f"**{rival_of(event, one, user)}**" for one in mine) or "–"
        text = t("🃏 {event}: you play {rivals}.", event=title_line(event), rivals=rivals)
    link = f"https://discord.com/channels/{event.guild}/{event.channel}/{event.message or ''}"
    go = Button(t("Go to event"), link.rstrip("/"), link=True)
    accent = Accent.CALM if kind is NewsKind.CANCELLED else Accent.TURN
    return Screen((Text(text), Row((go,))), accent)
