"""The expert level: full memory, inferred hands, safe discards, valued knocks.

It knocks when knocking is worth more points than playing on: deadwood, expected draws, and the help
that the opponent gets are the value of a hand.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final

from engine.game.actions import BigGin, Discard, Draw, Knock, Pass, RoundAction, Take
from engine.game.cards import DECK_SIZE, SUIT_SIZE, Card, CardSet, card_set, cards_of
from engine.game.legal import Verb
from engine.game.melds import MeldRules, RunWrap, Solver, solver
from engine.game.melds.shapes import MIN_MELD
from engine.game.rules import Rules
from engine.players.memory import Memory
from engine.players.position import Position
from engine.players.simulation import Simulation

_GROUPS: Final = (
    *(tuple(range(first, first + SUIT_SIZE)) for first in range(0, DECK_SIZE, SUIT_SIZE)),
    *(tuple(range(rank, DECK_SIZE, SUIT_SIZE)) for rank in range(SUIT_SIZE)),
)
"""The suits and the ranks: every meld is within one of them."""


@cache
def thirds(rules: MeldRules) -> tuple[tuple[CardSet, ...], ...]:
    """Return the table ``[one][other]`` of the cards that make a meld with two cards."""
    found = [[0] * DECK_SIZE for _ in range(DECK_SIZE)]
    is_meld = solver(rules).is_meld
    for group in _GROUPS:
        for three in combinations(group, MIN_MELD):
            if is_meld(card_set(three)):
                for one in three:
                    for other in three:
                        if one != other:
                            found[one][other] |= card_set(three) & ~(1 << one | 1 << other)
    return tuple(map(tuple, found))


def loose(play: Solver, hand: CardSet) -> CardSet:
    """Return the cards whose removal lowers the deadwood by their full value."""
    whole = play.deadwood(hand)
    return card_set(
        card
        for card in cards_of(hand)
        if play.deadwood(hand & ~(1 << card)) == whole - play.value(card)
    )


def alone(play: Solver, hand: CardSet, unseen: CardSet) -> CardSet:
    """Return the loose cards that no unseen card melds with another loose card."""
    cards, table = loose(play, hand), thirds(play.rules)
    return card_set(
        card
        for card in cards_of(cards)
        if not any(table[card][other] & unseen for other in cards_of(cards))
    )


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of the parts of a hand's value, in points.

    ``hope``: each point by which the next draw is expected to lower the deadwood, at the start
    of a round; it falls to ``late_hope`` over ``fading`` draws. ``danger``: each point by which a
    discard is expected to lower the opponent's deadwood. ``opens``: added to the danger when
    the discard lets the opponent knock. ``gin``: the chance that the next draw makes gin.
    ``alone``: cost of keeping a card without a combination. ``margin``: advantage in deadwood over
    the expected draw that a discard needs to be taken.
    """

    hope: float = 2.0
    late_hope: float = 1.2
    fading: int = 10
    danger: float = 0.4
    opens: float = 6.0
    gin: float = 0.0
    alone: float = 0.0
    margin: float = 0.0


HIGHEST_LIMIT: Final = 10
CORNER_WEIGHTS: Final = Weights(hope=0.7, late_hope=0.7, danger=0.5, opens=9.0, gin=20.0, alone=1.2)
"""Weights for runs around the corner, where nearly every card could still meld: hope counts less,
and a card without any combination counts more."""


@cache
def line_weights(limit: int) -> Weights:
    """Return the weights for linear runs; a lower knock limit needs a better fitting hand."""
    strict = 1 - min(limit, HIGHEST_LIMIT) / HIGHEST_LIMIT
    return Weights(opens=6.0 + 4.0 * strict, gin=40.0 * strict, alone=strict)


def weights_for(rules: Rules, limit: int) -> Weights:
    """Return the best weights for these rules and this knock limit."""
    return line_weights(limit) if rules.run_wrap is RunWrap.NONE else CORNER_WEIGHTS


@dataclass(frozen=True, slots=True)
class DiscardValue:
    """A discard: deadwood left, expected gain and risk; ``score`` is their weighted sum."""

    card: Card
    left: int
    hope: float
    danger: float
    score: float


def stock_odds(memory: Memory, hands: Sequence[CardSet]) -> list[tuple[Card, float]]:
    """Return every unseen card with its probability of being the next card of the stock."""
    odds = []
    total = 0.0
    for card in cards_of(memory.unseen):
        held = sum(hand >> card & 1 for hand in hands)
        free = 1.0 - held / len(hands) if hands else 1.0
        total += free
        odds.append((card, free))
    return [(card, free / total) for card, free in odds if free] if total else []


def expected_left(play: Simulation, hand: CardSet, odds: Sequence[tuple[Card, float]]) -> float:
    """Return the expected deadwood after one draw from the stock and the best discard."""
    return after_draw(play, hand, odds)[0]


def after_draw(
    play: Simulation, hand: CardSet, odds: Sequence[tuple[Card, float]]
) -> tuple[float, float]:
    """Return the expected deadwood after one draw and the best discard, and the chance of gin."""
    best = play.solver.best_discard
    expected = gin = 0.0
    for card, chance in odds:
        left = best(hand | 1 << card)[1]
        expected += chance * left
        if left == 0:
            gin += chance
    return expected, gin


def danger(
    play: Simulation, card: Card, hands: Sequence[CardSet], limit: int, opens: float
) -> float:
    """Return the expected help of this discard to the opponent, in points of deadwood."""
    if not hands:
        return 0.0
    bit = 1 << card
    value, deadwood, best = play.value[card], play.solver.deadwood, play.solver.best_discard
    helped = 0.0
    for hand in hands:
        before = deadwood(hand)
        if deadwood(hand | bit) < before + value:
            left = best(hand | bit, bit)[1]
            if left < before:
                helped += before - left
                if left <= limit < before:
                    helped += opens
    return helped / len(hands)


