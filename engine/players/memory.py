"""The memory of an attentive player: every card shown, taken or refused in a round."""

from dataclasses import dataclass, field
from typing import Final

from engine.game.cards import FULL_DECK, Card, CardSet, card_set
from engine.game.events import RoundEvent, RoundEventKind
from engine.game.rules import FirstTurn
from engine.game.seats import Side
from engine.game.view import SeatView, TableView

NO_CARD: Final[Card] = -1


@dataclass(frozen=True, slots=True)
class Memory:
    """A round of gin from one side, built from that side's view alone.

    ``known``: cards the opponent is known to hold. ``unseen``: in the opponent's hand or in the
    stock. ``refused``: discards and upcards that the opponent did not take, oldest first.
    ``thrown``: the opponent's discards. ``taken``: the opponent's cards from the pile.
    ``turns``: number of the opponent's draws. ``top``: the top discard or ``NO_CARD``.
    ``shown``: own cards that the opponent saw taken. ``took_last``: whether the opponent's last
    card came from the pile.
    """

    hand: CardSet
    known: CardSet
    unseen: CardSet
    hidden: int
    stock_size: int
    top: Card
    limit: int
    multiplier: int
    refused: tuple[Card, ...]
    thrown: tuple[Card, ...]
    taken: tuple[Card, ...]
    turns: int
    shown: CardSet = 0
    took_last: bool = False


@dataclass(slots=True)
class _Watch:
    """The state of the pile and the opponent while the events are read."""

    pile: list[Card]
    known: CardSet = 0
    shown: CardSet = 0
    took_last: bool = False
    turns: int = 0
    refused: list[Card] = field(default_factory=list)
    thrown: list[Card] = field(default_factory=list)
    taken: list[Card] = field(default_factory=list)

    def see(self, event: RoundEvent, *, theirs: bool) -> None:
        """Process one event."""
        card = NO_CARD if event.card is None else event.card
        match event.fact:
            case RoundEventKind.PASSED:
                if theirs and self.pile:
                    self.refused.append(self.pile[-1])
            case RoundEventKind.TOOK | RoundEventKind.TOOK_DEEP:
                self.pile.remove(card)
                if not theirs:
                    self.shown |= 1 << card
                else:
                    self.turns += 1
                    self.took_last = True
                    self.taken.append(card)
                    self.known |= 1 << card
                    for meld in event.melds:
                        self.known |= meld
            case RoundEventKind.DREW:
                if theirs:
                    self.turns += 1
                    self.took_last = False
                    if self.pile and self.pile[-1] not in self.refused:
                        self.refused.append(self.pile[-1])
            case RoundEventKind.DISCARDED:
                self.pile.append(card)
                if theirs:
                    self.thrown.append(card)
                    self.known &= ~(1 << card)
            case RoundEventKind.KNOCKED:
                if theirs and card != NO_CARD:
                    self.known &= ~(1 << card)
            case _:
                pass


def recall(view: SeatView) -> Memory:
    """Return the memory of the player of this view, who must be at a table."""
    table, side = view.table, view.side
    assert table is not None
    assert side is not None
    return recall_table(table, side, view.hand, first_turn=view.public.rules.first_turn)


def recall_table(table: TableView, side: Side, hand: CardSet, first_turn: FirstTurn) -> Memory:
    """Return the memory from a table and the player's hand."""
    offered = table.upcard is not None and first_turn is FirstTurn.UPCARD_OFFER
    watch = _Watch([table.upcard] if offered and table.upcard is not None else [])
    for event in table.events:
        watch.see(event, theirs=event.side is not side)
    known = watch.known & ~hand
    seen = hand | card_set(table.discards) | known
    if table.knock is not None:
        for meld in table.knock.melds:
            seen |= meld
        seen |= table.knock.deadwood_cards
    return Memory(
        hand=hand,
        known=known,
        unseen=FULL_DECK & ~seen,
        hidden=max(0, table.hand_sizes[side.other] - known.bit_count()),
        stock_size=table.stock_size,
        top=table.discards[-1] if table.discards else NO_CARD,
        limit=table.knock_limit,
        multiplier=table.multiplier,
        refused=tuple(watch.refused),
        thrown=tuple(watch.thrown),
        taken=tuple(watch.taken),
        turns=watch.turns,
        shown=watch.shown & hand,
        took_last=watch.took_last,
    )
