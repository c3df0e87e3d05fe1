"""Answers to exercises of any series, as a press gives them."""

from engine.service import InteractionId, Person, Service
from engine.service.exercises.answering import AnswerOutcome, Given
from engine.service.exercises.attempts import Series
from tests.keys import fresh


async def answered(
    service: Service,
    series: Series,
    exercise: int,
    person: Person,
    choice: int,
    step: int = 0,
    key: InteractionId | None = None,
) -> AnswerOutcome:
    """Answer a step; ``key``: of the press, else a new one."""
    given = Given(key or fresh(), series, exercise, person, step, choice)
    return await service.exercises.answer(given)
