"""The legal actions of a seat and its requests, with labels and what drag and drop needs."""

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from bot.match.hand.model import HandPanel, listed_short
from bot.match.menus import replaceable, resignation_costs, substitute_cost, substitute_label
from bot.match.sheet_screen import match_head
from bot.ui.parts.table import ActionState, KnockOffer, LayoutState
from bot.wording.cards import in_run_order, short
from engine.game.actions import (
    Abort,
    AllowBack,
    AllowSubstitute,
    AskBack,
    AskPause,
    AskSubstitute,
    AutoLayOff,
    BigGin,
    CallOff,
    ClaimWin,
    Discard,
    DoneLayingOff,
    Draw,
    GiveTime,
    Knock,
    LayMeld,
    LayOff,
    Pass,
    Ready,
    RefuseBack,
    RefuseSubstitute,
    Resign,
    Resume,
    SeatAction,
    Take,
    TakeDeep,
    TakeKnock,
)
from engine.game.cards import Card, CardSet, cards_of
from engine.game.legal import Verb
from engine.game.match import MatchPhase, TakebackState
from engine.game.notation import action_text
from engine.game.rules import GameKind
from engine.game.seats import Seat
from engine.game.view import best_defence, deadwood_without, equal_layouts
from engine.service import LiveMatch

Melds: TypeAlias = tuple[tuple[Card, ...], ...]


def melds(found: Iterable[CardSet]) -> Melds:
    """Return the cards of several melds, runs in their order."""
    return tuple(map(in_run_order, found))


def seat_actions(panel: HandPanel) -> tuple[ActionState, ...]:
    """Return everything that the player may do at the table now."""
    own, t = panel.own, panel.t
    if own.public.phase is MatchPhase.BETWEEN and own.seat not in own.public.ready:
        label = t("Ready for the next round")
        return (ActionState(kind="ready", action=action_text(Ready()), label=label),)
    return tuple(one for verb in own.legal.verbs for one in _of(panel, verb))


def _of(panel: HandPanel, verb: Verb) -> Iterator[ActionState]:
    match verb:
        case Verb.PASS:
            yield _plain("pass", Pass(), panel.t("Pass"))
        case Verb.DRAW:
            yield _plain("draw", Draw(), panel.t("Stock"))
        case Verb.TAKE:
            yield from _takes(panel)
        case Verb.TAKE_DEEP:
            yield from _deep(panel)
        case Verb.DISCARD:
            yield from _discards(panel)
        case Verb.BIG_GIN:
            yield from _big_gin(panel)
        case Verb.LAY_OFF:
            yield from _layoffs(panel)
        case Verb.AUTO:
            yield _plain("auto", AutoLayOff(), _defence(panel))
        case Verb.DONE:
            yield _plain("done", DoneLayingOff(), panel.t("Finish"))
        case Verb.TAKE_KNOCK:
            yield from _take_knocks(panel)
        case Verb.MELD:
            yield from _melds(panel)
        case Verb.KNOCK:
            pass  # Each stands with the discard of the same card.


def _plain(kind: str, action: object, label: str) -> ActionState:
    made = {"kind": kind, "action": action_text(action), "label": label}  # type: ignore[arg-type]
    return ActionState.model_validate(made)


def _takes(panel: HandPanel) -> Iterator[ActionState]:
    top = panel.table.top
    for count in panel.own.legal.takes:
        deepest = panel.table.discards[-count] if count > 1 else top
        name = "" if deepest is None else short(deepest)
        label = panel.t("Take {card}", card=name)
        if count > 1:
            label = panel.t("Take {n} cards, using {card}", n=count, card=name)
        yield ActionState(
            kind="take",
            action=action_text(Take(count)),
            label=label,
            card=deepest,
            count=count,
        )


def _deep(panel: HandPanel) -> Iterator[ActionState]:
    for card, found in panel.own.legal.deep:
        yield ActionState(
            kind="take_deep",
            action=action_text(TakeDeep(card, found)),
            label=panel.t(
                "Take {card} for {meld}", card=short(card), meld=listed_short(cards_of(found))
            ),
            card=card,
            cards=in_run_order(found),
        )


