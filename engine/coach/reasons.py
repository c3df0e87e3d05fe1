"""Reasons why one choice is better than another: facts that can be counted on the table.

A reason is given only if what it states is so. Where no such fact decides, the reason is that the
choice scores better on average.
"""

from dataclasses import dataclass
from enum import StrEnum
from math import exp, log
from typing import Final

from engine.coach.options import Option
from engine.game.actions import (
    AutoLayOff,
    BigGin,
    Discard,
    DoneLayingOff,
    Knock,
    LayOff,
    RoundAction,
    Take,
    TakeDeep,
    TakeKnock,
)
from engine.game.cards import SET_BASE, SUIT_SIZE, Card, CardSet, cards_of
from engine.game.round import RoundEventKind
from engine.players.expert import DiscardValue
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


def meld_outs(position: Position, discarded: Card) -> int:
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


def free_cards(position: Position) -> CardSet:
    """Return the defender's cards that may still be laid off."""
    return position.view.hand & ~sum(position.view.exposed)


HANDS: Final = 160
"""Likely hands of the opponent on which a percentage is counted."""
RISKY: Final = 20
"""The percentage from which an undercut is called a risk."""


class Why(StrEnum):
    """The advantage of the better choice. The comment names its data."""

    GIN = "gin"  # deadwood: 0
    BIG_GIN = "big_gin"
    KNOCK_NOW = "knock_now"  # deadwood, undercut_percent: low
    KNOCK_ANYWAY = "knock_anyway"  # deadwood, undercut_percent: high
    UNDERCUT_RISK = "undercut_risk"  # deadwood, undercut_percent
    PLAY_FOR_GIN = "play_for_gin"  # deadwood, outs: unseen cards that would make gin
    WAIT = "wait"  # deadwood
    LAYOUT = "layout"  # outs, other_outs: cards that the opponent could lay off
    LAY_OFF = "lay_off"  # card, deadwood: left after laying off it and the rest
    LAY_OFF_ONE = "lay_off_one"  # card, deadwood: left after laying off it alone
    KEEP_FOR_MELD = "keep_for_meld"  # the card lowers deadwood in the player's own melds
    MAKES_MELD = "makes_meld"  # card
    ALLOWS_KNOCK = "allows_knock"  # card, deadwood
    LOWERS_DEADWOOD = "lowers_deadwood"  # card, points
    NO_MELD = "no_meld"  # card: it makes no meld and reveals the player's plan
    STOCK_IS_BETTER = "stock_is_better"  # card
    BREAKS_MELD = "breaks_meld"  # card, deadwood: added by breaking it
    LESS_DEADWOOD = "less_deadwood"  # points: less than after the other choice
    HIGH_DEADWOOD = "high_deadwood"  # card, points: the same, late and for a high card; turn
    DEAD_CARD = "dead_card"  # card: no cards are left with which the opponent could meld it
    FEEDS_PILE = "feeds_pile"  # card, percent: how often the opponent can meld it
    KEEPS_OUTS = "keeps_outs"  # card, outs, other_outs: draws that help with the better discard
    TWO_WAY = "two_way"  # card: an unseen card completes a set with it, another one a run
    PUTS_DOWN = "puts_down"  # points: more on the table of Mahjong gin in this turn
    FITS_TABLE = "fits_table"  # card: it can be laid off on a meld on the table
    FITS_TAKEN = "fits_taken"  # card: it makes a meld with cards that the opponent took and holds
    LESS_IN_HAND = "less_in_hand"  # points of Mahjong gin: less in the hand
    BETTER_ON_AVERAGE = "better_on_average"
    ONLY_CHOICE = "only_choice"


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason and its data: cards as numbers 0-51, percentages from 0 to 100."""

    why: Why
    data: dict[str, int]


ON_AVERAGE: Final = Reason(Why.BETTER_ON_AVERAGE, {})


def reason(position: Position, best: Option, other: Option | None) -> Reason:
    """Return why ``best`` is better than ``other``, or its main advantage if there is no other."""
    match best.action:
        case BigGin():
            return Reason(Why.BIG_GIN, {})
        case Knock() | TakeKnock() as action:
            return _for_knock(position, action, best, other)
        case LayOff() | AutoLayOff() | DoneLayingOff() as action:
            return _for_layoff(position, action, other)
        case Discard() as action:
            return _for_discard(position, action, best, other)
        case action:
            return _for_draw(position, action)


def _for_knock(
    position: Position, action: Knock | TakeKnock, best: Option, other: Option | None
) -> Reason:
    knocks = dict(position.view.legal.knocks)
    left = knocks[action.card]
    if left == 0:
        return Reason(Why.GIN, {"deadwood": 0})
    if other is not None and isinstance(other.action, Knock):
        return _between_knocks(position, action, other.action)
    percent = percent_undercut(best.undercut)
    why = Why.KNOCK_NOW if percent < RISKY else Why.KNOCK_ANYWAY
    return Reason(why, {"deadwood": left, "undercut_percent": percent})


def _between_knocks(position: Position, best: Knock | TakeKnock, other: Knock) -> Reason:
    left, melds = _laid_down(position, best)
    other_left, other_melds = _laid_down(position, other)
    if other_left > left:
        return Reason(Why.LESS_DEADWOOD, {"points": other_left - left})
    fits, other_fits = layoffs(position, melds), layoffs(position, other_melds)
    if fits < other_fits:
        return Reason(Why.LAYOUT, {"outs": fits, "other_outs": other_fits})
    return ON_AVERAGE


def _laid_down(position: Position, knock: Knock | TakeKnock) -> tuple[int, tuple[CardSet, ...]]:
    """Return the deadwood and the melds of a knock."""
    solver, rest = position.play.solver, position.memory.hand & ~(1 << knock.card)
    melds = solver.best_layout(rest).melds if knock.layout is None else knock.layout
    return solver.total(rest & ~sum(melds)), melds


def _for_layoff(position: Position, action: RoundAction, other: Option | None) -> Reason:
    solver, melds, free = position.play.solver, knocked_melds(position), free_cards(position)
    best = solver.best_layoff(melds, free)
    if other is not None and isinstance(other.action, LayOff):
        card = other.action.card
        is_melded = sum(best.layout.melds) >> card & 1
        return Reason(Why.KEEP_FOR_MELD, {"card": card}) if is_melded else ON_AVERAGE
    first: tuple[Card, ...] = ()
    if isinstance(action, LayOff):
        first, grown = (action.card,), list(melds)
        grown[action.meld] = solver.extend(grown[action.meld], action.card)
        best = solver.best_layoff(tuple(grown), free & ~(1 << action.card))
    cards = first if isinstance(action, DoneLayingOff) else first + tuple(c for c, _ in best.steps)
    if not cards:
        return ON_AVERAGE
    why = Why.LAY_OFF if len(cards) > 1 else Why.LAY_OFF_ONE
    return Reason(why, {"card": cards[0], "deadwood": best.deadwood})


def _for_draw(position: Position, action: RoundAction) -> Reason:
    memory, solver = position.memory, position.play.solver
    if isinstance(action, TakeDeep):
        return Reason(Why.MAKES_MELD, {"card": action.card})
    if memory.top < 0:
        return Reason(Why.ONLY_CHOICE, {})
    data = {"card": memory.top}
    if not isinstance(action, Take):
        fits = fits_meld(position, memory.hand, memory.top)
        return Reason(Why.STOCK_IS_BETTER if fits else Why.NO_MELD, data)
    bit, before = 1 << memory.top, solver.deadwood(memory.hand)
    left = solver.best_discard(memory.hand | bit, bit)[1]
    if left <= memory.limit < before:
        return Reason(Why.ALLOWS_KNOCK, data | {"deadwood": left})
    if completes_meld(position, memory.hand, memory.top):
        return Reason(Why.MAKES_MELD, data)
    if left < before:
        return Reason(Why.LOWERS_DEADWOOD, data | {"points": before - left})
    return ON_AVERAGE


def _for_discard(position: Position, action: Discard, best: Option, other: Option | None) -> Reason:
    if other is not None and isinstance(other.action, Knock):
        return _against_knock(position, action, other, other.action)
    if other is not None and best.discard is not None and other.discard is not None:
        return _between_discards(position, best.discard, other.discard)
    if is_dead(position, action.card):
        return Reason(Why.DEAD_CARD, {"card": action.card})
    return ON_AVERAGE


def _against_knock(position: Position, best: Discard, other: Option, knock: Knock) -> Reason:
    left, _ = _laid_down(position, knock)
    percent = percent_undercut(other.undercut)
    if percent >= RISKY:
        return Reason(Why.UNDERCUT_RISK, {"deadwood": left, "undercut_percent": percent})
    outs = gin_outs(position, best.card)
    if outs:
        return Reason(Why.PLAY_FOR_GIN, {"deadwood": left, "outs": outs})
    return Reason(Why.WAIT, {"deadwood": left})


def _between_discards(position: Position, best: DiscardValue, other: DiscardValue) -> Reason:
    """Return the first fact that holds, of the three differences in order of their weight."""
    broken = meld_cost(position, other.card)
    if broken and other.left > best.left:
        return Reason(Why.BREAKS_MELD, {"card": other.card, "deadwood": broken})
    weights = (
        (other.left - best.left, _saving),
        (other.danger - best.danger, _safety),
        (2 * (best.hope - other.hope), _prospects),
    )
    for weight, fact in sorted(weights, key=lambda one: -one[0]):
        found = fact(position, best, other) if weight > 0 else None
        if found is not None:
            return found
    return ON_AVERAGE


def _saving(position: Position, best: DiscardValue, other: DiscardValue) -> Reason | None:
    saved, turn = other.left - best.left, own_turn(position)
    if position.play.value[best.card] >= HIGH_VALUE and turn >= LATE_TURN:
        return Reason(Why.HIGH_DEADWOOD, {"card": best.card, "points": saved, "turn": turn})
    return Reason(Why.LESS_DEADWOOD, {"points": saved})


def _safety(position: Position, best: DiscardValue, other: DiscardValue) -> Reason | None:
    if is_dead(position, best.card):
        return Reason(Why.DEAD_CARD, {"card": best.card})
    hands = position.likely_hands(HANDS)
    share = use_share(position, other.card, hands)
    if share <= use_share(position, best.card, hands):
        return None
    return Reason(Why.FEEDS_PILE, {"card": other.card, "percent": percent_used(share)})


def _prospects(position: Position, best: DiscardValue, other: DiscardValue) -> Reason | None:
    if grows_both_ways(position, other.card, best.card):
        return Reason(Why.TWO_WAY, {"card": other.card})
    outs, other_outs = meld_outs(position, best.card), meld_outs(position, other.card)
    if outs <= other_outs:
        return None
    return Reason(Why.KEEPS_OUTS, {"card": other.card, "outs": outs, "other_outs": other_outs})
