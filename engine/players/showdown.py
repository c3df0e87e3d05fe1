"""Decisions at the end of a round: the layout, layoffs, and a knock at the wall."""

from collections.abc import Sequence

from engine.game.actions import (
    AutoLayOff,
    DoneLayingOff,
    Knock,
    LayOff,
    Pass,
    RoundAction,
    TakeKnock,
)
from engine.game.cards import CardSet
from engine.game.legal import Verb
from engine.game.melds import Layout, solver
from engine.game.view import SeatView
from engine.players.position import Position


def lay_off(view: SeatView) -> RoundAction:
    """Return the layoffs that leave least deadwood, one at a time if not automatic (1.7)."""
    if Verb.AUTO in view.legal.verbs:
        return AutoLayOff()
    table, side = view.table, view.side
    assert table is not None
    assert table.knock is not None
    assert side is not None
    free = view.hand
    for meld in view.exposed:
        free &= ~meld
    engine = solver(view.public.rules.meld_rules)
    steps = engine.best_layoff(table.knock.melds, free).steps
    return LayOff(*steps[0]) if steps else DoneLayingOff()


def laid_out(position: Position, action: RoundAction, hands: Sequence[CardSet]) -> RoundAction:
    """Return the knock with the layout that is best against these hands (rulebook 1.6).

    Layouts with more deadwood but fewer layoffs are among the choices. With exposed melds the
    engine's own layout stays; where that is best, the knock names none.
    """
    if not isinstance(action, Knock | TakeKnock) or position.view.exposed or not hands:
        return action
    hand = position.memory.hand
    if isinstance(action, TakeKnock):
        hand |= 1 << position.memory.top
    rest = hand & ~(1 << action.card)
    layouts = layouts_of(position, rest)
    if len(layouts) < 2:
        return action
    best = max(layouts, key=lambda layout: layout_worth(position, layout, hands))
    is_own = best.melds == position.play.solver.best_layout(rest).melds
    return action if is_own else type(action)(action.card, best.melds)


def layouts_of(position: Position, rest: CardSet) -> tuple[Layout, ...]:
    """Return the layouts that are a real choice for a knocker, best first."""
    return position.play.solver.choices(rest, position.memory.limit)


def layout_worth(position: Position, layout: Layout, hands: Sequence[CardSet]) -> float:
    """Return the mean value of a knock with this layout over these hands."""
    worth, settle = position.stakes.worth, position.play.settle
    answer = position.play.solver.deadwood_after_layoffs
    return sum(
        worth(settle(layout.deadwood, answer(layout.melds, hand), hand)) for hand in hands
    ) / len(hands)


def last_discard(position: Position, hands: Sequence[CardSet]) -> RoundAction:
    """Knock with the last discard at the wall if that is better than a void round (1.9)."""
    knocks = position.view.legal.knocks
    if not knocks:
        return Pass()
    value, worth = position.play.value, position.stakes.worth
    card, left = min(knocks, key=lambda knock: (knock[1], -value[knock[0]], knock[0]))
    rest: CardSet = (position.memory.hand | 1 << position.memory.top) & ~(1 << card)
    points = position.play.knock_points
    if left and hands and sum(worth(points(rest, left, hand)) for hand in hands) <= 0:
        return Pass()
    return laid_out(position, TakeKnock(card), hands)
