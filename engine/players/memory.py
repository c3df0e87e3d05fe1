"""The memory of an attentive player: every card shown, taken or refused in a round."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from engine.game.cards import FULL_DECK, Card, CardSet, card_set
from engine.game.round import RoundEvent, RoundEventKind
from engine.game.round_statistics import RoundEnding
from engine.game.rules import FirstTurn
from engine.game.seats import Side
from engine.game.view import SeatView, TableView

_MULTIPLIER: Final = 6364136223846793005
_INCREMENT: Final = 1442695040888963407
_MASK: Final = (1 << 64) - 1
_GOLDEN: Final = 0x9E3779B97F4A7C15


class Chance:
    """A 64-bit linear congruential generator that uses only the upper half."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = (seed * _GOLDEN + _INCREMENT) & _MASK
        for _ in range(3):
            self.below(2)

    def below(self, bound: int) -> int:
        """Return a number from 0 to ``bound - 1``."""
        self._state = state = (self._state * _MULTIPLIER + _INCREMENT) & _MASK
        return ((state >> 32) * bound) >> 32

    def unit(self) -> float:
        """Return a number from 0 up to but not including 1."""
        return self.below(1 << 32) / (1 << 32)

    def shuffle(self, cards: list[int], last: int = 52) -> None:
        """Shuffle in place; of a longer list, only the ``last`` places get random cards."""
        state = self._state
        for index in range(len(cards) - 1, max(0, len(cards) - 1 - last), -1):
            state = (state * _MULTIPLIER + _INCREMENT) & _MASK
            other = ((state >> 32) * (index + 1)) >> 32
            cards[index], cards[other] = cards[other], cards[index]
        self._state = state


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
    discarded: tuple[Card, ...]
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
    discarded: list[Card] = field(default_factory=list)
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
                    self.discarded.append(card)
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
        discarded=tuple(watch.discarded),
        taken=tuple(watch.taken),
        turns=watch.turns,
        shown=watch.shown & hand,
        took_last=watch.took_last,
    )


@dataclass(frozen=True, slots=True)
class Habits:
    """Sums over an opponent's finished rounds.

    ``left``: total deadwood of the ``knocks`` without gin. ``turns``: draws before its knocks and
    gins. ``caught``: rounds that the other side ended, with ``rest`` points in its hand; in
    ``waited`` of them it could have knocked. ``missed``/``made``: its layoff chances. ``compared``,
    ``dearer``, ``steps``, ``rises``: how it discarded, as in ``Discards``.
    """

    rounds: int = 0
    knocks: int = 0
    gins: int = 0
    left: int = 0
    turns: int = 0
    waited: int = 0
    caught: int = 0
    rest: int = 0
    missed: int = 0
    made: int = 0
    compared: int = 0
    dearer: int = 0
    steps: int = 0
    rises: int = 0


UNKNOWN_HABITS = Habits()
"""The habits of an opponent without finished rounds."""
MASTERS_HABITS: Final = Habits(
    rounds=20,
    knocks=6,
    gins=4,
    left=41,
    turns=68,
    waited=2,
    caught=10,
    rest=259,
    made=2,
    compared=345,
    dearer=73,
    steps=110,
    rises=41,
)
"""What twenty rounds show of somebody who plays as the networks do, against an equal."""


def habits_of(view: SeatView) -> Habits:
    """Return the habits of the opponent at the table that this view shows."""
    table, side = view.table, view.side
    if table is None or side is None:
        return UNKNOWN_HABITS
    seat = table.players[side.other]
    return habits(
        (played.ending, Side(played.result.pair.index(seat)))
        for finished in view.public.played
        for played in finished.tables
        if played.ending is not None and seat in played.result.pair
    )


def habits(seen: Iterable[tuple[RoundEnding, Side]]) -> Habits:
    """Return the sums over rounds, each with the side that the opponent played."""
    rounds = list(seen)
    down = [(end.left[side], end.draws[side]) for end, side in rounds if end.knocker is side]
    caught = [(end, side) for end, side in rounds if end.knocker is not side]
    could = [end.laid_off for end, _ in caught if end.could > 0]
    discards = [end.discards[side] for end, side in rounds]
    return Habits(
        rounds=len(rounds),
        knocks=sum(left > 0 for left, _ in down),
        gins=sum(left == 0 for left, _ in down),
        left=sum(left for left, _ in down),
        turns=sum(draws for _, draws in down),
        waited=sum(end.draws[side] > 0 and end.left[side] <= end.limit for end, side in caught),
        caught=len(caught),
        rest=sum(end.left[side] for end, side in caught),
        missed=could.count(False),
        made=could.count(True),
        compared=sum(one.compared for one in discards),
        dearer=sum(one.dearer for one in discards),
        steps=sum(one.steps for one in discards),
        rises=sum(one.rises for one in discards),
    )