def _discards(panel: HandPanel) -> Iterator[ActionState]:
    own = panel.own
    is_gin = own.public.rules.game_kind is GameKind.GIN
    knocks = dict(own.legal.knocks)
    for card in cards_of(own.legal.discards):
        yield ActionState(
            kind="discard",
            action=action_text(Discard(card)),
            label=panel.t("Discard {card}", card=short(card)),
            card=card,
            after=deadwood_without(own, card) if is_gin else None,
            knock=_knock(panel, card, knocks[card]) if card in knocks else None,
        )
    # A knock may throw a card that an ordinary turn may not.
    for card, deadwood in knocks.items():
        if not own.legal.discards >> card & 1:
            offer = _knock(panel, card, deadwood)
            yield ActionState(
                kind="knock",
                action=offer.action,
                label=offer.label,
                card=card,
                after=offer.deadwood,
                knock=offer,
            )


def _knock(panel: HandPanel, card: Card, deadwood: int) -> KnockOffer:
    label = panel.t("Knock with {n} (discard {card})", n=deadwood, card=short(card))
    if deadwood == 0:
        label = panel.t("Gin! (discard {card})", card=short(card))
    return KnockOffer(
        action=action_text(Knock(card)),
        label=label,
        deadwood=deadwood,
        layouts=_layouts(panel, card),
    )


def _layouts(panel: HandPanel, card: Card) -> tuple[LayoutState, ...]:
    """Return the equally good layouts of a knock; nothing where there is no choice."""
    found = equal_layouts(panel.own, card)
    if len(found) < 2:
        return ()
    states = []
    for number, layout in enumerate(found, start=1):
        name = panel.t("Best") if number == 1 else panel.t("Option {n}", n=number)
        states.append(
            LayoutState(
                action=action_text(Knock(card, layout.melds)),
                label=panel.t("{name}: {n} deadwood", name=name, n=layout.deadwood),
                melds=melds(layout.melds),
                deadwood_cards=tuple(cards_of(layout.deadwood_cards)),
                deadwood=layout.deadwood,
            )
        )
    return tuple(states)


def _big_gin(panel: HandPanel) -> Iterator[ActionState]:
    yield _plain("big_gin", BigGin(), panel.t("Big gin!"))


def _layoffs(panel: HandPanel) -> Iterator[ActionState]:
    table = panel.table
    shown = [one.cards for one in table.table_melds]
    if table.knock is not None:
        shown = list(table.knock.melds)
    for card, number in panel.own.legal.layoffs:
        yield ActionState(
            kind="lay_off",
            action=action_text(LayOff(card, number)),
            label=f"{short(card)} → {listed_short(in_run_order(shown[number]))}",
            card=card,
            meld=number,
        )


def _defence(panel: HandPanel) -> str:
    """Return what the best layoffs are."""
    defence = best_defence(panel.own)
    laid = () if defence is None else tuple(card for card, _ in defence.steps)
    if not laid:
        return panel.t("Done, no layoffs")
    return panel.t("Lay off {cards}", cards=listed_short(laid))


def _take_knocks(panel: HandPanel) -> Iterator[ActionState]:
    top = panel.table.top
    taken = "" if top is None else short(top)
    for card, deadwood in sorted(panel.own.legal.knocks, key=lambda pair: pair[1]):
        if deadwood:
            label = panel.t(
                "Take {card}, knock with {n} (discard {discarded})",
                card=taken,
                n=deadwood,
                discarded=short(card),
            )
        else:
            label = panel.t(
                "Take {card}: gin! (discard {discarded})", card=taken, discarded=short(card)
            )
        yield ActionState(
            kind="take_knock",
            action=action_text(TakeKnock(card)),
            label=label,
            card=card,
            after=deadwood,
        )


def _melds(panel: HandPanel) -> Iterator[ActionState]:
    for found in sorted(panel.own.legal.melds, key=lambda one: -one.bit_count()):
        yield ActionState(
            kind="meld",
            action=action_text(LayMeld(found)),
            label=panel.t("Put down {meld}", meld=listed_short(in_run_order(found))),
            cards=in_run_order(found),
        )


