"""Handlers of the trainer: the next puzzle, an answer, and the choice of a theme."""

from bot.presses.pages import TrainerPress, TrainerVerb
from bot.trainer.screens import no_puzzle_screen, puzzle_screen
from bot.ui.context import Context
from bot.ui.i18n import mark
from bot.ui.replying import OLD_BUTTON, Refusal
from bot.ui.screen import Screen
from engine.game.errors import RecordError
from engine.service.trainer.answers import PuzzleForPerson
from engine.trainer.puzzle import Track

GONE = mark("This puzzle is no longer available. Press Next for another one.")


async def trainer_of(ctx: Context) -> Screen:
    """Return the next puzzle of any theme, mistakes that are due first."""
    return await _next(ctx, Track.ALL)


async def trainer_pressed(ctx: Context, press: TrainerPress) -> None:
    """Handle a press on the panel."""
    track = press.track or Track.ALL
    match press.verb:
        case TrainerVerb.ANSWER if press.choice is not None:
            await ctx.reply.update(await _answered(ctx, track, press, press.choice))
        case TrainerVerb.VALUE if ctx.value.isdecimal():
            await ctx.reply.update(await _answered(ctx, track, press, int(ctx.value)))
        case TrainerVerb.NEXT:
            await ctx.reply.update(await _next(ctx, track))
        case TrainerVerb.CHOOSE:
            await ctx.reply.update(await _next(ctx, _chosen(ctx.value)))
        case _:
            raise Refusal(OLD_BUTTON)


def _chosen(value: str) -> Track:
    try:
        return Track(value)
    except ValueError:
        raise Refusal(OLD_BUTTON) from None


async def _next(ctx: Context, track: Track) -> Screen:
    trainer = ctx.service.trainer
    found = await trainer.next(ctx.user, track)
    if found is not None:
        return await _screen(ctx, track, found)
    counts = await trainer.counts()
    standing = await trainer.standing(ctx.user)
    return no_puzzle_screen(ctx.reader, track, standing, is_prepared=any(counts.values()))


async def _answered(ctx: Context, track: Track, press: TrainerPress, choice: int) -> Screen:
    trainer = ctx.service.trainer
    # A second press changes nothing; the screen shows the answer that was taken.
    await trainer.answer(ctx.key, ctx.user, press.id, press.revision, choice)
    try:
        found = await trainer.shown(ctx.user, press.id)
    except RecordError:
        found = None
    if found is None:
        raise Refusal(GONE)
    return await _screen(ctx, track, found)


async def _screen(ctx: Context, track: Track, found: PuzzleForPerson) -> Screen:
    standing = await ctx.service.trainer.standing(ctx.user)
    return puzzle_screen(ctx.reader, ctx.called, track, found, standing)
