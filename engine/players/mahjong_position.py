"""A decision in Mahjong gin as one player sees it, and the deals that the player may imagine."""

from dataclasses import dataclass
from typing import Final

from engine.game.actions import Draw, RoundAction
from engine.game.cards import FULL_DECK, Card, CardSet, card_set, cards_of
from engine.game.events import RoundEventKind
from engine.game.mahjong import MahjongRound, MahjongTable
from engine.game.seats import Side, put
from engine.game.view import SeatView, TableView
from engine.players.chance import Chance
from engine.players.mahjong_simulation import MahjongPlay, known_cards, mahjong_play

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
