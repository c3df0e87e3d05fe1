"""Facts about a hand that the coach's reasons state; each can be counted on the table."""

from math import exp, log
from typing import Final

from engine.game.cards import SET_BASE, SUIT_SIZE, Card, CardSet, cards_of
from engine.game.events import RoundEventKind
from engine.players.position import Position

_DRAWS: Final = (RoundEventKind.TOOK, RoundEventKind.TOOK_DEEP, RoundEventKind.DREW)
USE_FIT: Final = (0.18, 0.86)
"""Offset and slope from an estimate's log odds to those of what happened.

Measured in docs/research/coach.md.
"""
UNDERCUT_FIT: Final = (-0.21, 0.99)
LATE_TURN: Final = 5
"""The player's own turn from which high cards are called expensive."""
HIGH_VALUE: Final = 8
"""The deadwood value of a card that is called high."""


def own_turn(position: Position) -> int:
    """Return which turn of its own the player is taking in this round, counted from 1."""
    table, side = position.view.table, position.view.side
    assert table is not None
    assert side is not None
    begun = sum(event.side is side and event.fact in _DRAWS for event in table.events)
    has_drawn = position.view.drawn is not None or position.view.taken is not None
    return begun if has_drawn else begun + 1


def completes_meld(position: Position, cards: CardSet, card: Card) -> bool:
    """Whether ``card`` is melded when ``cards`` and it are arranged for least deadwood."""
    deadwood, value = position.play.solver.deadwood, position.play.value[card]
    return deadwood(cards | 1 << card) < deadwood(cards) + value


def fits_meld(position: Position, cards: CardSet, card: Card) -> bool:
    """Whether some meld contains ``card`` and cards of ``cards``, be it at a loss."""
    bit = 1 << card
    return any(meld & bit for meld in position.play.solver.melds_in(cards | bit))


def meld_cost(position: Position, card: Card) -> int:
    """Return the points of deadwood that the loss of ``card`` adds to the hand.

    Above 0 only if it breaks a meld: a card without a meld, or one at the end of a long run, adds
    nothing.
    """
    hand, deadwood = position.memory.hand, position.play.solver.deadwood
    return max(0, deadwood(hand & ~(1 << card)) - deadwood(hand))


def outs(position: Position, discarded: Card) -> int:
    """Return the number of unseen cards that complete a meld after this discard."""
    rest = position.memory.hand & ~(1 << discarded)
    unseen = cards_of(position.memory.unseen)
    return sum(completes_meld(position, rest, card) for card in unseen)


def gin_outs(position: Position, discarded: Card) -> int:
    """Return the number of unseen cards that make gin after this discard."""
    rest = position.memory.hand & ~(1 << discarded)
    best = position.play.solver.best_discard
    return sum(best(rest | 1 << card)[1] == 0 for card in cards_of(position.memory.unseen))


def grows_both_ways(position: Position, card: Card, discarded: Card) -> bool:
    """Whether one unseen card completes a set with ``card`` and another one a run."""
    rest, bit = position.memory.hand & ~(1 << discarded), 1 << card
    if not rest & bit or any(meld & bit for meld in position.play.solver.melds_in(rest)):
        return False
    same_rank = SET_BASE << card % SUIT_SIZE
    completed = {
        bool(meld & ~same_rank)
        for unseen in cards_of(position.memory.unseen)
        for meld in position.play.solver.melds_in(rest | 1 << unseen)
        if meld & bit
    }
    return completed == {False, True}


def is_dead(position: Position, card: Card) -> bool:
    """Whether the opponent can meld ``card`` with no cards that it may hold or draw."""
    memory = position.memory
    return not fits_meld(position, memory.unseen | memory.known, card)


def use_share(position: Position, card: Card, hands: list[CardSet]) -> float:
    """Return the share of likely hands in which the opponent melds this card."""
    return sum(completes_meld(position, hand, card) for hand in hands) / len(hands)


def percent_used(share: float) -> int:
    """Return how often opponents meld a card, in percent, where likely hands say ``share``."""
    return _percent(share, USE_FIT)


def percent_undercut(share: float) -> int:
    """Return how often knocks are undercut, in percent, where the network says ``share``."""
    return _percent(share, UNDERCUT_FIT)


def _percent(share: float, fit: tuple[float, float]) -> int:
    bounded = min(max(share, 0.01), 0.99)
    odds = fit[0] + fit[1] * log(bounded / (1 - bounded))
    return round(100 / (1 + exp(-odds)))


def layoffs(position: Position, melds: tuple[CardSet, ...]) -> int:
    """Return the number of cards that the opponent may hold and could lay off on these melds."""
    memory, targets = position.memory, position.play.solver.layoff_targets
    return sum(bool(targets(melds, card)) for card in cards_of(memory.unseen | memory.known))


def knocked_melds(position: Position) -> tuple[CardSet, ...]:
    """Return the knocker's melds, with what has been laid off on them."""
    table = position.view.table
    assert table is not None
    assert table.knock is not None
    return table.knock.melds


def free(position: Position) -> CardSet:
    """Return the defender's cards that may still be laid off."""
    return position.view.hand & ~sum(position.view.exposed)
