"""The difficulty of a puzzle before anybody has answered it, on the scale of ratings."""

from math import log2
from typing import Final

from engine.game.actions import Knock, RoundAction
from engine.players import Level, choose
from engine.standings.rating import Rating
from engine.trainer.puzzle import Question
from engine.trainer.questions import Studied

TWO_ANSWERS: Final = 1350.0
MORE_ANSWERS: Final = 1500.0
"""The middle of the scale; of two answers even a guess finds the better one every other time."""
LEVELS: Final = (Level.NOVICE, Level.CASUAL, Level.EXPERT)
STEP: Final = 110.0
"""What each computer that misses the best answer adds, and each that finds it takes off."""
USUAL_GAP: Final = 3.0
"""The gap in points that makes a puzzle neither harder nor easier."""
LEAST: Final = 900.0
MOST: Final = 2100.0
UNCERTAIN: Final = 200.0
"""The deviation of an estimate."""


def estimate(studied: Studied, seed: int) -> Rating:
    """Return the estimated rating: from the answers of computers and what the next one loses."""
    answers = studied.puzzle.answers
    value = TWO_ANSWERS if len(answers) == 2 else MORE_ANSWERS
    value += STEP * sum(-1 if found else 1 for found in _found(studied, seed))
    value += STEP * log2(USUAL_GAP / max(studied.gap, 1.0))
    return Rating(min(MOST, max(LEAST, value)), UNCERTAIN)


def _found(studied: Studied, seed: int) -> list[bool]:
    """Return which computers find the best answer; of layoffs, whether to lay off all is best."""
    puzzle = studied.puzzle
    best = puzzle.answers[puzzle.best]
    if puzzle.question is Question.LAYOFF:
        most = max(len(one.actions) for one in puzzle.answers)
        return [len(best.actions) == most] * len(LEVELS)
    chosen = (choose(studied.view, level, seed) for level in LEVELS)
    return [_is_same(one, best.action) for one in chosen]


def _is_same(action: RoundAction, best: RoundAction) -> bool:
    """Whether two actions answer alike; for a knock the discard and the layout do not matter."""
    if isinstance(action, Knock) or isinstance(best, Knock):
        return isinstance(action, Knock) and isinstance(best, Knock)
    return action == best
