"""The event's message, and what the event means for one person."""

from collections.abc import Sequence
from typing import Final

from bot.events.screen_parts import (
    BEFORE,
    GONE,
    cancelled_words,
    event_rows,
    is_open,
    moment,
    name_of,
    open_pairings,
    plan_words,
    rival_of,
    round_words,
    state_of,
    team_name,
    team_score,
    title_line,
)
from bot.presses.event import EventPress, EventVerb
from bot.presses.match import TablePress, TableVerb
from bot.ui.markup import plain_name, safe_name
from bot.ui.reader import Reader
from bot.ui.screen import Accent, Button, Part, Row, Screen, Style, Text, clipped
from bot.wording.events import MEDALS, score_text, words_of
from engine.events.plan import check_in_ms
from engine.service import UserId
from engine.service.events import (
    HOLDING,
    EntryState,
    Event,
    EventEntry,
    EventPairing,
    EventStanding,
    EventState,
)

NAMES: Final = 24
"""The most entrants named in an event's message."""
LEADERS: Final = 5
PODIUM: Final = 3


def event_screen(
    reader: Reader,
    event: Event,
    *,
    user: UserId | None = None,
    organizes: bool = True,
    notice: str = "",
    pictures: Sequence[Part] = (),
    now_ms: int = 0,
) -> Screen:
    """Return an event: the message in its channel, or what one person sees of it.

    ``user``: that person. ``notice``: a sentence above. ``pictures``: how it ended.
    """
    parts: list[Part] = [Text(notice)] if notice else []
    lines = [*_head(reader, event), *_state_lines(reader, event, user, now_ms)]
    parts.append(Text("\n".join(lines)))
    parts += pictures
    parts += event_rows(reader, event, user=user, organizes=organizes, now_ms=now_ms)
    if user is not None:
        parts.append(Row((all_events(reader),)))
    return Screen(tuple(parts), _accent(event))


def _accent(event: Event) -> Accent:
    match event.state:
        case EventState.CHECK_IN | EventState.RUNNING:
            return Accent.TURN
        case EventState.FINISHED:
            return Accent.GOLD
        case EventState.CANCELLED:
            return Accent.CALM
        case _:
            return Accent.WAIT


def _head(reader: Reader, event: Event) -> list[str]:
    lines = [f"### 🏆 {title_line(event)}", f"-# {plan_words(reader, event.plan)}"]
    if event.season > 1:
        t, is_league = reader.words.t, event.plan.kind.is_seasonal
        lines[1] += " · "
        lines[1] += t("season {n}", n=event.season) if is_league else t("#{n}", n=event.season)
    return lines


def _state_lines(reader: Reader, event: Event, user: UserId | None, now_ms: int) -> list[str]:
    t = reader.words.t
    match event.state:
        case EventState.ANNOUNCED | EventState.CHECK_IN:
            lines = _before(reader, event)
        case EventState.RUNNING:
            lines = _running(reader, event, now_ms)
        case EventState.FINISHED:
            lines = [t("Finished."), *podium_lines(reader, event)]
        case _:
            lines = [cancelled_words(reader, event)]
    return [*lines, *own_lines(reader, event, user)]


def _before(reader: Reader, event: Event) -> list[str]:
    t, starts = reader.words.t, event.plan.starts_ms
    when = f"{moment(starts, 'F')} ({moment(starts)})"
    lines = [t("**Start:** {when}", when=when)]
    if event.state is EventState.CHECK_IN:
        lines.append(t("✅ **Check-in is open.** Only players who check in will be paired."))
    else:
        lines.append(t("Check-in opens {when}.", when=moment(starts - check_in_ms(event.plan))))
    if event.plan.winner_role is not None:
        lines.append(t("The winner gets {role}.", role=f"<@&{event.plan.winner_role}>"))
    lines += [f"-# {t(words_of(event.plan.kind).idea)}.", _entered(reader, event)]
    if event.anchor is not None:
        commitment = t("Commitment to the boards: {anchor}", anchor=f"`{event.anchor}`")
        lines.append(f"-# {commitment}")
    return lines


def _entered(reader: Reader, event: Event) -> str:
    """Return how many are entered, and the first of them by name."""
    t = reader.words.t
    playing = [one for one in event.entries if one.state not in GONE and one.queue is None]
    if not playing:
        return t("No entries yet.")
    counted = t("**Entries:** {n}", n=len(playing))
    if event.state is EventState.CHECK_IN:
        here = sum(one.state is EntryState.HERE for one in playing)
        counted = t("**Entries:** {n}, checked in: {here}", n=len(playing), here=here)
    if event.plan.kind.has_teams:
        return "\n".join([counted, *_teams(reader, event)])
    return "\n".join([counted, _names(playing), *_waiting(reader, event.waiting)])


def _waiting(reader: Reader, waiting: Sequence[EventEntry]) -> list[str]:
    """Return who is on a waiting list, in the order of their turns."""
    if not waiting:
        return []
    return [reader.words.t("**Waiting list:** {names}", names=_names(waiting))]


def _names(entries: Sequence[EventEntry]) -> str:
    """Return the first names of a list."""
    names = ", ".join(safe_name(one.name) for one in entries[:NAMES])
    return f"{names} …" if len(entries) > NAMES else names


