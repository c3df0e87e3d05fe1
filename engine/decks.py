"""Sources of decks for programs: seeded, with chosen hands, and recorded as they are dealt."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.game.card_reader import parse_cards
from engine.game.cards import DECK_SIZE, Card, card_text
from engine.game.match import Decks, Match
from engine.game.record import RecordedDeal
from engine.game.seats import Seat, Side


@dataclass(frozen=True, slots=True)
class SeededDecks:
    """Decks that depend only on a seed: the same seed deals the same match."""

    seed: int

    def deck(self, number: int, table: int, attempt: int) -> Sequence[Card]:
        """Return the shuffled deck of a round at a table."""
        return self._shuffled("deck", number, table, attempt)

    def knock_card(self, number: int, table: int, attempt: int) -> Card:
        """Return the card of a second deck that sets the knock limit (rulebook 2.6)."""
        return self._shuffled("knock", number, table, attempt)[0]

    def _shuffled(self, *label: object) -> list[Card]:
        cards = list(range(DECK_SIZE))
        random.Random(f"{self.seed}/{label}").shuffle(cards)
        return cards


class ChosenHands:
    """Decks whose first deal gives each seat the hand chosen for it; the rest is shuffled.

    ``match``: the match as it would be dealt otherwise, which tells who deals at which table.
    """

    def __init__(
        self, decks: Decks, match: Match, hands: Mapping[Seat, Sequence[Card] | str]
    ) -> None:
        """Raise ValueError for a seat without a hand, a wrong number of cards, or a card twice."""
        self._decks, self._first = decks, dict[int, list[Card]]()
        read = {
            seat: tuple(parse_cards(hand) if isinstance(hand, str) else hand)
            for seat, hand in hands.items()
        }
        dealt = [seat for table in match.tables for seat in table.pair]
        if strange := sorted(read.keys() - set(dealt)):
            raise ValueError(
                f"seat {strange[0]!r} is dealt no cards; these seats are: {sorted(dealt)}"
            )
        size = match.rules.hand_size
        for seat, hand in read.items():
            if len(hand) != size:
                raise ValueError(f"a hand has {size} cards; {seat!r} has {len(hand)}")
        for number, table in enumerate(match.tables):
            wanted = {side: read[table.pair[side]] for side in Side if table.pair[side] in read}
            deck = decks.deck(match.number, number, table.attempt)
            self._first[number] = _arranged(deck, wanted, size)
        self._number = match.number

    def deck(self, number: int, table: int, attempt: int) -> Sequence[Card]:
        if number == self._number and not attempt:
            return self._first[table]
        return self._decks.deck(number, table, attempt)

    def knock_card(self, number: int, table: int, attempt: int) -> Card:
        return self._decks.knock_card(number, table, attempt)


def _arranged(deck: Sequence[Card], wanted: Mapping[Side, Sequence[Card]], size: int) -> list[Card]:
    """Return a deck that deals these hands, one card at a time, the non-dealer first."""
    chosen = [card for hand in wanted.values() for card in hand]
    if twice := sorted({card for card in chosen if chosen.count(card) > 1}):
        raise ValueError(f"{card_text(twice[0])} is in the hands more than once")
    others = [card for card in deck if card not in chosen]
    hands = {side: wanted.get(side) or [others.pop(0) for _ in range(size)] for side in Side}
    return [hands[side][place] for place in range(size) for side in Side] + others


@dataclass(slots=True)
class RecordingDecks:
    """Decks that remember what they have dealt."""

    decks: Decks
    _dealt: dict[tuple[int, int, int], tuple[Card, ...]] = field(default_factory=dict)
    _turned: dict[tuple[int, int, int], Card] = field(default_factory=dict)

    def deck(self, number: int, table: int, attempt: int) -> Sequence[Card]:
        """Return the deck of a round at a table."""
        place = (number, table, attempt)
        if place not in self._dealt:
            self._dealt[place] = tuple(self.decks.deck(*place))
        return self._dealt[place]

    def knock_card(self, number: int, table: int, attempt: int) -> Card:
        """Return the card of a second deck."""
        place = (number, table, attempt)
        if place not in self._turned:
            self._turned[place] = self.decks.knock_card(*place)
        return self._turned[place]

    def deals(self, *, is_shared: bool) -> tuple[RecordedDeal, ...]:
        """Return every deal so far. ``is_shared``: all tables have one knock card."""
        return tuple(
            RecordedDeal(*place, deck, self._turned.get((place[0], 0, 0) if is_shared else place))
            for place, deck in self._dealt.items()
        )
