"""The words of each kind of event: its title, its idea, its plan in short, how ties are broken."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from bot.ui.i18n import Translator, mark
from engine.events.kinds import ARENA, FIELD, KNOCKOUT, LEAGUE, ROUND_ROBIN, SWISS, TEAMS
from engine.events.plan import EventKind, EventPlan


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


def _minutes(words: Translator, minutes: int) -> str:
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
        _minutes,
        lambda words, plan: [_minutes(words, plan.minutes)],
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
