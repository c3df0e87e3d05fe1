"""The buttons under the welcome and the help."""

from bot.account.handlers import settings_of
from bot.commands.welcome_screen import whom_screen
from bot.daily.handlers import screen_of
from bot.lobby.challenge import challenge_to_standard, member_of
from bot.lobby.hosting import Hosting
from bot.lobby.practice import practise_standard
from bot.match.hand.panel import open_panel
from bot.match.which_match import my_table
from bot.ui.answers import Answer
from bot.ui.context import Context
from bot.ui.custom_id import CustomId
from bot.ui.refusal import OLD_BUTTON, Refusal
from bot.wording.rules import rules_screen
from engine.game.presets import PRESETS


def go_answers(press: CustomId, _submitted: bool) -> Answer:
    """A table or an invitation is for the channel, everything else for the presser."""
    what = press.what.partition("-")[2]
    return Answer.PUBLIC if what in ("practice", "who") else Answer.PRIVATE


async def go_pressed(hosting: Hosting, ctx: Context, press: CustomId) -> None:
    """``go-practice`` and the like; the answer is for the presser, the welcome stays."""
    match press.what.partition("-")[2]:
        case "practice":
            await practise_standard(hosting.chat, ctx)
        case "who" if ctx.values:
            await _challenge(hosting, ctx, int(ctx.values[0]))
        case "challenge":
            await ctx.reply.private(whom_screen(ctx.reader))
        case "hand":
            await open_panel(hosting.chat, ctx, await my_table(ctx))
        case "daily":
            await ctx.reply.private(await screen_of(ctx))
        case "rules":
            await ctx.reply.private(rules_screen(ctx.reader, PRESETS["standard"], "standard"))
        case "settings":
            await ctx.reply.private(await settings_of(ctx))
        case _:
            raise Refusal(OLD_BUTTON)


async def _challenge(hosting: Hosting, ctx: Context, whom: int) -> None:
    member = await member_of(ctx, whom)
    if member is None:
        raise Refusal("This person is no longer on this server. Choose someone else.")
    await challenge_to_standard(hosting, ctx, member)
