"""Handlers of races: start, answers, the end, and races of others with the same puzzles."""

from typing import Final

from bot.presses.pages import RacePress, RaceVerb
from bot.trainer.race_screens import (
    offered_screen,
    over_screen,
    posted_screen,
    races_screen,
    running_screen,
)
from bot.ui.context import Context
from bot.ui.custom_id import read_id
from bot.ui.i18n import mark
from bot.ui.replying import OLD_BUTTON, Refusal
from bot.ui.routes import AnswerKind
from bot.ui.screen import Screen
from engine.service.trainer.races import RaceBoard, RaceStart, RaceState
from engine.trainer.puzzle import Track

LINES: Final = 10
"""The lines of the board."""
REFUSALS: Final = {
    RaceStart.NO_PUZZLES: mark("The first puzzles aren't ready yet. Try again in a moment."),
    RaceStart.GONE: mark("This race is too old to take up. Start a new one."),
    RaceStart.BANNED: mark("The admins of this server have banned you from playing here."),
}
NOT_POSTED: Final = mark(
    "I couldn't post the race here. Ask an admin to let me write in this channel."
)


def race_answers(press: RacePress, _submitted: bool) -> AnswerKind:
    """Return the answer kind: public for a challenge, a message of one's own to take one up."""
    match press.verb:
        case RaceVerb.POST:
            return AnswerKind.PUBLIC
        case RaceVerb.TAKE:
            return AnswerKind.PRIVATE
        case _:
            return AnswerKind.IN_PLACE


async def races_of(ctx: Context) -> Screen:
    """Return the race that the person is running, or else what a race is."""
    found = await ctx.service.races.running(ctx.user)
    if found is not None:
        return await _shown(ctx, found)
    return races_screen(ctx.reader, await _board(ctx), is_server=bool(ctx.guild))


async def race_pressed(ctx: Context, press: RacePress) -> None:
    """Handle a control of races."""
    match press.verb:
        case RaceVerb.SHOW:
            await ctx.reply.update(await _race(ctx, press.id) if press.id else await races_of(ctx))
        case RaceVerb.TAKE:
            await ctx.reply.private(await _offered(ctx, press.id))
        case RaceVerb.CHOOSE if (race := read_id(ctx.value)) is not None:
            await ctx.reply.update(await _offered(ctx, race))
        case RaceVerb.START:
            await ctx.reply.update(await _started(ctx, press.id))
        case RaceVerb.ANSWER if press.choice is not None:
            await _answer(ctx, press, press.choice)
        case RaceVerb.VALUE if ctx.value.isdecimal():
            await _answer(ctx, press, int(ctx.value))
        case RaceVerb.STOP:
            await ctx.service.races.stop(ctx.key, ctx.user, press.id)
            await ctx.reply.update(await _race(ctx, press.id))
        case RaceVerb.POST:
            await _post(ctx, press.id)
        case _:
            raise Refusal(OLD_BUTTON)


async def _started(ctx: Context, race: int) -> Screen:
    if not race:
        await ctx.service.trainer.next(ctx.user, Track.ALL)  # It fills an empty pool.
    code = await ctx.service.races.start(ctx.key, ctx.guild, ctx.person, race or None)
    if code in REFUSALS:
        raise Refusal(REFUSALS[code])
    return await _race(ctx, race) if code is RaceStart.ALREADY else await races_of(ctx)


async def _answer(ctx: Context, press: RacePress, choice: int) -> None:
    # A late or a second answer changes nothing; the screen shows how the race stands.
    await ctx.service.races.answer(ctx.key, ctx.user, press.id, press.revision, choice)
    await ctx.reply.update(await _race(ctx, press.id))


async def _race(ctx: Context, race: int) -> Screen:
    return await _shown(ctx, await _state(ctx, race))


async def _shown(ctx: Context, found: RaceState) -> Screen:
    if found.puzzle is not None:
        return running_screen(ctx.reader, ctx.called, found, found.puzzle)
    return over_screen(ctx.reader, found, await _board(ctx), is_server=bool(ctx.guild))


async def _offered(ctx: Context, race: int) -> Screen:
    """Return a race of somebody else, or how the person's own attempt at it stands."""
    found = await ctx.service.races.state(ctx.user, race)
    if found is not None:
        return await _shown(ctx, found)
    if not await ctx.service.races.may_take_up(ctx.user, race):
        raise Refusal(REFUSALS[RaceStart.GONE])
    return offered_screen(ctx.reader, race)


async def _post(ctx: Context, race: int) -> None:
    """Let everybody in the channel take up a race that the person has run."""
    found = await _state(ctx, race)
    if found.puzzle is not None:
        raise Refusal(OLD_BUTTON)
    screen = posted_screen(await ctx.public_reader(), ctx.called, found)
    if await ctx.reply.public(screen) is None:
        raise Refusal(NOT_POSTED)


async def _state(ctx: Context, race: int) -> RaceState:
    found = await ctx.service.races.state(ctx.user, race)
    if found is None:
        raise Refusal(OLD_BUTTON)
    return found


async def _board(ctx: Context) -> RaceBoard:
    """Return the best of this week, of members only."""
    if not ctx.guild:
        return RaceBoard()
    races, guild, user = ctx.service.races, ctx.guild, ctx.user
    return await ctx.members.page(
        guild,
        lambda left: races.board(guild, user, LINES, left),
        lambda board: (one.user_id for one in board.lines),
    )
