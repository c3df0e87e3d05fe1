"""A player's own plans: premoves and the order of the hand. Nobody else sees them."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.match.chat import MatchChat
from bot.match.hand.model import (
    Arranging,
    Mode,
    Options,
    Resting,
    in_meld_order,
)
from bot.match.hand.more import moved
from bot.match.hand.panel import show_panel
from bot.ui.context import Context
from bot.ui.custom_id import CustomId
from bot.ui.reader import HandOrder
from bot.ui.refusal import Refusal
from engine.game.cards import card
from engine.premoves import Premoves
from engine.service import (
    LiveMatch,
    MatchId,
)

PLANNING: Final = frozenset(("plan", "order", "arrange", "left", "right"))
"""The presses about plans, by the word before the first hyphen."""


async def plan_pressed(chat: MatchChat, ctx: Context, press: CustomId) -> None:
    """Premoves and the own order: stored at once, seen by nobody else."""
    kind, _, name = press.what.partition("-")
    match, user = MatchId(press.id), ctx.user
    mode: Mode = Options()
    if kind == "order":
        chosen = next((one for one in HandOrder if one.value in ctx.values), HandOrder.MELDS)
        await sorted_as(ctx, chosen)
        live = await ctx.service.load(match)
    elif kind == "plan":
        live = await ctx.service.planning.change(ctx.key, match, user, _changed(name, ctx.values))
        mode = Resting() if name == "none" else mode
    else:
        live, mode = await _arranged(ctx, kind, name, match)
        if ctx.reader.order is not HandOrder.OWN:
            await sorted_as(ctx, HandOrder.OWN)
    if live is None:
        raise Refusal("This match no longer exists.")
    await show_panel(chat, ctx, live, mode)


async def sorted_as(ctx: Context, order: HandOrder) -> None:
    """Remember how the person likes the own cards to be ordered."""
    await ctx.prefer(hand_order=order.value)


def _changed(name: str, values: tuple[str, ...]) -> Callable[[Premoves], Premoves]:
    """The premoves after a press."""
    match name:
        case "pass":
            return lambda plans: replace(plans, pass_upcard=not plans.pass_upcard)
        case "stock":
            return lambda plans: replace(plans, draw_stock=not plans.draw_stock)
        case "knock":
            text = values[0] if values else ""
            most = int(text) if text.isdecimal() else None
            return lambda plans: replace(plans, knock_at=most)
        case _:
            return lambda plans: Premoves(order=plans.order, nudges=plans.nudges)


async def _arranged(
    ctx: Context, kind: str, name: str, match: MatchId
) -> tuple[LiveMatch | None, Mode]:
    """Select a card (``arrange``) or move it one place (``left``, ``right``)."""
    user = ctx.user
    live = await ctx.service.load(match)
    seat = None if live is None else live.seat_of(user)
    if live is None or seat is None or not name:
        return live, Arranging()
    try:
        chosen = card(name)
    except ValueError:
        return live, Arranging()
    view = live.view(seat)
    if not view.hand >> chosen & 1:
        return live, Arranging()
    if kind == "arrange":
        return live, Arranging(chosen)
    shown = in_meld_order(view)
    step = -1 if kind == "left" else 1
    changed = await ctx.service.planning.change(
        ctx.key,
        match,
        user,
        lambda plans: replace(plans, order=moved(plans, shown, chosen, step)),
    )
    return changed, Arranging(chosen)