def discards(
    play: Simulation,
    memory: Memory,
    hand: CardSet,
    allowed: CardSet,
    hands: Sequence[CardSet],
    *,
    weights: Weights | None = None,
    most: int = 7,
) -> list[DiscardValue]:
    """Return the sensible discards from ``hand``, best first."""
    weights = weights or weights_for(play.rules, memory.limit)
    odds = stock_odds(memory, hands)
    left = [entry for entry in play.solver.discards(hand) if allowed >> entry[0] & 1]
    left.sort(key=lambda entry: (entry[1], -play.value[entry[0]], entry[0]))
    faded = min(memory.turns, weights.fading) / weights.fading
    factor = weights.hope + (weights.late_hope - weights.hope) * faded
    found = []
    for card, after in left[:most]:
        rest = hand & ~(1 << card)
        expected, gin = after_draw(play, rest, odds)
        hope = after - expected
        risk = danger(play, card, hands, memory.limit, weights.opens) if weights.danger else 0.0
        score = factor * hope - after + weights.gin * gin - weights.danger * risk
        if weights.alone:
            score -= weights.alone * alone(play.solver, rest, memory.unseen).bit_count()
        found.append(DiscardValue(card, after, hope, risk, score))
    found.sort(key=lambda discard: (-discard.score, discard.card))
    return found


HANDS: Final = 40
"""Opponent hands sampled for one decision."""
KNOCK_HANDS: Final = 50
"""Opponent hands sampled when a knock is possible."""

PLAY_ON_MARGIN: Final = 3.0
"""Points by which playing on must be better than knocking: the better of two estimates is biased
upwards, and the opponent in playouts is weak."""


def draw_action(position: Position, weights: Weights | None = None) -> RoundAction:
    """Take the top discard, or draw, or pass."""
    legal = position.view.legal
    leave = Pass() if Verb.PASS in legal.verbs else Draw()
    if Verb.TAKE not in legal.verbs:
        return leave
    chosen = weights or weights_for(position.play.rules, position.memory.limit)
    return Take() if wants(position, chosen) else leave


def wants(position: Position, weights: Weights) -> bool:
    """Whether the top discard is better than the expected card from the stock."""
    play, memory = position.play, position.memory
    hand, top = memory.hand, memory.top
    bit = 1 << top
    before = play.solver.deadwood(hand)
    left = play.solver.best_discard(hand | bit, bit)[1]
    if left == 0:
        return True
    melds = play.solver.deadwood(hand | bit) < before + play.value[top]
    if not melds:
        return left <= memory.limit and left < before
    if left <= memory.limit < before:
        return True
    odds = stock_odds(memory, ())
    return left < before and left <= expected_left(play, hand, odds) + weights.margin


def discard_action(position: Position, weights: Weights | None = None) -> RoundAction:
    """Discard, or knock, or declare big gin."""
    legal = position.view.legal
    if Verb.BIG_GIN in legal.verbs:
        return BigGin()
    memory, play = position.memory, position.play
    knocking = Verb.KNOCK in legal.verbs
    hands = position.likely_hands(KNOCK_HANDS if knocking else HANDS)
    found = discards(play, memory, memory.hand, legal.discards, hands[:HANDS], weights=weights)
    best = found[0]
    if not knocking:
        return Discard(best.card)
    return knock_or_play_on(position, hands, best.card)


def knock_or_play_on(position: Position, hands: Sequence[CardSet], discarded: Card) -> RoundAction:
    """Compare the points of the best knock with those of playing on after ``thrown``."""
    card, left = best_knock(position)
    rest = position.memory.hand & ~(1 << card)
    if left == 0:
        return Knock(card)
    now = knock_worth(position, rest, left, hands)
    later = max(
        playing_on_worth(position, discarded, hands, at) for at in (position.memory.limit, 0)
    )
    margin = 0.0 if position.ends_stock else PLAY_ON_MARGIN
    return Knock(card) if now >= later - margin else Discard(discarded)


def best_knock(position: Position) -> tuple[Card, int]:
    """Return the knock that leaves least deadwood; a tie goes to the highest-valued discard."""
    value = position.play.value
    return min(position.view.legal.knocks, key=lambda knock: (knock[1], -value[knock[0]], knock[0]))


def knock_worth(position: Position, rest: CardSet, left: int, hands: Sequence[CardSet]) -> float:
    """Return the mean points of a knock with ``rest`` over the opponent's likely hands."""
    points, worth = position.play.knock_points, position.score_values.worth
    return sum(worth(points(rest, left, hand)) for hand in hands) / len(hands)


def playing_on_worth(
    position: Position, discarded: Card, hands: Sequence[CardSet], at: int
) -> float:
    """Return the mean points of discarding ``thrown`` and knocking later with ``at`` or less."""
    memory, play, worth = position.memory, position.play, position.score_values.worth
    rest = memory.hand & ~(1 << discarded)
    total = 0.0
    for hand in hands:
        if position.ends_stock:
            total += worth(play.wall(rest, hand, discarded, memory.limit))
            continue
        stock = stock_for(position, hand)
        points = play.playout(rest, hand, 1, discarded, stock, limit=memory.limit, mine_at=at)
        total += worth(points)
    return total / len(hands)


def stock_for(position: Position, hand: CardSet, draws: int = 52) -> list[Card]:
    """Return a random stock, last card on top, if the opponent holds ``hand``.

    ``draws``: the number of cards that may be drawn; only those are in random order.
    """
    cards = list(cards_of(position.memory.unseen & ~hand))
    position.chance.shuffle(cards, draws)
    return cards
