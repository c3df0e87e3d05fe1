"""Tables that anyone can join, by command or button."""

from bot.lobby.handlers import answer_lobby_outcome
from bot.lobby.hosting import Hosting, host_locale, require_company
from bot.match.options import Ruleset, house_of, rated_here, rating_window, room_of, ruleset
from bot.ui.context import Context
from bot.ui.refusal import Refusal
from engine.clocks.clock import DAILY, ClockRules
from engine.game.presets import PRESET_PLAYERS
from engine.service import OpenLobby


async def offer_table(
    hosting: Hosting,
    ctx: Context,
    chosen: Ruleset,
    clock: ClockRules,
    *,
    players: int | None = None,
    rated: bool = False,
    thread: bool = False,
    ratings: str = "",
) -> None:
    """Post the invitation to a table. ``players``: their number, where the rules leave it open."""
    require_company(ctx)
    if rated or thread:
        ctx.require_server()
    config = await house_of(ctx)
    low, high = _sizes(ctx, chosen, players)
    ask = OpenLobby(
        interaction=ctx.key,
        guild=ctx.guild,
        channel=ctx.channel,
        host=ctx.person,
        rules=chosen.rules,
        expires_at_ms=hosting.expiry_ms(ctx),
        preset=chosen.name,
        seats=low,
        max_seats=high,
        clock=clock,
        rated=rated_here(config, asked=rated, usual=False),
        locale=await host_locale(ctx),
        room=room_of(config, asked=thread),
        ratings=rating_window(ratings),
        place=ctx.place,
    )
    async with hosting.chat.tables.expecting(ask.interaction):
        outcome = await ctx.service.open_lobby(ask)
        await answer_lobby_outcome(hosting.chat, ctx, outcome, fresh=True)


async def offer_standard_table(hosting: Hosting, ctx: Context) -> None:
    """Post the invitation to a table of standard gin."""
    await offer_table(hosting, ctx, ruleset({}, "standard"), DAILY)


def _sizes(ctx: Context, chosen: Ruleset, players: int | None) -> tuple[int, int]:
    """Return the fewest and the most players of a table."""
    size = PRESET_PLAYERS.get(chosen.name)
    fitting = chosen.rules.players() if size is None else range(size, size + 1)
    if players is not None and players not in fitting:
        raise Refusal(
            ctx.t(
                "These rules are for {players} players.",
                players=", ".join(map(str, fitting)),
            )
        )
    fixed = players if size is None else size
    return (fixed, fixed) if fixed is not None else (fitting[0], fitting[-1])
