"""The coach: the value of a decision, the better choice, and the reason."""

from engine.coach.options import Option, gap
from engine.coach.reasons import Reason, Why
from engine.coach.review import (
    THRESHOLDS,
    Decision,
    Grade,
    Graded,
    Hint,
    RoundReview,
    accuracy,
    decisions_of,
    grade,
    grade_of,
    grade_round,
    hint,
)

__all__ = [
    "THRESHOLDS",
    "Decision",
    "Grade",
    "Graded",
    "Hint",
    "Option",
    "Reason",
    "RoundReview",
    "Why",
    "accuracy",
    "decisions_of",
    "gap",
    "grade",
    "grade_of",
    "grade_round",
    "hint",
]
