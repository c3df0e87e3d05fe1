"""The private hand panel: how it opens and stays up to date, and what its buttons do."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, assert_never

from bot.match.board import match_context, panel_of
from bot.match.hand.model import CardByCard, ChoosingLayout, Mode, Options, Resting, Selected
from bot.match.panels import PanelKind
from bot.match.replay.handlers import last_result_pressed
from bot.match.wiring import MatchDisplay
from bot.presses.match import HandPress, HandVerb, PlayPress, read_action
from bot.ui.context import Context, ask_for_text, is_submitted, text_of
from bot.ui.i18n import mark
from bot.ui.reader import Reader
from bot.ui.replying import Editor, Refusal
from bot.ui.routes import AnswerKind
from bot.wording.errors import rule_refusal
from engine.game.actions import Advise, SeatAction
from engine.premoves import Premoves
from engine.service import (
    ActOutcome,
    Applied,
    Busy,
    HandOrder,
    LiveMatch,
    MatchCommand,
    MatchId,
    NoSuchMatch,
    NotSeated,
    Refused,
    Repeated,
    Stale,
    Unreadable,
    Unsure,
)

NOTHING_SHOWN: Final = -1
"""The version of a panel that shows no match state yet."""


async def show_panel(
    display: MatchDisplay,
    ctx: Context,
    live: LiveMatch,
    mode: Mode | None = None,
    notice: str = "",
    opened_for: int | None = None,
) -> None:
    """Answer with the presser's panel, in place, with ``notice`` as a warning.

    ``opened_for``: the revision of the selection; a selection for another revision is dropped.
    """
    user = ctx.user
    seat = live.seat_of(user)
    if seat is None:
        raise Refusal("You aren't at this table.")
    if opened_for is not None and opened_for != live.revision(seat):
        if not isinstance(mode, Resting):
            notice = notice or ctx.t("The table has changed since then. Here it is now.")
        mode = Resting()
    if isinstance(mode, Selected) and not live.view(seat).legal.discards >> mode.card & 1:
        mode = Resting()
    if isinstance(mode, ChoosingLayout) and mode.card not in dict(live.view(seat).legal.knocks):
        mode = Resting()
    notice = notice or _room_words(display, ctx, live)
    board = match_context(ctx.service, live, ctx.reader)
    warning = f"⚠️ {notice}" if notice else ""
    screen = panel_of(ctx.reader, board, live, seat, mode, warning)
    if isinstance(mode, Resting | None) and await ctx.reply.open_on_page(live.id, notice):
        return
    if ctx.origin.is_public:  # A hand must never replace a public message.
        with display.panels.coming(live.id, user):
            await _follow(display, ctx, live, await ctx.reply.private(screen))
        return
    if ctx.interaction is None:  # A page follows its matches by itself.
        await ctx.reply.update(screen)
        return
    # Registered before the drawing, so that an opponent's move cannot be overwritten.
    panel = display.updates.follow(live, PanelKind.HAND, ctx.reply.editor, ctx)
    await ctx.reply.update(screen)
    display.updates.answered(live, PanelKind.HAND, panel, ctx)
    await display.updates.catch_up(live)


def _room_words(display: MatchDisplay, ctx: Context, live: LiveMatch) -> str:
    """Return why the table's message is not what it was; empty if it is, or the person knows."""
    if display.tables.is_without_channel(live):
        return ctx.t(
            "This table's channel is gone. Type `/gin repost` in the channel where you want the "
            "table."
        )
    if display.tables.explains_bar(live, ctx.user):
        return ctx.t(
            "I can't post in this table's channel any more, so the table message isn't "
            "updated. You can keep playing from your hand. An admin can restore my access."
        )
    return ""


async def open_panel(
    display: MatchDisplay, ctx: Context, live: LiveMatch, notice: str = ""
) -> None:
    """Answer with a new private panel."""
    seat = live.seat_of(ctx.user)
    if seat is None:
        raise Refusal("You aren't at this table. Press Watch to follow it.")
    if await ctx.reply.open_on_page(live.id, notice):
        return
    if not notice and (words := _room_words(display, ctx, live)):
        notice = f"⚠️ {words}"
    board = match_context(ctx.service, live, ctx.reader)
    screen = panel_of(ctx.reader, board, live, seat, notice=notice)
    with display.panels.coming(live.id, ctx.user):
        await _follow(display, ctx, live, await ctx.reply.private(screen))


async def open_panel_after(display: MatchDisplay, ctx: Context, live: LiveMatch) -> None:
    """Show the presser's hand in a follow-up message, when the press begins a match."""
    seat = live.seat_of(ctx.user)
    if seat is None or await ctx.reply.open_on_page(live.id, ""):
        return
    screen = panel_of(ctx.reader, match_context(ctx.service, live, ctx.reader), live, seat)
    with display.panels.coming(live.id, ctx.user):
        await _follow(display, ctx, live, await ctx.reply.also_private(screen))


async def expect_change(display: MatchDisplay, ctx: Context, match: MatchId) -> None:
    """Let the pressed panel follow the next stored change of the match, by its newest token."""
    await ctx.reply.acknowledge()
    if ctx.interaction is None:
        return
    panel = display.panels.opened(
        match, ctx.user, PanelKind.HAND, ctx.reply.editor, NOTHING_SHOWN, ctx.locale, ctx.guild
    )
    if ctx.reply.is_delivered:
        panel.former = None
    else:
        display.panels.lost(match, ctx.user, PanelKind.HAND, panel)


