"""The four levels of play behind one function, :func:`choose`."""

from collections.abc import Sequence
from enum import StrEnum
from typing import assert_never

from engine.game.actions import (
    AutoLayOff,
    BigGin,
    Discard,
    DoneLayingOff,
    Draw,
    Knock,
    LayOff,
    Pass,
    RoundAction,
    Take,
    TakeDeep,
    TakeKnock,
)
from engine.game.cards import CardSet
from engine.game.legal import Verb
from engine.game.melds import Layout, solver
from engine.game.rules import GameKind
from engine.game.view import SeatView
from engine.players import expert, lower_levels, mahjong, playouts
from engine.players.expert import expected_left, stock_odds
from engine.players.judgement import can_judge, judged_discards, judged_draws
from engine.players.position import Position
from engine.players.search import looked_ahead


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
    worth, settle = position.score_values.worth, position.play.settle
    answer = position.play.solver.deadwood_after_layoffs
    return sum(
        worth(settle(layout.deadwood, answer(layout.melds, hand), hand)) for hand in hands
    ) / len(hands)


def last_discard(position: Position, hands: Sequence[CardSet]) -> RoundAction:
    """Knock with the last discard at the wall if that is better than a void round (1.9)."""
    knocks = position.view.legal.knocks
    if not knocks:
        return Pass()
    value, worth = position.play.value, position.score_values.worth
    card, left = min(knocks, key=lambda knock: (knock[1], -value[knock[0]], knock[0]))
    rest: CardSet = (position.memory.hand | 1 << position.memory.top) & ~(1 << card)
    points = position.play.knock_points
    if left and hands and sum(worth(points(rest, left, hand)) for hand in hands) <= 0:
        return Pass()
    return laid_out(position, TakeKnock(card), hands)


def discard_action(position: Position) -> RoundAction:
    """Discard, or knock, or declare big gin."""
    legal = position.view.legal
    if Verb.BIG_GIN in legal.verbs:
        return BigGin()
    if not can_judge(position):
        return playouts.discard_action(position)
    gins = [card for card, left in legal.knocks if left == 0]
    if gins:
        return Knock(gins[0])
    return looked_ahead(position, judged_discards(position))[0].action


def draw_action(position: Position) -> RoundAction:
    """Take the top discard or a deeper card, or draw, or pass."""
    if not can_judge(position):
        return playouts.draw_action(position)
    memory, play, legal = position.memory, position.play, position.view.legal
    if Verb.TAKE in legal.verbs:
        bit = 1 << memory.top
        if play.solver.best_discard(memory.hand | bit, bit)[1] == 0:
            return Take()
    return judged_draws(position)[0].action


LAYOUT_HANDS = 40
"""Likely hands against which layouts are compared."""


class Level(StrEnum):
    """The skill of a computer, weakest first."""

    NOVICE = "novice"
    CASUAL = "casual"
    EXPERT = "expert"
    MASTER = "master"

    @property
    def below(self) -> "Level":
        """The next lower level; the novice is its own."""
        order = list(Level)
        return order[max(0, order.index(self) - 1)]

    @property
    def is_quick(self) -> bool:
        """Whether a decision takes a few milliseconds at most and needs no separate process."""
        return self in (Level.NOVICE, Level.CASUAL)


def level_named(name: str) -> Level:
    """Return the level of this name. Raise ValueError for an unknown name."""
    try:
        return Level(name)
    except ValueError:
        known = ", ".join(Level)
        raise ValueError(f"no level is called {name!r}; there are {known}") from None


def choose(view: SeatView, level: Level, seed: int) -> RoundAction:
    """Return the action of a player of ``level``, the same for the same view and seed.

    Raise ValueError if it is not this seat's turn.
    """
    legal = view.legal
    if not legal or view.table is None:
        raise ValueError(f"seat {view.seat} has nothing to do")
    if legal.verbs == (Verb.DRAW,):
        return Draw()
    if view.public.rules.game_kind is GameKind.MAHJONG:
        return mahjong.choose(view, level.value, seed)
    if Verb.DONE in legal.verbs:
        return lay_off(view)
    position = Position.of(view, seed)
    if Verb.TAKE_KNOCK in legal.verbs:
        hands = [] if level.is_quick else position.likely_hands(LAYOUT_HANDS)
        return last_discard(position, hands)
    if Verb.DISCARD in legal.verbs:
        return _discard(position, level)
    return _deep(position, level) or _draw(position, level)


def _draw(position: Position, level: Level) -> RoundAction:
    match level:
        case Level.NOVICE:
            return lower_levels.novice_draw(position)
        case Level.CASUAL:
            return lower_levels.casual_draw(position)
        case Level.EXPERT:
            return expert.draw_action(position)
        case Level.MASTER:
            return draw_action(position)
        case _:
            assert_never(level)


def _discard(position: Position, level: Level) -> RoundAction:
    legal = position.view.legal
    if Verb.BIG_GIN in legal.verbs:
        return _big_gin(position)
    match level:
        case Level.NOVICE:
            return lower_levels.novice_discard(position)
        case Level.CASUAL:
            return lower_levels.casual_discard(position)
        case Level.EXPERT:
            action = expert.discard_action(position)
        case Level.MASTER:
            action = discard_action(position)
        case _:
            assert_never(level)
    if isinstance(action, Discard):
        return action
    return laid_out(position, action, position.likely_hands(LAYOUT_HANDS))


def _big_gin(position: Position) -> RoundAction:
    """Return big gin, or gin with ten cards if the rules pay more for it (rulebook 1.8)."""
    rules = position.view.public.rules
    gins = [card for card, left in position.view.legal.knocks if left == 0]
    if gins and rules.gin_bonus > (rules.big_gin_bonus or 0):
        return Knock(gins[0])
    return BigGin()


def _deep(position: Position, level: Level) -> RoundAction | None:
    """Return a deep pickup if it is better than a draw (``deep_pickup``)."""
    legal = position.view.legal
    if Verb.TAKE_DEEP not in legal.verbs or level is Level.NOVICE:
        return None
    if level is Level.MASTER and can_judge(position):
        return None
    solver, hand = position.play.solver, position.memory.hand
    left = {
        (card, meld): solver.best_discard(hand | 1 << card, meld)[1] for card, meld in legal.deep
    }
    best = min(left, key=lambda pick: (left[pick], pick))
    expected = expected_left(position.play, hand, stock_odds(position.memory, ()))
    return TakeDeep(*best) if left[best] < expected - 2 else None
