"""Handlers of the buttons below the welcome and help screens."""

from bot.account.handlers import settings_of
from bot.commands.welcome_screen import whom_screen
from bot.daily.handlers import screen_of
from bot.lessons.handlers import open_lesson
from bot.lobby.challenge import challenge_to_standard, member_of
from bot.lobby.hosting import Hosting
from bot.lobby.practice import practise_standard
from bot.match.hand.panel import open_panel
from bot.match.which_match import my_table
from bot.presses.go import GoPress, GoVerb
from bot.server.setup_handlers import open_setup
from bot.ui.answers import Answer
from bot.ui.context import Context
from bot.ui.refusal import Refusal
from bot.wording.rules import rules_screen
from engine.game.presets import PRESETS


def go_answers(press: GoPress, _submitted: bool) -> Answer:
    """Return the answer kind: public for a table or an invitation, private for everything else."""
    is_public = press.verb in (GoVerb.PRACTICE, GoVerb.WHO)
    return Answer.PUBLIC if is_public else Answer.PRIVATE


async def go_pressed(hosting: Hosting, ctx: Context, press: GoPress) -> None:
    """Open the button's target for the presser; the welcome message stays."""
    match press.verb:
        case GoVerb.PRACTICE:
            await practise_standard(hosting.chat, ctx)
        case GoVerb.WHO:
            await _challenge(hosting, ctx, int(ctx.value))
        case GoVerb.CHALLENGE:
            await ctx.reply.private(whom_screen(ctx.reader))
        case GoVerb.HAND:
            await open_panel(hosting.chat, ctx, await my_table(ctx))
        case GoVerb.DAILY:
            await ctx.reply.private(await screen_of(ctx))
        case GoVerb.RULES:
            await ctx.reply.private(rules_screen(ctx.reader, PRESETS["standard"], "standard"))
        case GoVerb.SETTINGS:
            await ctx.reply.private(await settings_of(ctx))
        case GoVerb.LEARN:
            await open_lesson(ctx)
        case GoVerb.SETUP:
            await open_setup(ctx)


async def _challenge(hosting: Hosting, ctx: Context, whom: int) -> None:
    member = await member_of(ctx, whom)
    if member is None:
        raise Refusal("This person is no longer on this server. Choose someone else.")
    await challenge_to_standard(hosting, ctx, member)