async def _follow(
    display: MatchDisplay, ctx: Context, live: LiveMatch, editor: Editor | None
) -> None:
    if editor is not None:
        await display.updates.opened(live, PanelKind.HAND, editor, ctx)


TABLE_CHANGED: Final = mark(
    "The table has changed since then, so that didn't go through. Here it is now."
)


async def play(
    display: MatchDisplay, ctx: Context, press: PlayPress | HandPress, action: SeatAction
) -> None:
    """Play the action of a button or a menu and show the hand after it."""
    outcome = await act(display, ctx, MatchId(press.id), action, press.revision)
    if isinstance(outcome, Unsure) and not ctx.origin.is_public:
        await expect_change(display, ctx, outcome.match_id)
    live, notice = outcome_of(ctx.reader, outcome)
    if live is None:
        await ctx.refuse(notice)
    else:
        await show_panel(display, ctx, live, notice=notice)


async def act(
    display: MatchDisplay, ctx: Context, match: MatchId, action: SeatAction, revision: int = 0
) -> ActOutcome:
    """Send an action to the service and count its outcome.

    ``revision``: the state the action is meant for; 0 for any.
    """
    outcome = await ctx.service.act(
        MatchCommand(
            interaction=ctx.key,
            match_id=match,
            user_id=ctx.user,
            action=action,
            revision=revision or None,
        )
    )
    display.metrics.moved(outcome)
    return _seen(ctx, outcome)


def _seen(ctx: Context, outcome: ActOutcome) -> ActOutcome:
    """Return the outcome with the match as the presser sees it."""
    if isinstance(outcome, NoSuchMatch | Unreadable | Busy | Unsure):
        return outcome
    seen = ctx.seen(outcome.live)
    return outcome if seen is outcome.live else replace(outcome, live=seen)


def outcome_of(reader: Reader, outcome: ActOutcome) -> tuple[LiveMatch | None, str]:
    """Return the match to show, if this person may see it, and the sentence about the outcome."""
    t = reader.words.t
    match outcome:
        case Applied(live=live) | Repeated(live=live):
            return live, ""
        case Stale(live=live, is_of_lost_time=True):
            return live, t(
                "Gin has been restored from a backup made before this button, so it no longer "
                "works. Here is your table as it is now."
            )
        case Stale(live=live):
            return live, t(TABLE_CHANGED)
        case Refused(live=live, error=error):
            return live, rule_refusal(reader, error)
        case NotSeated():
            return None, t("You aren't at this table. Press Watch to follow it.")
        case NoSuchMatch():
            return None, t("This match no longer exists.")
        case Unreadable():
            return None, t(
                "This match can't be read and has been set aside. A server admin can cancel it."
            )
        case Busy():
            return None, t("Gin is very busy, so that didn't go through. Try again in a moment.")
        case Unsure():
            return None, t(
                "Gin can't tell whether your move was played. The table always shows the real "
                "state, and your hand updates by itself."
            )
        case _:
            assert_never(outcome)


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


async def plan_pressed(display: MatchDisplay, ctx: Context, press: HandPress) -> None:
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
    await show_panel(display, ctx, ctx.seen(live), mode)


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


_ORDERS = (HandOrder.MELDS, HandOrder.SUITS, HandOrder.RANKS)


async def play_pressed(display: MatchDisplay, ctx: Context, press: PlayPress) -> None:
    """Play the action of a button."""
    await play(display, ctx, press, press.action)


def hand_answers(press: HandPress, submitted: bool) -> AnswerKind:
    """Return the answer kind: in place for the player's panel, a form for advice."""
    asks = press.verb is HandVerb.ADVISE and not submitted
    return AnswerKind.FORM if asks else AnswerKind.IN_PLACE


async def hand_pressed(display: MatchDisplay, ctx: Context, press: HandPress) -> None:
    """Change the panel's view, or play the action chosen in a menu."""
    match press.verb:
        case verb if verb in PLANNING:
            await plan_pressed(display, ctx, press)
        case _ if ctx.values and not ctx.turns_a_page:
            await play(display, ctx, press, read_action(ctx.value))
        case HandVerb.ADVISE if is_submitted(ctx):
            await _advise(display, ctx, press)
        case HandVerb.ADVISE:
            await _ask_for_advice(ctx, press)
        case HandVerb.RESULT:
            await last_result_pressed(display, ctx, MatchId(press.id))
        case _:
            await _look(display, ctx, press)


async def _look(display: MatchDisplay, ctx: Context, press: HandPress) -> None:
    live = await ctx.load_match(MatchId(press.id))
    if live is None:
        raise Refusal("This match no longer exists.")
    if press.verb is HandVerb.SORT:
        await _sorted_differently(ctx)
    await show_panel(display, ctx, live, _mode(press), opened_for=press.revision)


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
    await ask_for_text(ctx, press, title, label, length=200, placeholder=placeholder)


async def _advise(display: MatchDisplay, ctx: Context, press: HandPress) -> None:
    outcome = await act(display, ctx, MatchId(press.id), Advise(text_of(ctx)))
    live, notice = outcome_of(ctx.reader, outcome)
    if live is None:
        await ctx.refuse(notice)
    else:
        await show_panel(display, ctx, live, notice=notice)
