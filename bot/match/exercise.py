"""Answering an exercise, whatever asked it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

from bot.presses.exercise import ExercisePress, ExerciseVerb
from bot.ui.context import Context
from bot.ui.replying import OLD_BUTTON, Refusal
from bot.ui.routes import AnswerKind
from bot.ui.screen import Screen
from engine.service.exercises import AnswerOutcome, Given, GradedQuestion, Series

Answering: TypeAlias = Callable[[Context, ExercisePress], Awaitable[None]]
"""Answers a press; its ``choice`` is ``None`` where it asks for the next question."""
Showing: TypeAlias = Callable[[Context, ExercisePress], Awaitable[Screen]]


async def give(
    ctx: Context,
    series: Series,
    exercise: int,
    choice: int,
    step: int = 0,
    question: GradedQuestion | None = None,
) -> AnswerOutcome:
    """Give the person's answer ``choice`` to a step of an exercise; it counts once."""
    given = Given(ctx.key, series, exercise, ctx.person, step, choice, question, ctx.guild)
    return await ctx.service.exercises.answer(given)


def showing(show: Showing) -> Answering:
    """Return what takes an answer, then shows how the exercise stands.

    A late or a second answer changes nothing, as the screen shows.
    """

    async def answer(ctx: Context, press: ExercisePress) -> None:
        if press.choice is not None:
            await give(ctx, press.series, press.id, press.choice, press.revision)
        await ctx.reply.update(await show(ctx, press))

    return answer


def exercise_answers(press: ExercisePress, _submitted: bool) -> AnswerKind:
    """Return the answer kind: private for what is pressed on a message in the channel."""
    return AnswerKind.PRIVATE if press.series is Series.WEEK else AnswerKind.IN_PLACE


async def exercise_pressed(
    by_series: Mapping[Series, Answering], ctx: Context, press: ExercisePress
) -> None:
    """Answer a press on an exercise."""
    if press.verb is ExerciseVerb.VALUE and ctx.value.isdecimal():
        press = replace(press, choice=int(ctx.value))
    if press.choice is None and press.verb is not ExerciseVerb.NEXT:
        raise Refusal(OLD_BUTTON)
    await by_series[press.series](ctx, press)
