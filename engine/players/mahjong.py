"""Play of Mahjong gin: pickups from the pile, and melds on the table for points (rulebook 2.9).

Every level puts down all possible melds. The levels differ in their pickups, their discards and
the weight of the opponent's use for a discard.
"""

from dataclasses import dataclass
from typing import Final

from engine.game.actions import Discard, Draw, LayMeld, LayOff, Pass, RoundAction, Take
from engine.game.cards import FULL_DECK, Card, CardSet, card_set, cards_of
from engine.game.legal import Verb
from engine.game.mahjong import card_value, cards_value
from engine.game.melds import Solver, solver
from engine.game.view import SeatView, TableView
from engine.players.chance import Chance
from engine.players.inference import NEIGHBOURS


@dataclass(frozen=True, slots=True)
class MahjongStyle:
    """The weights of a level, in points.

    ``slips``: share of careless decisions. ``hope``: value of a partner that could still grow into
    a meld. ``feeds``: weight of the opponent's use for a card against discarding it; if negative,
    such cards go early, before a player has partners for them. ``greed``: share of a card's value
    that keeping it costs. ``burden``: cost of each loose card of a pickup. ``deep``: whether it
    takes more than one card.
    """

    slips: float
    hope: float
    feeds: float
    greed: float
    burden: float
    deep: bool


TASTES: Final = {
    "novice": MahjongStyle(0.25, 0.0, 0.0, 1.0, 6.0, deep=False),
    "casual": MahjongStyle(0.05, 1.0, 0.0, 1.0, 5.0, deep=True),
    "expert": MahjongStyle(0.0, 2.0, 0.0, 0.6, 3.0, deep=True),
    "master": MahjongStyle(0.0, 3.0, -1.5, 0.0, 1.8, deep=True),
}


def choose(view: SeatView, level: str, seed: int) -> RoundAction:
    """Return the action of a player of this level in Mahjong gin."""
    table = view.table
    assert table is not None
    return _Turn(view, table, TASTES[level], Chance(seed)).action()


class _Turn:
    """One decision in Mahjong gin."""

    def __init__(
        self, view: SeatView, table: TableView, taste: MahjongStyle, chance: Chance
    ) -> None:
        self._view = view
        self._table = table
        self._taste = taste
        self._chance = chance
        self._solver: Solver = solver(view.public.rules.meld_rules)
        self._groups = tuple(meld.cards for meld in table.table_melds)
        seen = view.hand | card_set(table.discards)
        for group in self._groups:
            seen |= group
        self._unseen = FULL_DECK & ~seen

    def action(self) -> RoundAction:
        legal = self._view.legal
        if Verb.TAKE in legal.verbs:
            count = self._best_take()
            if count:
                return Take(count)
        if Verb.PASS in legal.verbs:
            return Pass()
        if Verb.DRAW in legal.verbs:
            return Draw()
        return self._place() or Discard(self._throw())

    # -- the pile -------------------------------------------------------------------------

    def _best_take(self) -> int:
        """Return the number of cards to take from the pile; 0 to leave it."""
        counts = [count for count in self._view.legal.takes if count == 1 or self._taste.deep]
        if not counts or self._chance.unit() < self._taste.slips:
            return 0
        gains = {count: self._gain(count) for count in counts}
        best = max(counts, key=lambda count: (gains[count], -count))
        return best if gains[best] > 0 else 0

    def _gain(self, count: int) -> float:
        """Return the points that a pickup melds, less the burden of the cards left in the hand."""
        taken = card_set(self._table.discards[-count:])
        before = self._placed(self._view.hand)
        after = self._placed(self._view.hand | taken)
        if after & taken == 0:
            return -1.0
        stays = taken & ~after
        return (
            cards_value(after) - cards_value(before) - self._taste.burden * stays.bit_count() - 1.0
        )

    def _placed(self, hand: CardSet) -> CardSet:
        """Return the cards of ``hand`` that can go to the table at once."""
        layout = self._solver.best_layout(hand)
        melded = hand & ~layout.deadwood_cards
        groups = self._groups + layout.melds
        loose, placed = layout.deadwood_cards, True
        while placed:
            placed = False
            for card in cards_of(loose):
                targets = self._solver.layoff_targets(groups, card)
                if targets:
                    grown = list(groups)
                    grown[targets[0]] = self._solver.extend(grown[targets[0]], card)
                    groups, loose, placed = tuple(grown), loose & ~(1 << card), True
                    melded |= 1 << card
        return melded

    # -- the table ------------------------------------------------------------------------

    def _place(self) -> RoundAction | None:
        """Put a meld or a card on the table, the highest-valued first."""
        legal, duty = self._view.legal, self._view.must_use
        if legal.melds:
            own = self._solver.best_layout(self._view.hand).melds
            duties = [meld for meld in legal.melds if duty is not None and meld >> duty & 1]
            good = [meld for meld in duties or legal.melds if meld in own] or duties
            good = good or list(legal.melds)
            return LayMeld(max(good, key=lambda meld: (cards_value(meld), meld)))
        if not legal.layoffs:
            return None
        fitting = [one for one in legal.layoffs if one[0] == duty] or list(legal.layoffs)
        return LayOff(*max(fitting, key=lambda one: (card_value(one[0]), one)))

    # -- the discard ----------------------------------------------------------------------

    def _throw(self) -> Card:
        cards = list(cards_of(self._view.legal.discards))
        if self._chance.unit() < self._taste.slips:
            return cards[self._chance.below(len(cards))]
        return max(cards, key=lambda card: (self._thrown_worth(card), card))

    def _thrown_worth(self, card: Card) -> float:
        """Return the value of discarding ``card``: its own weight less its hopes and risks."""
        taste, hand = self._taste, self._view.hand & ~(1 << card)
        worth = taste.greed * card_value(card)
        if taste.hope:
            worth -= taste.hope * self._outs(card, hand)
        if taste.feeds and self._solver.layoff_targets(self._groups, card):
            worth -= taste.feeds * card_value(card)
        if taste.feeds:
            worth -= taste.feeds * self._fed(card)
        return worth

    def _outs(self, card: Card, hand: CardSet) -> int:
        """Return the number of unseen cards that meld with ``card`` and a partner in the hand."""
        same, near, far = NEIGHBOURS[card]
        partners = hand & (same | near | far)
        found = 0
        for partner in cards_of(partners):
            around = NEIGHBOURS[partner]
            both = (same | near | far) & (around[0] | around[1] | around[2])
            for third in cards_of(both & (self._unseen | card_set(self._table.discards[-3:]))):
                if self._solver.is_meld(1 << card | 1 << partner | 1 << third):
                    found += 1
        return found

    def _fed(self, card: Card) -> float:
        """Return, in points, the rough risk that the opponent has two partners for ``card``."""
        same, near, far = NEIGHBOURS[card]
        left = (same & self._unseen).bit_count()
        runs = ((near | far) & self._unseen).bit_count()
        theirs = self._view.table.hand_sizes[1 - (self._view.side or 0)] if self._view.table else 0
        share = theirs / max(1, self._unseen.bit_count())
        return 15 * share * share * (left * (left - 1) / 2 + max(0, runs - 1))
