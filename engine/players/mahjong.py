"""Play of Mahjong gin: what a quick player would do, and what imagined deals say against it.

There is one player (rulebook 2.9). The levels differ in how many deals they imagine and how often
they slip; the coach tries choices in the same way on more deals.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.game.actions import Draw, LayMeld, LayOff, RoundAction, Take
from engine.game.cards import DECK_SIZE, FULL_DECK, Card, CardSet, card_set, cards_of
from engine.game.mahjong import MahjongRound, MahjongTable
from engine.game.round import RoundEventKind
from engine.game.seats import Side, put
from engine.game.view import SeatView, TableView
from engine.players.mahjong_simulation import MahjongPlay, known_cards, mahjong_play
from engine.players.memory import Chance

Deals = list[tuple[CardSet, list[Card]]]
"""Hands that the opponent may hold, each with a stock, the next card last."""
TRIES: Final = 12
"""How often a hand with a meld or a layoff, which would be on the table, is dealt again."""


@dataclass(frozen=True, slots=True)
class MahjongPosition:
    """The input of a decision, made from one view and one seed only.

    ``state``: the round as it lies open; of the opponent's hand and of the stock only the known
    cards and the size are so. ``known``: cards that the opponent is known to hold. ``unseen``:
    cards in the opponent's hand or in the stock.
    """

    view: SeatView
    state: MahjongRound
    known: CardSet
    unseen: CardSet
    table: MahjongTable
    play: MahjongPlay
    chance: Chance

    @classmethod
    def of(cls, view: SeatView, seed: int) -> "MahjongPosition":
        """Return the position of this view, with its own random generator."""
        table, side = view.table, view.side
        assert table is not None
        assert side is not None
        groups = [meld.cards for meld in table.table_melds]
        known = known_cards(table.upcard, table.events, side.other)
        unseen = FULL_DECK & ~(view.hand | known | card_set(table.discards) | sum(groups))
        rules = view.public.rules
        shown = MahjongRound(
            phase=table.phase,
            turn=side,
            hands=put((known, known), side, view.hand),
            stock=tuple(cards_of(unseen))[: table.stock_size],
            discards=table.discards,
            upcard=table.upcard,
            taken=view.taken,
            drawn=view.drawn,
            must_use=view.must_use,
            melds=table.table_melds,
            laid=(table.laid[0], table.laid[1]),
            pile_draws_in_a_row=_pile_draws_in_a_row(table),
            events=table.events,
        )
        play = mahjong_play(rules)
        return cls(view, shown, known, unseen, MahjongTable(rules), play, Chance(seed))

    @property
    def side(self) -> Side:
        """The side that decides."""
        return self.state.turn

    def deals(self, count: int) -> Deals:
        """Return hands that the opponent may hold, each with a stock, the next card last."""
        table = self.view.table
        assert table is not None
        hidden = table.hand_sizes[self.side.other] - self.known.bit_count()
        groups = tuple(meld.cards for meld in self.state.melds)
        has_played = any(
            event.side is self.side.other and event.fact is RoundEventKind.DISCARDED
            for event in table.events
        )
        cards, found = list(cards_of(self.unseen)), []
        for _ in range(count):
            hand = self._shuffled(cards, hidden)
            for _ in range(TRIES if has_played else 0):
                if not self.play.placeable(hand, groups):
                    break
                hand = self._shuffled(cards, hidden)
            found.append((hand, cards[: len(cards) - hidden]))
        return found

    def _shuffled(self, cards: list[Card], hidden: int) -> CardSet:
        """Shuffle the unseen cards; return a hand with the last of them."""
        self.chance.shuffle(cards)
        return self.known | card_set(cards[len(cards) - hidden :])

    def after(self, action: RoundAction) -> MahjongRound:
        """Return the round after an action other than a draw from the stock."""
        assert not isinstance(action, Draw)
        return self.table.apply(self.state, self.side, action)


def _pile_draws_in_a_row(table: TableView) -> int:
    count = 0
    for event in table.events:
        if event.fact is RoundEventKind.TOOK:
            count += 1
        elif event.fact is RoundEventKind.DREW:
            count = 0
    return count


FIRST: Final = 8
"""Imagined deals on which every choice is tried."""
PROMISING: Final = 4
"""Choices that are tried on further deals."""


class Budget(NamedTuple):
    """What a level gives to a decision.

    ``deals``: the deals that it imagines. ``slips``: the share of careless decisions. ``reach``:
    the most cards of the pile that it takes.
    """

    deals: int = 0
    slips: float = 0.0
    reach: int = DECK_SIZE


BUDGETS: Final = {
    "novice": Budget(slips=0.25, reach=1),
    "casual": Budget(slips=0.1),
    "expert": Budget(16),
    "master": Budget(64),
}


def choose(view: SeatView, level: str, seed: int) -> RoundAction:
    """Return the action of a player of this level in Mahjong gin."""
    position, budget = MahjongPosition.of(view, seed), BUDGETS[level]
    actions, usual = list(view.legal.actions()), position.play.action(position.state)
    if usual not in actions:
        usual = actions[0]
    if len(actions) == 1 or isinstance(usual, LayMeld | LayOff):
        return usual
    too_deep = isinstance(usual, Take) and usual.count > budget.reach
    if too_deep or position.chance.unit() < budget.slips:
        careless = [action for action in actions if not isinstance(action, Take)]
        return careless[position.chance.below(len(careless))]
    return _reconsidered(position, usual, actions, budget.deals) if budget.deals else usual


def _reconsidered(
    position: MahjongPosition, usual: RoundAction, actions: list[RoundAction], count: int
) -> RoundAction:
    """Return what is better than ``usual`` by more than its standard error, or ``usual``."""
    if len(actions) > PROMISING:
        actions = best_first(position, actions, position.deals(FIRST))[:PROMISING]
    deals = position.deals(count)
    expected, best, most = results(position, usual, deals), usual, 0.0
    for action in actions:
        found = results(position, action, deals)
        gains = [one - other for one, other in zip(found, expected, strict=True)]
        mean = sum(gains) / count
        error = math.sqrt(sum((one - mean) ** 2 for one in gains) / (count - 1) / count)
        if mean - error > most:
            best, most = action, mean - error
    return best


def best_first(
    position: MahjongPosition, actions: Iterable[RoundAction], deals: Deals
) -> list[RoundAction]:
    """Return the actions in the order of the points that they bring on these deals."""
    points = {action: sum(results(position, action, deals)) for action in actions}
    return sorted(points, key=lambda action: -points[action])


def results(position: MahjongPosition, action: RoundAction, deals: Deals) -> list[int]:
    """Return the player's points after an action on each deal."""
    if isinstance(action, Draw):
        return played_out(position, position.state, deals, bound=True)
    return played_out(position, position.after(action), deals)


def played_out(
    position: MahjongPosition, state: MahjongRound, deals: Deals, *, bound: bool = False
) -> list[int]:
    """Return the player's points on each deal when quick players go on from ``state``."""
    side, playout = position.side, position.play.playout
    mine, found = state.hands[side], []
    for theirs, stock in deals:
        hands = (mine, theirs) if side is Side.NON_DEALER else (theirs, mine)
        points = playout(state, hands, list(stock), bound=bound)
        found.append(points if side is Side.NON_DEALER else -points)
    return found
