"""Handlers of the lesson: the right move goes on, any other is explained."""

from dataclasses import replace

from bot.lessons.course import COURSE, END, PLAYED, begins_step
from bot.lessons.screens import lesson_screen, mistake_at
from bot.lobby.handlers import start_practice
from bot.match.hand.model import CardByCard, ChoosingLayout, Mode, Resting, Selected
from bot.match.options import ruleset
from bot.match.wiring import MatchMessages
from bot.presses.match import HandVerb
from bot.presses.pages import LessonPress, LessonVerb
from bot.ui.context import Context
from bot.ui.markup import safe_name
from bot.ui.replying import OLD_BUTTON, Refusal
from bot.ui.routes import AnswerKind
from bot.ui.screen import Screen, Text
from bot.wording.names import achievement_title
from engine.game.actions import SeatAction
from engine.players import Level
from engine.service.rewards.achievements import BY_LESSON


def lesson_answers(press: LessonPress, _submitted: bool) -> AnswerKind:
    """Return the answer kind: in place within the lesson, public for a real match."""
    return AnswerKind.PUBLIC if press.verb is LessonVerb.REAL else AnswerKind.IN_PLACE


async def open_lesson(ctx: Context) -> None:
    """Show the lesson in a private message, at the step that the person has reached."""
    prefs = await ctx.prefs()
    place = prefs.lesson if 0 <= prefs.lesson <= PLAYED else 0
    await ctx.reply.private(_screen(ctx, place))


async def lesson_pressed(chat: MatchMessages, ctx: Context, press: LessonPress) -> None:
    """Handle a button of the lesson."""
    place = press.revision
    if not 0 <= place <= END:
        raise Refusal(OLD_BUTTON)
    match press.verb:
        case LessonVerb.PLAY if press.action is not None and place < PLAYED:
            await _play(ctx, place, press.action)
        case LessonVerb.VIEW if place < PLAYED:
            await ctx.reply.update(_screen(ctx, place, _mode(press)))
        case LessonVerb.NEXT:
            await _finish(ctx)
        case LessonVerb.AGAIN:
            await ctx.prefer(lesson=0)
            await ctx.reply.update(_screen(ctx, 0))
        case LessonVerb.REAL:
            await start_practice(chat, ctx, ruleset({}, "standard"), Level.NOVICE.value)
        case _:
            raise Refusal(OLD_BUTTON)


async def _play(ctx: Context, place: int, action: SeatAction) -> None:
    if action != COURSE[place].right:
        mistake = mistake_at(ctx.reader, place, action)
        await ctx.reply.update(_screen(ctx, place, mistake=mistake))
        return
    if begins_step(place + 1):
        await ctx.prefer(lesson=place + 1)
    await ctx.reply.update(_screen(ctx, place + 1))


async def _finish(ctx: Context) -> None:
    """Show the score sheet, and award the achievement the first time."""
    await ctx.prefer(lesson=0)
    screen = _screen(ctx, END)
    if await ctx.service.achievements.learned(ctx.key, ctx.person):
        title = achievement_title(ctx.reader.words, BY_LESSON)
        text = Text(ctx.t("🏅 New achievement: **{title}**", title=title))
        screen = replace(screen, parts=(*screen.parts[:-1], text, screen.parts[-1]))
    await ctx.reply.update(screen)


def _screen(ctx: Context, place: int, mode: Mode | None = None, mistake: str = "") -> Screen:
    return lesson_screen(ctx.reader, safe_name(ctx.person.name), place, mode, mistake)


def _mode(press: LessonPress) -> Mode:
    match press.view, press.card:
        case HandVerb.PICK, int(card):
            return Selected(card)
        case HandVerb.KNOCK, int(card):
            return ChoosingLayout(card)
        case HandVerb.BY_HAND, _:
            return CardByCard()
        case _:
            return Resting()
