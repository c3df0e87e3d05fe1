"""Giving an answer to an exercise, whatever asked it."""

from bot.ui.context import Context
from engine.service.exercises import AnswerOutcome, Given, GradedQuestion, Series


async def give(
    ctx: Context,
    series: Series,
    exercise: int,
    choice: int,
    step: int = 0,
    question: GradedQuestion | None = None,
) -> AnswerOutcome:
    """Give the person's answer ``choice`` to a step of an exercise; it counts once."""
    given = Given(ctx.key, series, exercise, ctx.person, step, choice, question)
    return await ctx.service.exercises.answer(given)
