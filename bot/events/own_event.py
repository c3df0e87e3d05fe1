"""What an event means for one person: the entry, the match to play, the rounds, the place."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.events.screen_parts import (
    BEFORE,
    OVER,
    is_drawn,
    is_in,
    is_open,
    is_time_up,
    name_of,
    open_pairings,
    rival_of,
    state_of,
)
from bot.presses.match import TablePress, TableVerb
from bot.render.event_models import CellMark
from bot.ui.markup import plain_name
from bot.ui.reader import Reader
from bot.ui.screen import Button, Style, clipped
from bot.wording.events import points_text, score_text
from engine.service import MatchId, UserId
from engine.service.events import (
    EntryState,
    Event,
    EventEntry,
    EventPairing,
    EventStanding,
    EventState,
    MatchScore,
    Verdict,
)

Scores = Mapping[MatchId, MatchScore]
"""The points of a person's matches."""


def own_lines(reader: Reader, event: Event, user: UserId | None, now_ms: int) -> list[str]:
    """Return what an event means for who looks, most important first; nothing for strangers."""
    t = reader.words.t
    entry = None if user is None else event.entry_of(user)
    if user is None or entry is None:
        return []
    if event.state in OVER:
        place = place_of(event, user)
        return [] if place is None else [f"🏅 {line}" for line in place_words(reader, event, place)]
    if mine := open_pairings(event, user):
        return [line for one in mine for line in _to_play(reader, event, one, user)]
    if event.state in BEFORE or entry.queue is not None or not is_in(event, user):
        return [entry_words(reader, event, entry)]
    if is_time_up(event, now_ms):
        return [t("Time is up: no new matches begin.")]
    return [_waiting(reader, event, entry)]


def _to_play(reader: Reader, event: Event, pairing: EventPairing, user: UserId) -> list[str]:
    t, best_of = reader.words.t, event.plan.best_of
    lines = [match_line(reader, event, pairing, user)]
    if event.plan.kind.is_knockout and best_of > 1:
        mine, theirs = pairing.won if pairing.first == user else pairing.won[::-1]
        lines.append(t("Best of {n}: {mine}–{theirs}", n=best_of, mine=mine, theirs=theirs))
    if not pairing.matches:
        lines.append(t("The cards are about to be dealt."))
    return lines


def match_line(reader: Reader, event: Event, pairing: EventPairing, user: UserId) -> str:
    """Return a match that a person has to play."""
    rival = f"**{rival_of(event, pairing, user)}**"
    t = reader.words.t
    if not event.plan.kind.has_rounds:
        return t("▶️ Your match: vs {rival}", rival=rival)
    return t("▶️ Your match: round {n} vs {rival}", n=pairing.round, rival=rival)


def _waiting(reader: Reader, event: Event, entry: EventEntry) -> str:
    """Return what somebody without a match waits for while the event runs."""
    t, tn = reader.words.t, reader.words.tn
    if event.plan.kind.is_continuous:
        if entry.state is EntryState.PAUSED:
            return entry_words(reader, event, entry)
        return t("You'll be paired with the next free player.")
    newest = event.pairing_of(entry.user_id)
    if newest is not None and newest.second is None and newest.round == event.round:
        return t("You have a bye in this round.")
    if event.rounds is not None and event.round >= event.rounds:
        return t("You've played all your matches.")
    left = sum(is_open(one) for one in event.pairings)
    if not left:
        return t("The next round is about to be paired.")
    return tn(
        "Waiting for the next round: {n} match is still in progress.",
        "Waiting for the next round: {n} matches are still in progress.",
        left,
    )


def entry_words(reader: Reader, event: Event, entry: EventEntry) -> str:
    """Return the state of an entry in a sentence."""
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


# -- the rounds --------------------------------------------------------------------------


def rounds_of(event: Event, user: UserId) -> list[EventPairing]:
    """Return the rounds that a person has played, the newest first."""
    return [
        one
        for one in reversed(event.pairings)
        if user in (one.first, one.second) and not is_open(one)
    ]


def mark_of(pairing: EventPairing, user: UserId) -> CellMark:
    """Return the result of a pairing for one of its players."""
    if is_open(pairing):
        return CellMark.OPEN
    if pairing.winner is None:
        return CellMark.DRAWN if is_drawn(pairing) else CellMark.LOST
    return CellMark.WON if pairing.winner == user else CellMark.LOST


def score_of(event: Event, pairing: EventPairing, user: UserId, scores: Scores) -> str:
    """Return the matches won of several, else the points of the match, or by which it was won."""
    is_first = pairing.first == user
    if event.plan.best_of > 1:
        mine, theirs = pairing.won if is_first else pairing.won[::-1]
        return f"{mine} : {theirs}"
    found = scores.get(pairing.matches[-1]) if pairing.matches else None
    if found is not None and not is_open(pairing):
        return f"{found.own} : {found.other}" if found.own or found.other else ""
    points = pairing.points if is_first else -pairing.points
    return points_text(points) if points else ""


def best_round(event: Event, user: UserId) -> EventPairing | None:
    """Return the match that a person has won by the most points, played to its end."""
    won = [
        one
        for one in rounds_of(event, user)
        if one.winner == user and one.verdict is Verdict.PLAYED and one.points
    ]
    return max(won, key=lambda one: abs(one.points), default=None)


# -- the place ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """A person's place at the end, of ``all`` (of a division). ``equals``: who has its score."""

    standing: EventStanding
    all: int
    equals: tuple[UserId, ...]


def place_of(event: Event, user: UserId) -> OwnPlace | None:
    """Return a person's place in an event that has ended; teams have one together."""
    mine = next((one for one in event.standings if one.user_id == user), None)
    if mine is None or event.state is not EventState.FINISHED or event.plan.kind.has_teams:
        return None
    beside = [one for one in event.standings if one.division == mine.division]
    equals = (
        one.user_id
        for one in beside
        if one.half_points == mine.half_points and one.place != mine.place
    )
    is_tied = bool(mine.ties) and not event.plan.kind.is_knockout
    return OwnPlace(mine, len(beside), tuple(equals) if is_tied else ())


def place_words(reader: Reader, event: Event, place: OwnPlace, *, named: bool = True) -> list[str]:
    """Return a place in sentences. ``named``: with the place itself."""
    t, tn, mine = reader.words.t, reader.words.tn, place.standing
    lines = [t("Your place: **{place}** of {all}", place=mine.place, all=place.all)] * named
    if event.plan.kind.is_duplicate:
        score = score_text(event.plan.kind, mine.half_points)
        lines.append(t("Your play was worth {points} points.", points=f"**{score}**"))
    elif mine.played:
        lines.append(
            tn(
                "You won {won} of {n} match.",
                "You won {won} of {n} matches.",
                mine.played,
                won=mine.won,
            )
        )
    if place.equals:
        names = ", ".join(name_of(event, one) for one in place.equals)
        lines.append(t("Same score as {names}: the tie-break decided.", names=names))
    return lines
