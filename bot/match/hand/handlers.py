"""Presses on the private hand panel: actions in the match, and looking at the own cards."""

from bot.match.chat import MatchChat
from bot.match.hand.acting import act, outcome_of, play
from bot.match.hand.model import (
    CardByCard,
    ChoosingLayout,
    Mode,
    Options,
    Resting,
    Selected,
)
from bot.match.hand.panel import show_panel
from bot.match.hand.plans import PLANNING, plan_pressed, sorted_as
from bot.match.replay.last_result import last_result_pressed
from bot.ui.answers import Answer
from bot.ui.context import Context
from bot.ui.custom_id import CustomId
from bot.ui.forms import ask_for_text, is_submitted, text_of
from bot.ui.reader import HandOrder
from bot.ui.refusal import Refusal
from engine.game.actions import Advise
from engine.game.cards import card
from engine.service import (
    MatchId,
)

_ORDERS = (HandOrder.MELDS, HandOrder.SUIT, HandOrder.RANK)


async def play_pressed(chat: MatchChat, ctx: Context, press: CustomId) -> None:
    """An action in the engine's notation."""
    await play(chat, ctx, press, press.what)


def hand_answers(press: CustomId, submitted: bool) -> Answer:
    """The own panel changes in place; advice is written in a form."""
    return Answer.FORM if press.what == "advise" and not submitted else Answer.IN_PLACE


async def hand_pressed(chat: MatchChat, ctx: Context, press: CustomId) -> None:
    """A selection, or a menu whose value is an action."""
    if press.what.partition("-")[0] in PLANNING:
        await plan_pressed(chat, ctx, press)
        return
    if ctx.values:
        await play(chat, ctx, press, ctx.values[0])
        return
    if press.what == "advise":
        if is_submitted(ctx):
            await _advise(chat, ctx, press)
        else:
            await _ask_for_advice(ctx, press)
        return
    if press.what == "result":
        await last_result_pressed(chat, ctx, MatchId(press.id))
        return
    live = await ctx.service.load(MatchId(press.id))
    if live is None:
        raise Refusal("This match no longer exists.")
    if press.what == "sort":
        await _sorted_differently(ctx)
    mode = _mode(press.what)
    await show_panel(chat, ctx, live, mode, opened_for=press.revision)


def _mode(what: str) -> Mode:
    kind, _, text = what.partition("-")
    try:
        if kind == "pick":
            return Selected(card(text))
        if kind == "knock":
            return ChoosingLayout(card(text))
    except ValueError:
        return Resting()
    modes: dict[str, Mode] = {"byhand": CardByCard(), "more": Options()}
    return modes.get(kind, Resting())


async def _sorted_differently(ctx: Context) -> None:
    place = _ORDERS.index(ctx.reader.order) if ctx.reader.order in _ORDERS else -1
    await sorted_as(ctx, _ORDERS[(place + 1) % len(_ORDERS)])


async def _ask_for_advice(ctx: Context, press: CustomId) -> None:
    placeholder = ctx.t("Only your captain sees it.")
    title, label = ctx.t("Suggest a play"), ctx.t("Your advice")
    await ask_for_text(ctx, str(press), title, label, length=200, placeholder=placeholder)


async def _advise(chat: MatchChat, ctx: Context, press: CustomId) -> None:
    command = CustomId(press.area, press.id, 0, press.what)
    outcome = await act(chat, ctx, command, Advise(text_of(ctx)))
    live, notice = outcome_of(ctx.reader, outcome)
    if live is None:
        await ctx.refuse(notice)
    else:
        await show_panel(chat, ctx, live, notice=notice)
