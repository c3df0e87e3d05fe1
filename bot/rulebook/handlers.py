"""Leafing through the rules of a preset: playing, scoring, options."""

from bot.match.options import ruleset
from bot.ui.context import Context
from bot.ui.custom_id import CustomId
from bot.ui.refusal import Refusal
from bot.wording.rules import rules_screen


async def rules_pressed(ctx: Context, press: CustomId) -> None:
    """``rules-play-standard``, ``rules-score-…``, ``rules-o0-…`` for the first page of options."""
    _, tab, preset = press.what.split("-", 2)
    config = await ctx.service.guild_config(ctx.guild)
    try:
        chosen = ruleset(config.presets, preset)
    except Refusal as gone:
        await ctx.refuse(str(gone))
        return
    await ctx.reply.update(rules_screen(ctx.reader, chosen.rules, chosen.name, tab))
