"""Handlers of the pages of a preset's rules: play, scoring, options."""

from bot.match.options import ruleset
from bot.presses.rules import RulesPress
from bot.ui.context import Context
from bot.ui.refusal import Refusal
from bot.wording.rules import rules_screen


async def rules_pressed(ctx: Context, press: RulesPress) -> None:
    """Show a page of the rules."""
    config = await ctx.service.guild_config(ctx.guild)
    try:
        chosen = ruleset(config.presets, press.preset)
    except Refusal as gone:
        await ctx.refuse(str(gone))
        return
    screen = rules_screen(ctx.reader, chosen.rules, chosen.name, press.tab)
    if ctx.origin.is_public:  # the message of an event, which everybody reads
        await ctx.reply.private(screen)
    else:
        await ctx.reply.update(screen)
