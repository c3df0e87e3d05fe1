"""Grades: how good a decision was, and the accuracy of a round.

A decision loses the points by which the best choice is expected to do better, less one standard
error of that difference, so that nobody is blamed for the noise of the estimate:

====================  =================
less than 0.75        best
less than 2.5         inaccuracy
less than 6           mistake
6 or more             blunder
====================  =================

The accuracy of a decision is ``100 * exp(-loss / 6)``; that of a round is the mean over all
decisions in which there was a choice.
"""

from collections.abc import Iterable
from enum import StrEnum
from math import exp
from typing import Final


class Grade(StrEnum):
    """How good a decision was."""

    BEST = "best"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


THRESHOLDS: Final = ((0.75, Grade.BEST), (2.5, Grade.INACCURACY), (6.0, Grade.MISTAKE))
SOFTNESS: Final = 6.0


def grade_of(loss: float) -> Grade:
    """The grade of a decision that loses so many points.

    >>> grade_of(0.2).value, grade_of(2.5).value, grade_of(9).value
    ('best', 'mistake', 'blunder')
    """
    return next((grade for bound, grade in THRESHOLDS if loss < bound), Grade.BLUNDER)


def accuracy(losses: Iterable[float]) -> float | None:
    """Accuracy from 0 to 100; ``None`` when there was nothing to decide."""
    shares = [exp(-loss / SOFTNESS) for loss in losses]
    return 100 * sum(shares) / len(shares) if shares else None
