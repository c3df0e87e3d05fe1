"""The lessons of the course, their positions, and how far somebody is in them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, Self

from engine.game.actions import Action
from engine.game.cards import DECK_SIZE, Card, cards_from
from engine.game.match import Match, act, start_after
from engine.game.notation import action_text, parse_action
from engine.game.presets import PRESETS
from engine.game.seats import Seat
from engine.game.view import SeatView, seat_view
from engine.players.memory import Chance
from engine.trainer.results import RIGHT


@dataclass(frozen=True, slots=True)
class CoursePosition:
    """A match up to the decision of a seat.

    ``decks``: of each table, the cards dealt and drawn so far; the others are shuffled. ``moves``:
    each with its seat, as ``0dKS``. ``scores``: the points of both parties in the rounds before.
    ``lot``: who deals. ``right``: the answer that the lesson asks for, in the engine's notation.
    """

    preset: str
    lot: int
    decks: tuple[str, ...]
    moves: tuple[str, ...]
    seat: Seat
    right: str
    scores: tuple[tuple[int, int], ...] = ()

    @property
    def players(self) -> int:
        """How many people sit in the match."""
        return 2 * len(self.decks)

    def match(self) -> Match:
        """Return the match at the decision."""
        decks = _StackedDecks(tuple(map(_filled, self.decks)))
        now = start_after(PRESETS[self.preset], self.players, self.lot, decks, self.scores)
        for text in self.moves:
            now = act(now, Seat(int(text[0])), parse_action(text[1:]), decks).match
        return now

    def view(self) -> SeatView:
        """Return what the player who decides sees."""
        return seat_view(self.match(), self.seat)

    def plain(self) -> dict[str, Any]:
        """Return the position as it is stored."""
        found: dict[str, Any] = {
            "preset": self.preset,
            "lot": self.lot,
            "decks": list(self.decks),
            "moves": " ".join(self.moves),
            "seat": int(self.seat),
            "right": self.right,
        }
        return found | ({"scores": [list(one) for one in self.scores]} if self.scores else {})

    @classmethod
    def read(cls, plain: Mapping[str, Any]) -> Self:
        """Return a stored position."""
        return cls(
            plain["preset"],
            plain["lot"],
            tuple(plain["decks"]),
            tuple(plain["moves"].split()),
            Seat(plain["seat"]),
            plain["right"],
            tuple((own, other) for own, other in plain.get("scores", ())),
        )


def move_text(seat: Seat, action: Action) -> str:
    """Return a move as positions keep it."""
    return f"{int(seat)}{action_text(action)}"


@dataclass(frozen=True, slots=True)
class _StackedDecks:
    decks: tuple[tuple[Card, ...], ...]

    def deck(self, number: int, table: int, attempt: int) -> Sequence[Card]:
        """Return the deck of a table."""
        return self.decks[table]

    def knock_card(self, number: int, table: int, attempt: int) -> Card:
        """Return no card: no lesson has rules with a second deck."""
        raise NotImplementedError


def _filled(known: str) -> tuple[Card, ...]:
    """Return a whole deck that begins with these cards."""
    top = cards_from(known)
    rest = [card for card in range(DECK_SIZE) if card not in top]
    Chance(1).shuffle(rest, len(rest))
    return (*top, *rest)


FILE: Final = Path(__file__).parent / "positions.json"
QUESTIONS: Final = 3
"""The positions at the end of a lesson, of which each right answer is a star."""
IN_A_LESSON: Final = 1 + QUESTIONS
"""The positions of a lesson: its example, and the questions."""
MOST_STARS: Final = QUESTIONS

GROUPS: Final[dict[str, tuple[str, ...]]] = {
    "first": ("runs", "sets", "deadwood", "knock"),
    "playing": ("upcard", "leave", "outs", "two_ways"),
    "watching": ("taken", "safe", "late", "stock"),
    "knocking": ("early", "wait", "gin", "for_knock"),
    "defence": ("layoff", "undercut", "score"),
    "games": ("oklahoma", "hollywood", "partners"),
}
"""The names of the lessons by group."""
LESSONS: Final = tuple(name for names in GROUPS.values() for name in names)
"""The lessons in their order. Numbers from 1 on stand in presses and in what people have answered,
so a lesson that comes later is the last one."""
ALL_STARS: Final = MOST_STARS * len(LESSONS)


@dataclass(frozen=True, slots=True)
class Lesson:
    """One idea: an example whose answer is shown, and the questions."""

    name: str
    example: CoursePosition
    questions: tuple[CoursePosition, ...]

    def at(self, step: int) -> CoursePosition:
        """Return the position of a step: 0 is the example."""
        return (self.example, *self.questions)[step]


@cache
def lesson(name: str) -> Lesson:
    """Return a lesson by its name."""
    example, *questions = map(CoursePosition.read, _stored()[name])
    return Lesson(name, example, tuple(questions))


@cache
def _stored() -> dict[str, list[dict[str, object]]]:
    found: dict[str, list[dict[str, object]]] = json.loads(FILE.read_text("utf-8"))
    return found


LEAST_STARS: Final = 1
"""The stars of whoever has answered all questions of a lesson, however wrongly."""
FIRST_LESSONS: Final = (*GROUPS["first"], *GROUPS["playing"])
"""The lessons after which one can play."""


def stars_for(results: str) -> int:
    """Return the stars for all answers of a lesson, of which the first is the example.

    >>> stars_for("1000"), stars_for("1101")
    (1, 2)
    """
    return max(results[1:].count(RIGHT), LEAST_STARS)


@dataclass(frozen=True, slots=True)
class CourseProgress:
    """How far somebody is: stars by the name of the lesson, and what was answered.

    ``results``: of the lessons that somebody has begun, in the order of their last answers, a
    letter for each step of the last pass; the first step is the example.
    """

    stars: Mapping[str, int]
    results: Mapping[str, str]

    @property
    def total(self) -> int:
        """All stars."""
        return sum(self.stars.values())

    @property
    def under_way(self) -> str:
        """The lesson under way that was answered last; empty if none is."""
        begun = [name for name in self.results if self.results_of(name)]
        return begun[-1] if begun else ""

    @property
    def next_lesson(self) -> str:
        """The lesson under way, or else the first one with the fewest stars."""
        return self.under_way or min(LESSONS, key=lambda name: self.stars.get(name, 0))

    @property
    def can_play(self) -> bool:
        """Whether the first lessons are done."""
        return all(name in self.stars for name in FIRST_LESSONS)

    def step_of(self, name: str) -> int:
        """Return the step at which a lesson goes on."""
        return len(self.results_of(name))

    def results_of(self, name: str) -> str:
        """Return the results of a lesson's steps so far; none once all are answered."""
        results = self.results.get(name, "")
        return results if len(results) < IN_A_LESSON else ""
