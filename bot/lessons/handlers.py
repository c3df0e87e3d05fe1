"""Handlers of the course: the map, the steps of a lesson, and what an answer earns."""

from dataclasses import replace

from bot.lessons.screens import course_screen, lesson_screen
from bot.lobby.handlers import start_practice
from bot.match.coaching import Coaching
from bot.match.exercise import give
from bot.match.options import ruleset
from bot.match.wiring import MatchDisplay
from bot.presses.exercise import ExercisePress
from bot.presses.pages import LessonPress, LessonVerb
from bot.ui.context import Context
from bot.ui.replying import OLD_BUTTON, Refusal
from bot.ui.routes import AnswerKind
from bot.ui.screen import Screen, Text
from bot.wording.names import achievement_title
from engine.course.lessons import IN_A_LESSON, LESSONS, CourseProgress, lesson
from engine.game.cards import cards_of
from engine.players import Level
from engine.service.exercises import AnswerOutcome, Series
from engine.service.rewards import BY_LESSON
from engine.trainer.questions import Studied


def lesson_answers(press: LessonPress, _submitted: bool) -> AnswerKind:
    """Return the answer kind: in place within the course, public for a real match."""
    return AnswerKind.PUBLIC if press.verb is LessonVerb.REAL else AnswerKind.IN_PLACE


async def open_course(coaching: Coaching, ctx: Context) -> None:
    """Show the map of the course in a private message; in chat, newcomers begin at once."""
    progress = await _progress(ctx)
    is_new = not (progress.stars or progress.results)
    if is_new and not ctx.reply.is_page:
        await ctx.reply.private(await _step(coaching, ctx, LESSONS[0], ""))
    else:
        await ctx.reply.private(_map(ctx, progress))


async def lesson_pressed(
    coaching: Coaching, display: MatchDisplay, ctx: Context, press: LessonPress
) -> None:
    """Handle a control of the course."""
    match press.verb:
        case LessonVerb.MAP:
            await ctx.reply.update(_map(ctx, await _progress(ctx)))
        case LessonVerb.CHOOSE:
            if ctx.value not in LESSONS:
                raise Refusal(OLD_BUTTON)
            await _open(coaching, ctx, ctx.value)
        case LessonVerb.OPEN:
            await _open(coaching, ctx, _name(press))
        case LessonVerb.REAL:
            await start_practice(display, ctx, ruleset({}, "standard"), Level.NOVICE.value)
        case _:
            raise Refusal(OLD_BUTTON)


def _name(press: LessonPress | ExercisePress) -> str:
    if not 1 <= press.id <= len(LESSONS):
        raise Refusal(OLD_BUTTON)
    return LESSONS[press.id - 1]


async def _progress(ctx: Context) -> CourseProgress:
    return await ctx.service.exercises.progress(ctx.user)


def _map(ctx: Context, progress: CourseProgress) -> Screen:
    at = lesson(progress.next_lesson).at(progress.step_of(progress.next_lesson))
    return course_screen(ctx.reader, progress, tuple(cards_of(at.view().hand)))


async def _open(coaching: Coaching, ctx: Context, name: str) -> None:
    """Show the step of a lesson that the person has reached."""
    results = (await _progress(ctx)).results_of(name)
    await ctx.reply.update(await _step(coaching, ctx, name, results))


async def _step(coaching: Coaching, ctx: Context, name: str, results: str) -> Screen:
    """Return the step after those with results."""
    step = len(results)
    studied = await _graded(coaching, name, step)
    return lesson_screen(ctx.reader, ctx.called, name, step, studied, results)


async def lesson_answered(coaching: Coaching, ctx: Context, press: ExercisePress) -> None:
    """Take an answer to a step of a lesson, and show what became of it."""
    name, step, choice = _name(press), press.revision, press.choice
    if choice is None or not 0 <= step < IN_A_LESSON:
        raise Refusal(OLD_BUTTON)
    studied = await _graded(coaching, name, step)
    if not 0 <= choice < len(studied.puzzle.answers):
        raise Refusal(OLD_BUTTON)
    outcome = await give(ctx, Series.COURSE, press.id, choice, step, studied.puzzle)
    after = await _progress(ctx)
    is_taken = outcome is AnswerOutcome.TAKEN
    is_done = is_taken and step + 1 == IN_A_LESSON
    results = after.results[name][: step + 1] if is_taken else after.results_of(name)
    stars = after.stars[name] if is_done else None
    reader, called = ctx.reader, ctx.called
    screen = lesson_screen(reader, called, name, step, studied, results, choice, stars)
    if is_done and after.can_play and await ctx.service.achievements.learned(ctx.key, ctx.person):
        title = achievement_title(ctx.reader.words, BY_LESSON)
        text = Text(ctx.t("🏅 New achievement: **{title}**", title=title))
        screen = replace(screen, parts=(text, *screen.parts))
    await ctx.reply.update(screen)


async def _graded(coaching: Coaching, name: str, step: int) -> Studied:
    try:
        return await coaching.graded(lesson(name).at(step))
    except TimeoutError as error:
        raise Refusal("The coach is busy. Try again in a minute.") from error
