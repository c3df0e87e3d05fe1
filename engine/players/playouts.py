"""Playouts of choices to the end of the round, for decisions that the network does not cover.

Each imagined deal (a likely hand for the opponent and an order of the stock) is used for every
remaining choice, so that luck cancels out of the comparison. After each batch the choices that are
clearly behind are dropped; the work is bounded by a number of playouts, not by a clock, so that the
same view and seed always give the same decision.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt
from typing import Final

from engine.game.actions import BigGin, Discard, Draw, Knock, Pass, RoundAction, Take
from engine.game.cards import Card, CardSet
from engine.game.legal import Verb
from engine.players import expert
from engine.players.expert import DiscardValue, discards
from engine.players.memory import NO_CARD
from engine.players.position import Position


@dataclass(frozen=True, slots=True)
class Effort:
    """The limits and weights of a decision.

    ``hands``: likely hands sampled. ``batch``: imagined deals between two evaluations.
    ``playouts``: maximum of rounds played out. ``choices``: maximum of discards compared.
    ``behind``: a choice this many standard errors behind the best is dropped. ``trust``: weight of
    the expert's own valuation, per point. ``bird_in_hand``: points by which playing on has to be
    better than knocking, because the opponent in playouts is weak.
    """

    hands: int = 200
    batch: int = 100
    playouts: int = 5000
    choices: int = 5
    behind: float = 2.0
    trust: float = 0.35
    bird_in_hand: float = 2.0


EFFORT: Final = Effort()


Playout = Callable[[CardSet, list[Card]], float]
"""Points of one choice when the opponent holds these cards and the stock is in this order."""


@dataclass(slots=True)
class Candidate:
    """One action in the comparison: its prior value and the values of its playouts."""

    action: RoundAction
    prior: float
    play: Playout
    results: list[float] = field(default_factory=list)

    @property
    def value(self) -> float:
        return self.prior + (sum(self.results) / len(self.results) if self.results else 0.0)


def compare(position: Position, choices: list[Candidate], effort: Effort) -> list[Candidate]:
    """Return the choices with their results, best first; those dropped early come last."""
    hands, worth = position.likely_hands(effort.hands), position.score_values.worth
    alive, spent, turn = list(choices), 0, 0
    dropped: list[Candidate] = []
    while len(alive) > 1 and spent + effort.batch * len(alive) <= effort.playouts:
        for _ in range(effort.batch):
            hand = hands[turn % len(hands)]
            turn += 1
            stock = expert.stock_for(position, hand)
            for choice in alive:
                choice.results.append(worth(choice.play(hand, list(stock))))
        spent += effort.batch * len(alive)
        best = max(alive, key=lambda choice: choice.value)
        behind = [one for one in alive if one is not best and _clear(best, one, effort.behind)]
        dropped = behind + dropped
        alive = [one for one in alive if one not in behind]
    alive.sort(key=lambda choice: -choice.value)
    dropped.sort(key=lambda choice: -choice.value)
    return alive + dropped


def _clear(best: Candidate, other: Candidate, errors: float) -> bool:
    """Whether ``other`` is behind by more than ``errors`` standard errors of the difference."""
    gaps = [a - b for a, b in zip(best.results, other.results, strict=False)]
    count = len(gaps)
    mean = sum(gaps) / count
    spread = sqrt(sum((gap - mean) ** 2 for gap in gaps) / (count * max(1, count - 1)))
    return best.value - other.value > errors * spread + 0.05


def discard_action(position: Position, effort: Effort = EFFORT) -> RoundAction:
    """Discard, or knock, or declare big gin."""
    legal = position.view.legal
    if Verb.BIG_GIN in legal.verbs:
        return BigGin()
    choices = discard_choices(position, effort)
    if len(choices) == 1:
        return choices[0].action
    return compare(position, choices, effort)[0].action


def discard_choices(position: Position, effort: Effort) -> list[Candidate]:
    """Return the discards worth comparing and the knock, if any; gin is the only choice."""
    memory, legal = position.memory, position.view.legal
    can_knock = Verb.KNOCK in legal.verbs
    card, left = expert.best_knock(position) if can_knock else (NO_CARD, 0)
    if can_knock and left == 0:
        return [Candidate(Knock(card), 0.0, lambda hand, stock: 0.0)]
    hands = position.likely_hands(expert.HANDS)
    found = discards(position.play, memory, memory.hand, legal.discards, hands)
    found = found[: effort.choices]
    top = found[0].score
    trust = 0.0 if position.ends_stock else effort.trust
    choices = [discarding(position, discard, trust * (discard.score - top)) for discard in found]
    if can_knock:
        choices = choices[:3]
        margin = 0.0 if position.ends_stock else effort.bird_in_hand
        choices.append(knocking(position, card, left, margin))
        first = found[0]
        if not position.ends_stock:
            choices.append(discarding(position, first, 0.0, at=0))
    return choices


def discarding(position: Position, discard: DiscardValue, prior: float, at: int = 10) -> Candidate:
    """Return the choice to discard a card and knock later, with ``at`` or less."""
    memory, playout = position.memory, position.play.playout
    rest = memory.hand & ~(1 << discard.card)

    def last(hand: CardSet, stock: list[Card]) -> float:
        return position.play.wall(rest, hand, discard.card, memory.limit)

    def play(hand: CardSet, stock: list[Card]) -> float:
        return playout(rest, hand, 1, discard.card, stock, limit=memory.limit, mine_at=at)

    return Candidate(Discard(discard.card), prior, last if position.ends_stock else play)


def knocking(position: Position, card: Card, left: int, prior: float) -> Candidate:
    """Return the choice to knock at once."""
    points = position.play.knock_points
    rest = position.memory.hand & ~(1 << card)

    def play(hand: CardSet, stock: list[Card]) -> float:
        return points(rest, left, hand)

    return Candidate(Knock(card), prior, play)


def draw_action(position: Position, effort: Effort = EFFORT) -> RoundAction:
    """Take the top discard, or draw, or pass."""
    legal, memory, play = position.view.legal, position.memory, position.play
    leave = Pass() if Verb.PASS in legal.verbs else Draw()
    if Verb.TAKE not in legal.verbs:
        return leave
    bit = 1 << memory.top
    if play.solver.best_discard(memory.hand | bit, bit)[1] == 0:
        return Take()
    if not is_useful(position):
        return leave
    choices = [taking(position), leaving(position, leave)]
    return compare(position, choices, effort)[0].action


def is_useful(position: Position) -> bool:
    """Whether the top card makes a meld or allows a knock, so that it is worth comparing."""
    memory, play = position.memory, position.play
    bit = 1 << memory.top
    before = play.solver.deadwood(memory.hand)
    melds = play.solver.deadwood(memory.hand | bit) < before + play.value[memory.top]
    return melds or play.solver.best_discard(memory.hand | bit, bit)[1] <= memory.limit


def taking(position: Position) -> Candidate:
    """Return the choice to take the top card and discard like the expert, or knock if better."""
    memory, play = position.memory, position.play
    worth = position.score_values.worth
    bit = 1 << memory.top
    hand_after = memory.hand | bit
    hands = position.likely_hands(expert.HANDS)
    best = discards(play, memory, hand_after, hand_after ^ bit, hands)[0]
    rest = hand_after & ~(1 << best.card)
    knock_card, knock_left = play.solver.best_discard(hand_after, bit)
    knock_rest = hand_after & ~(1 << knock_card)
    knocks = False
    if knock_left <= memory.limit:
        now = expert.knock_worth(position, knock_rest, knock_left, hands)
        later = sum(
            worth(
                play.playout(
                    rest, hand, 1, best.card, expert.stock_for(position, hand), limit=memory.limit
                )
            )
            for hand in hands
        ) / len(hands)
        knocks = now >= later

    def take(hand: CardSet, stock: list[Card]) -> float:
        if knocks:
            return play.knock_points(knock_rest, knock_left, hand)
        return play.playout(rest, hand, 1, best.card, stock, limit=memory.limit)

    return Candidate(Take(), 0.0, take)


def leaving(position: Position, leave: RoundAction) -> Candidate:
    """Return the choice to leave the top card: draw, or offer the upcard to the opponent."""
    memory, play = position.memory, position.play
    offered = isinstance(leave, Pass) and not memory.refused

    def draw(hand: CardSet, stock: list[Card]) -> float:
        if offered:
            return play.offer(memory.hand, hand, memory.top, stock, limit=memory.limit)
        return play.playout(memory.hand, hand, 0, NO_CARD, stock, limit=memory.limit)

    def passed(hand: CardSet, stock: list[Card]) -> float:
        return play.playout(memory.hand, hand, 1, NO_CARD, stock, limit=memory.limit)

    dealer_passes = isinstance(leave, Pass) and not offered
    return Candidate(leave, 0.0, passed if dealer_passes else draw)
