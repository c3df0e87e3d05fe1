"""Grades of decisions, and the accuracy of a round.

The loss of a decision is the expected advantage of the best choice, in points, less one standard
error of that difference, so that noise of the estimate does not lower a grade:

====================  =================
less than 0.75        best
less than 2.5         inaccuracy
less than 6           mistake
6 or more             blunder
====================  =================

The accuracy of a decision is ``100 * exp(-loss / 3)``. That of a round is the mean over its
decisions, each with the weight of what was at stake: the points between the best and the worst of
the choices compared, at most 6. So a round is not called accurate because most of its decisions
were easy.
"""

from collections.abc import Iterable
from enum import StrEnum
from math import exp
from typing import Final


class Grade(StrEnum):
    """The grade of a decision."""

    BEST = "best"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


THRESHOLDS: Final = ((0.75, Grade.BEST), (2.5, Grade.INACCURACY), (6.0, Grade.MISTAKE))
SOFTNESS: Final = 3.0
MOST_AT_STAKE: Final = 6.0


def grade_of(loss: float) -> Grade:
    """Return the grade of a decision with this loss in points.

    >>> grade_of(0.2).value, grade_of(2.5).value, grade_of(9).value
    ('best', 'mistake', 'blunder')
    """
    return next((grade for bound, grade in THRESHOLDS if loss < bound), Grade.BLUNDER)


def accuracy(decisions: Iterable[tuple[float, float]]) -> float | None:
    """Return the accuracy from 0 to 100; ``None`` without decisions.

    ``decisions``: the loss of each, and what was at stake, in points.
    """
    shares = [(exp(-loss / SOFTNESS), min(stake, MOST_AT_STAKE)) for loss, stake in decisions]
    weight = sum(stake for _, stake in shares)
    if not shares:
        return None
    return 100 * sum(share * stake for share, stake in shares) / weight if weight else 100.0
