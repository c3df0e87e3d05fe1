"""Handlers of the private hand panel: actions in the match, and views of the player's cards."""

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
from bot.match.wiring import MatchChat
from bot.presses.hand import HandPress, HandVerb
from bot.presses.play import PlayPress, read_action
from bot.ui.answers import Answer
from bot.ui.context import Context
from bot.ui.forms import ask_for_text, is_submitted, text_of
from bot.ui.reader import HandOrder
from bot.ui.refusal import Refusal
from engine.game.actions import Advise
from engine.service import (
    MatchId,
)

_ORDERS = (HandOrder.MELDS, HandOrder.SUIT, HandOrder.RANK)


async def play_pressed(chat: MatchChat, ctx: Context, press: PlayPress) -> None:
    """Play the action of a button."""
    await play(chat, ctx, press, press.action)


def hand_answers(press: HandPress, submitted: bool) -> Answer:
    """Return the answer kind: in place for the player's panel, a form for advice."""
    asks = press.verb is HandVerb.ADVISE and not submitted
    return Answer.FORM if asks else Answer.IN_PLACE


async def hand_pressed(chat: MatchChat, ctx: Context, press: HandPress) -> None:
    """Change the panel's view, or play the action chosen in a menu."""
    match press.verb:
        case verb if verb in PLANNING:
            await plan_pressed(chat, ctx, press)
        case _ if ctx.values:
            await play(chat, ctx, press, read_action(ctx.value))
        case HandVerb.ADVISE if is_submitted(ctx):
            await _advise(chat, ctx, press)
        case HandVerb.ADVISE:
            await _ask_for_advice(ctx, press)
        case HandVerb.RESULT:
            await last_result_pressed(chat, ctx, MatchId(press.id))
        case _:
            await _look(chat, ctx, press)


async def _look(chat: MatchChat, ctx: Context, press: HandPress) -> None:
    live = await ctx.load_match(MatchId(press.id))
    if live is None:
        raise Refusal("This match no longer exists.")
    if press.verb is HandVerb.SORT:
        await _sorted_differently(ctx)
    await show_panel(chat, ctx, live, _mode(press), opened_for=press.revision)


def _mode(press: HandPress) -> Mode:
    match press.verb, press.card:
        case HandVerb.PICK, int(card):
            return Selected(card)
        case HandVerb.KNOCK, int(card):
            return ChoosingLayout(card)
        case HandVerb.BY_HAND, _:
            return CardByCard()
        case HandVerb.MORE, _:
            return Options()
        case _:
            return Resting()


async def _sorted_differently(ctx: Context) -> None:
    place = _ORDERS.index(ctx.reader.order) if ctx.reader.order in _ORDERS else -1
    await sorted_as(ctx, _ORDERS[(place + 1) % len(_ORDERS)])


async def _ask_for_advice(ctx: Context, press: HandPress) -> None:
    placeholder = ctx.t("Only your captain sees it.")
    title, label = ctx.t("Suggest a play"), ctx.t("Your advice")
    await ask_for_text(ctx, str(press), title, label, length=200, placeholder=placeholder)


async def _advise(chat: MatchChat, ctx: Context, press: HandPress) -> None:
    outcome = await act(chat, ctx, MatchId(press.id), Advise(text_of(ctx)))
    live, notice = outcome_of(ctx.reader, outcome)
    if live is None:
        await ctx.refuse(notice)
    else:
        await show_panel(chat, ctx, live, notice=notice)
