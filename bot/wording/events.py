"""Events in words: each kind with its plan and tie-breaks, scores and honours, refusals."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from bot.ui.i18n import Translator, mark
from bot.ui.markup import safe_name
from bot.ui.reader import Reader
from engine.events.kinds import ARENA, FIELD, KNOCKOUT, LEAGUE, ROUND_ROBIN, SWISS, TEAMS
from engine.events.plan import EventKind, EventPlan
from engine.service.events import EventCode, EventRefused, Honour


@dataclass(frozen=True, slots=True)
class KindWords:
    """Sentences are English, to be translated.

    ``offer``: a value of the kind's first choice, for a menu. ``parts``: what a plan has chosen.
    ``ties``: how equal scores are ranked; empty where a bracket is shown.
    """

    title: str
    idea: str
    offer: Callable[[Translator, Any], str]
    parts: Callable[[Translator, EventPlan], list[str]]
    ties: str = ""


def words_of(kind: EventKind) -> KindWords:
    """Return the words of a kind."""
    return _WORDS[kind]


def kind_title(words: Translator, kind: EventKind) -> str:
    """Return the name of a kind."""
    return words.t(words_of(kind).title)


def _rounds(words: Translator, rounds: int) -> str:
    return words.tn("{n} round", "{n} rounds", rounds)


def minutes_text(words: Translator, minutes: int) -> str:
    """Return a number of minutes."""
    return words.tn("{n} minute", "{n} minutes", minutes)


def boards_text(words: Translator, boards: int) -> str:
    """Return a number of boards."""
    return words.tn("{n} board", "{n} boards", boards)


def _sides(words: Translator, side: int) -> str:
    return words.t("{n} vs {n}", n=side)


def _best_of(words: Translator, matches: int) -> str:
    if matches == 1:
        return words.t("A single match")
    return words.t("Best of {n} matches", n=matches)


def _knockout(words: Translator, plan: EventPlan) -> list[str]:
    parts = [words.t("best of {n}", n=plan.best_of)] if plan.best_of > 1 else []
    return [*parts, words.t("match for third place")] if plan.third_place else parts


def _divisions(words: Translator, size: int) -> str:
    return words.tn("Divisions of {n} player", "Divisions of up to {n} players", size)


def _divided(words: Translator, plan: EventPlan) -> list[str]:
    return [words.tn("divisions of {n}", "divisions of up to {n}", plan.division)]


def _field(words: Translator, plan: EventPlan) -> list[str]:
    boards = boards_text(words, plan.boards)
    if not plan.rounds:
        return [boards]
    return [_rounds(words, plan.rounds), words.t("{boards} per round", boards=boards)]


_GROUP_TIES: Final = mark(
    "Ties are broken by the results against each other, then by the difference in match points."
)
_BOARD_TIES: Final = mark(
    "The score is the result on each board minus the same seat's average. Ties are "
    "broken by the number of boards above average."
)
_WORDS: Final[Mapping[EventKind, KindWords]] = {
    SWISS: KindWords(
        mark("Swiss"),
        mark("Everyone plays every round, against players with the same score"),
        lambda words, rounds: (
            _rounds(words, rounds) if rounds else words.t("As many rounds as needed")
        ),
        lambda words, plan: [_rounds(words, plan.rounds)] if plan.rounds else [],
        mark(
            "Ties are broken by the opponents' scores without the lowest (Buchholz), then by the "
            "scores of beaten opponents (Sonneborn-Berger), then by the difference in match points."
        ),
    ),
    KNOCKOUT: KindWords(
        mark("Knockout"),
        mark("Lose and you are out; the last player left wins"),
        _best_of,
        _knockout,
    ),
    ARENA: KindWords(
        mark("Arena"),
        mark("Join and leave at any time; play as much as you can until time is up"),
        minutes_text,
        lambda words, plan: [minutes_text(words, plan.minutes)],
        mark("Ties are broken by wins, then by the difference in match points."),
    ),
    ROUND_ROBIN: KindWords(
        mark("Round robin"),
        mark("Everyone in a division plays everyone else once"),
        _divisions,
        _divided,
        _GROUP_TIES,
    ),
    LEAGUE: KindWords(
        mark("League"),
        mark("A monthly season in divisions, with hours or days per turn"),
        _divisions,
        _divided,
        _GROUP_TIES,
    ),
    FIELD: KindWords(
        mark("Duplicate"),
        mark("Every table plays the same cards, so only the play counts"),
        lambda words, rounds: (
            _rounds(words, rounds) if rounds else words.t("Default number of rounds")
        ),
        _field,
        _BOARD_TIES,
    ),
    TEAMS: KindWords(
        mark("Team match"),
        mark("Two teams play the same cards, each team in both seats"),
        _sides,
        lambda words, plan: [_sides(words, plan.side), boards_text(words, plan.boards)],
        _BOARD_TIES,
    ),
}


MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}
_REFUSALS: Final[Mapping[EventCode, str]] = {
    EventCode.NO_SUCH_EVENT: mark("This event no longer exists."),
    EventCode.ALREADY_IN: mark("You've already entered this event."),
    EventCode.ALREADY_WAITING: mark("You're already on the waiting list."),
    EventCode.NOT_IN: mark("You haven't entered this event."),
    EventCode.FULL: mark("This event is full."),
    EventCode.TOO_LATE: mark("It's too late to enter this event."),
    EventCode.NOT_YET: mark("Check-in isn't open yet."),
    EventCode.OVER: mark("This event is over."),
    EventCode.BANNED: mark("The admins of this server have banned you from playing here."),
    EventCode.BAD_TIME: mark("An event can't start at this time. Choose a time in the future."),
    EventCode.BAD_PLAN: mark(
        "This event can't be played with these settings. Change its kind, rules or time limit."
    ),
    EventCode.TOO_MANY_ROUNDS: mark(
        "There are more rounds than opponents. Choose fewer rounds, or let more players enter."
    ),
    EventCode.DRAFT_CHANGED: mark(
        "The draft has changed since then, so nothing was changed. Here it is now."
    ),
    EventCode.TOO_MANY_EVENTS: mark(
        "This server has too many events already. Cancel one, or wait until one is over."
    ),
    EventCode.NO_SUCH_PAIRING: mark("This pairing no longer exists."),
    EventCode.ALREADY_PAIRED_ON: mark("The next round is already paired, so this result stands."),
    EventCode.PLAYED: mark("These boards have already been played, so they can't be played again."),
    EventCode.OUT: mark("You're out of this event. An organiser can reinstate you."),
}
_TO_ORGANIZERS: Final[Mapping[EventCode, str]] = {
    EventCode.ALREADY_IN: mark("This person is already in the event."),
    EventCode.NOT_IN: mark("This person isn't in the event."),
    EventCode.FULL: mark("This event is full. Remove someone first."),
    EventCode.TOO_LATE: mark("It's too late for that in this event."),
    EventCode.NOT_YET: mark("This pairing isn't decided yet."),
    EventCode.OUT: mark("This person is out of the event. Reinstate them first."),
}
"""The refusals that are about somebody else where an organizer reads them."""


def event_refusal(reader: Reader, refused: EventRefused, *, organizes: bool = False) -> str:
    """Return the reason for a refusal. ``organizes``: it was an action of the organizer."""
    in_arena = refused.event is not None and refused.event.plan.kind.is_continuous
    if refused.code is EventCode.ALREADY_PAIRED_ON and in_arena:
        return reader.words.t("One of the two has been paired again, so this result stands.")
    texts = _TO_ORGANIZERS if organizes and refused.code in _TO_ORGANIZERS else _REFUSALS
    return reader.words.t(texts[refused.code])


def score_text(kind: EventKind, half_points: int) -> str:
    """Return a score; that of a Swiss is counted in halves, that of boards has a sign.

    >>> from engine.events.kinds import SWISS
    >>> score_text(SWISS, 7)
    '3½'
    """
    if kind.is_duplicate:
        return points_text(half_points)
    if not kind.has_half_points:
        return str(half_points)
    whole, half = divmod(half_points, 2)
    return f"{whole or ''}½" if half else str(whole)


def points_text(points: int) -> str:
    """Return points with their sign.

    >>> points_text(-12)
    '−12'
    """
    return f"{points:+d}".replace("-", "−") if points else "0"


def honour_line(words: Translator, honour: Honour) -> str:
    """Return a place in a finished event, as on a profile."""
    return words.tn(
        "{medal} {event} ({kind}, {n} player), {day}",
        "{medal} {event} ({kind}, {n} players), {day}",
        honour.entries,
        medal=MEDALS.get(honour.place, "🏅"),
        event=safe_name(honour.name),
        kind=kind_title(words, honour.kind),
        day=f"<t:{honour.ended_ms // 1000}:d>",
    )
