"""Practice matches, started by command or button."""

from bot.lobby.handlers import answer_lobby_outcome
from bot.match.options import Ruleset, house_of, ruleset
from bot.match.wiring import MatchChat
from bot.ui.context import Context
from engine.clocks.clock import CASUAL
from engine.game.presets import PRESET_PLAYERS
from engine.players import Level
from engine.service import Practice


async def start_practice(chat: MatchChat, ctx: Context, chosen: Ruleset, level: str) -> None:
    """Start a match against the computer in this channel."""
    await house_of(ctx)
    ask = Practice(
        interaction=ctx.key,
        guild=ctx.guild,
        channel=ctx.channel,
        person=ctx.person,
        rules=chosen.rules,
        preset=chosen.name,
        level=level,
        clock=CASUAL,
        seats=PRESET_PLAYERS.get(chosen.name),
        place=ctx.place,
        locale=await ctx.public_locale(),
    )
    async with chat.tables.expecting(ask.interaction):
        outcome = await ctx.service.practice(ask)
        await answer_lobby_outcome(chat, ctx, outcome, fresh=True)


async def practise_standard(chat: MatchChat, ctx: Context) -> None:
    """Start a practice match with the standard rules."""
    await start_practice(chat, ctx, ruleset({}, "standard"), Level.CASUAL.value)