def _teams(reader: Reader, event: Event) -> list[str]:
    """Return both teams, each as its players have entered and with its waiting list."""
    lines = []
    for team in (1, 2):
        players = (one for one in event.entries if one.team == team and one.state in HOLDING)
        named = ", ".join(safe_name(one.name) for one in players)
        lines.append(f"**{team_name(reader, team)}**: {named or '–'}")
        lines += _waiting(reader, [one for one in event.waiting if one.team == team])
    return lines


def _running(reader: Reader, event: Event, now_ms: int) -> list[str]:
    t, tn = reader.words.t, reader.words.tn
    lines = [round_words(reader, event, now_ms)]
    playing = sum(is_open(one) for one in event.pairings)
    if playing:
        lines.append(tn("{n} match in progress", "{n} matches in progress", playing))
    if not event.plan.kind.is_knockout:
        if event.plan.kind.is_divided and any(one.division > 1 for one in event.standings):
            lines.append(f"**{t('Division {n}', n=1)}**")
        if event.round > 1 or not event.plan.kind.is_duplicate:
            lines += [standing_line(event, one) for one in event.top[:LEADERS]]
    return [line for line in lines if line]


def podium_lines(reader: Reader, event: Event) -> list[str]:
    """Return the first three, with medals; in a league those of the top division."""
    best = [one for one in event.top if one.place <= PODIUM]
    lines = [f"{MEDALS[one.place]} {name_of(event, one.user_id)}" for one in best]
    if event.team_points is not None:
        winners = ", ".join(name_of(event, one.user_id) for one in best if one.place == 1)
        lines = [team_score(reader, event), *([f"{MEDALS[1]} {winners}"] if winners else [])]
    if event.plan.winner_role is not None and lines:
        lines[0] += f"  ·  <@&{event.plan.winner_role}>"
    return lines or [reader.words.t("Nobody won.")]


def standing_line(event: Event, standing: EventStanding) -> str:
    """Return a line of the standings: ``1. **Ann** 3½``."""
    score = score_text(event.plan.kind, standing.half_points)
    streak = f"  🔥{standing.streak}" if standing.streak > 2 else ""
    return f"{standing.place}. {name_of(event, standing.user_id)}  **{score}**{streak}"


def own_lines(reader: Reader, event: Event, user: UserId | None) -> list[str]:
    """Return what the event means for the person who looks; nothing in the channel."""
    entry = None if user is None else event.entry_of(user)
    if user is None or entry is None or event.state in (EventState.FINISHED, EventState.CANCELLED):
        return []
    mine = open_pairings(event, user)
    if mine:
        return [match_line(reader, event, one, user) for one in mine]
    return [f"➡️ {entry_words(reader, event, entry)}"]


def match_line(reader: Reader, event: Event, pairing: EventPairing, user: UserId) -> str:
    """Return a match that a person has to play."""
    rival = f"**{rival_of(event, pairing, user)}**"
    t = reader.words.t
    if not event.plan.kind.has_rounds:
        return t("▶️ Your match: vs {rival}", rival=rival)
    return t("▶️ Your match: round {n} vs {rival}", n=pairing.round, rival=rival)


def entry_words(reader: Reader, event: Event, entry: EventEntry) -> str:
    """Return the state of the reader's own entry in a sentence."""
    t = reader.words.t
    if entry.queue is not None:
        return _queue_words(reader, event, entry.queue, entry.state)
    match state_of(event, entry):
        case EntryState.ENTERED:
            return t("You're in.")
        case EntryState.HERE:
            return t("You're checked in.")
        case EntryState.PAUSED:
            return t("You're taking a break and won't be paired until you resume.")
        case EntryState.WITHDRAWN:
            return t("You've withdrawn.")
        case EntryState.REMOVED:
            return t("An organiser removed you.")
        case EntryState.ABSENT:
            return t("You didn't check in or missed your matches, so you're out.")
        case EntryState.BEATEN:
            return t("You're out.")
        case EntryState.WAITING | EntryState.STANDBY:
            raise AssertionError(entry.state)


def _queue_words(reader: Reader, event: Event, place: int, state: EntryState) -> str:
    t = reader.words.t
    if event.state not in BEFORE:
        return t("No spot opened up for you.")
    text = t("You're number {n} on the waiting list.", n=place)
    if event.state is EventState.ANNOUNCED:
        return text
    if state is EntryState.STANDBY:
        checked = t("You're checked in.")
        return f"{text} {checked}"
    check_in = t("Check in so you can take the place of someone who doesn't.")
    return f"{text} {check_in}"


def dealt_pairings(event: Event, user: UserId) -> list[EventPairing]:
    """Return the pairings that a person has to play and whose cards are dealt."""
    return [one for one in open_pairings(event, user) if one.matches]


def hand_buttons(reader: Reader, event: Event, user: UserId, *, named: bool) -> list[Button]:
    """Return the ways to one's hands. ``named``: each with its opponent."""
    t, buttons = reader.words.t, []
    for one in dealt_pairings(event, user):
        label = t("My hand")
        if named:
            rival = plain_name(rival_of(event, one, user))
            label = clipped(t("My hand vs {name}", name=rival), 80)
        match = TablePress(TableVerb.HAND, one.matches[-1])
        buttons.append(Button(label, match, Style.PRIMARY, "🃏"))
    return buttons


def all_events(reader: Reader) -> Button:
    """Return the way to the list."""
    return Button(reader.words.t("All events"), EventPress(EventVerb.LIST), emoji="📋")
