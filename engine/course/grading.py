"""How the master grades a position of the course: every answer with what it promises.

Unlike a puzzle of the trainer, a position counts at its score and under its rules.
"""

from dataclasses import replace
from math import sqrt
from typing import Final

from engine.coach.options import Option, options
from engine.course.lessons import CoursePosition
from engine.game.actions import Knock
from engine.game.legal import Verb
from engine.game.melds import STANDARD, solver
from engine.game.rules import Rules
from engine.game.view import SeatView
from engine.players.memory import MASTERS_HABITS
from engine.players.network import networks
from engine.players.position import Position
from engine.trainer.puzzle import Question
from engine.trainer.questions import Studied, of_layoffs, puzzle_of

SEED: Final = 0
"""The seed of the imagined hands, so that an answer always gets the same grade."""
CERTAIN: Final = 1.96
"""Standard errors below a mean that the value exceeds with 97.5 %."""
LEAST_MARGIN: Final = 1.5
"""The points by which the answer that a lesson asks for has to lead."""


def question_at(view: SeatView) -> Question:
    """Return what a position asks."""
    verbs = view.legal.verbs
    if Verb.DONE in verbs:
        return Question.LAYOFF
    if Verb.DISCARD in verbs:
        return Question.KNOCK if view.legal.knocks else Question.DISCARD
    return Question.UPCARD if Verb.PASS in verbs else Question.TAKE


def graded(view: SeatView, seed: int = SEED) -> Studied | None:
    """Return a position's question; ``None`` if there is no choice.

    Every answer has its value against an opponent who plays as well as the networks.
    The gap of the result is what the second-best answer loses at least, with 97.5 % certainty.
    """
    return graded_at(Position.of(view, seed, MASTERS_HABITS))


def graded_at(position: Position) -> Studied | None:
    """Return the question of a position whose score may be another than that of its match."""
    question = question_at(position.view)
    if question is Question.LAYOFF:
        return of_layoffs(position, 0.0)
    found = _one_knock(options(position, None, every_discard=True))
    if len(found) < 2:
        return None
    return Studied(puzzle_of(position, question, found), position.view, _lead(found[0], found[1]))


def get_ready() -> None:
    """Load what grading needs. A worker that knows only the engine takes half the memory."""
    solver(STANDARD)
    networks(Rules())


def answers_of(position: CoursePosition) -> Studied:
    """Return a position of the course with the value of every answer."""
    found = graded(position.view())
    assert found is not None, "a lesson asks for a choice"
    return found


def _lead(best: Option, other: Option) -> float:
    """Return the difference less its error; what the network values has none."""
    difference = best.expected - other.expected
    count = min(len(best.results), len(other.results))
    if count < 2:
        return difference
    gaps = [a - b for a, b in zip(best.results, other.results, strict=True)]
    mean = sum(gaps) / count
    spread = sum((one - mean) ** 2 for one in gaps) / (count - 1)
    return difference - CERTAIN * sqrt(spread / count)


def _one_knock(found: list[Option]) -> list[Option]:
    """Return the choices with the best knock as one, whatever its layout."""
    knocks = [one for one in found if isinstance(one.action, Knock)]
    return [
        replace(one, action=Knock(one.action.card)) if isinstance(one.action, Knock) else one
        for one in found
        if one not in knocks[1:]
    ]