RequestKind: TypeAlias = Literal[
    "ask_back",
    "allow_back",
    "refuse_back",
    "pause",
    "resume",
    "ask_substitute",
    "allow_substitute",
    "refuse_substitute",
    "give_time",
    "claim",
    "call_off",
    "abort",
    "resign",
]


def seat_requests(panel: HandPanel, live: LiveMatch) -> tuple[ActionState, ...]:
    """Return the requests and answers that are possible now, answers first."""
    if panel.own.public.phase is MatchPhase.OVER:
        return ()
    found = [
        *_back(panel),
        *_late(panel, live),
        *_pause(panel),
        *_substitute(panel),
        *_ending(panel),
    ]
    return tuple(found)


def _request(
    kind: RequestKind,
    action: SeatAction,
    label: str,
    seat: Seat | None = None,
    *,
    confirm: bool = False,
    costs: tuple[str, ...] = (),
) -> ActionState:
    return ActionState(
        kind=kind,
        action=action_text(action),
        label=label,
        seat=None if seat is None else int(seat),
        confirm=confirm,
        costs=costs,
    )


def _back(panel: HandPanel) -> Iterator[ActionState]:
    own, t = panel.own, panel.t
    if own.table is None or own.captain is not None:
        return
    table = own.table
    if panel.may_ask_back:
        yield _request("ask_back", AskBack(), t("Undo my last move…"))
    if table.back is not TakebackState.ASKED or table.takes_back is None:
        return
    if table.takes_back is own.seat:
        yield _request("refuse_back", RefuseBack(), t("Withdraw request"))
        return
    yield _request("allow_back", AllowBack(), t("Allow"))
    yield _request("refuse_back", RefuseBack(), t("Decline"))


def _late(panel: HandPanel, live: LiveMatch) -> Iterator[ActionState]:
    t = panel.t
    rivals = live.rivals_of(panel.own.seat)
    for seat in panel.board.late:
        if seat in rivals:
            yield _request("give_time", GiveTime(), t("Give extra time"), seat)
            yield _request("call_off", CallOff(), t("Cancel, no result"), seat, confirm=True)
            yield _request("claim", ClaimWin(seat), t("Claim the win"), seat, confirm=True)


def _pause(panel: HandPanel) -> Iterator[ActionState]:
    board, t = panel.board, panel.t
    if board.setup.has_shared_deals or not (
        board.deadlines or board.paused or board.wants_pause is not None
    ):
        return
    if board.paused:
        yield _request("resume", Resume(), t("Continue"))
    elif board.wants_pause is None:
        yield _request("pause", AskPause(), t("Pause…"))
    elif board.wants_pause is panel.own.seat:
        yield _request("resume", Resume(), t("Withdraw request"))
    else:
        yield _request("pause", AskPause(), t("Agree to pause"))
        yield _request("resume", Resume(), t("Don't pause"))


def _substitute(panel: HandPanel) -> Iterator[ActionState]:
    board, seat, t = panel.board, panel.own.seat, panel.t
    for wanted in replaceable(board, seat):
        label = substitute_label(panel.reader, board, seat, wanted)
        costs = (substitute_cost(panel.reader, board),)
        action = AskSubstitute(wanted)
        yield _request("ask_substitute", action, label, wanted, confirm=True, costs=costs)
    asked = board.view.substitution
    if asked is None:
        return
    withdrawn = t("Withdraw request") if seat is asked.by else t("Decline")
    yield _request("refuse_substitute", RefuseSubstitute(asked.seat), withdrawn)
    if seat is not asked.seat and seat not in asked.agreed:
        yield _request("allow_substitute", AllowSubstitute(asked.seat), t("Agree"))


def _ending(panel: HandPanel) -> Iterator[ActionState]:
    if panel.own.public.may_abort and not panel.board.setup.has_shared_deals:
        yield _request("abort", Abort(), panel.t("Cancel match"), confirm=True)
    head = match_head(panel.reader, panel.board, panel.own.seat)
    costs = (head, *resignation_costs(panel.reader, panel.board))
    yield _request("resign", Resign(), panel.t("Resign…"), confirm=True, costs=costs)
