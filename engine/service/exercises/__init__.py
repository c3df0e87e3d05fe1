"""Exercises: whatever asks a question and takes a numbered answer."""

from engine.service.exercises.answering import (
    AnswerOutcome,
    Given,
    GradedQuestion,
)
from engine.service.exercises.attempts import (
    Series,
)

__all__ = [
    "AnswerOutcome",
    "Given",
    "GradedQuestion",
    "Series",
]
