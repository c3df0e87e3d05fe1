"""Handlers of a player's premoves and card order, which nobody else sees."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.match.hand.model import Mode, Options, Resting
from bot.match.hand.panel import show_panel
from bot.match.wiring import MatchChat
from bot.presses.hand import HandPress, HandVerb
from bot.ui.context import Context
from bot.ui.reader import HandOrder
from bot.ui.refusal import Refusal
from engine.premoves import Premoves
from engine.service import MatchId

PLANNING: Final = frozenset(
    (
        HandVerb.ORDER,
        HandVerb.PLAN_UPCARD,
        HandVerb.PLAN_STOCK,
        HandVerb.PLAN_KNOCK,
        HandVerb.PLAN_NONE,
    )
)
"""The presses about premoves and order."""


async def plan_pressed(chat: MatchChat, ctx: Context, press: HandPress) -> None:
    """Store a premove or the card order."""
    match, user = MatchId(press.id), ctx.user
    mode: Mode = Options()
    if press.verb is HandVerb.ORDER:
        chosen = next((one for one in HandOrder if one.value in ctx.values), HandOrder.MELDS)
        await sorted_as(ctx, chosen)
        live = await ctx.load_match(match)
    else:
        change = _changed(press.verb, ctx.values)
        live = await ctx.service.planning.change(ctx.key, match, user, change)
        mode = Resting() if press.verb is HandVerb.PLAN_NONE else mode
    if live is None:
        raise Refusal("This match no longer exists.")
    await show_panel(chat, ctx, ctx.seen(live), mode)


async def sorted_as(ctx: Context, order: HandOrder) -> None:
    """Save the person's preferred card order."""
    await ctx.prefer(hand_order=order.value)


def _changed(verb: HandVerb, values: tuple[str, ...]) -> Callable[[Premoves], Premoves]:
    """Return the premoves after a press."""
    match verb:
        case HandVerb.PLAN_UPCARD:
            return lambda plans: replace(plans, pass_upcard=not plans.pass_upcard)
        case HandVerb.PLAN_STOCK:
            return lambda plans: replace(plans, draw_stock=not plans.draw_stock)
        case HandVerb.PLAN_KNOCK:
            text = values[0] if values else ""
            most = int(text) if text.isdecimal() else None
            return lambda plans: replace(plans, knock_at=most)
        case _:
            return lambda plans: Premoves(order=plans.order, nudges=plans.nudges)
