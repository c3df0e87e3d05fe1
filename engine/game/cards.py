"""Cards as numbers 0..51 and sets of cards as 52-bit masks (rulebook 1.1).

A card is ``suit * 13 + rank`` with suits clubs, diamonds, hearts, spades and ranks ace (0) to
king (12), so that a suit's cards are 13 adjacent bits of a mask. Text form is rank then suit,
``"AS"``, ``"TD"``; ``T`` is ten.
"""

from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import Final, TypeAlias

Card: TypeAlias = int
"""A card's number, 0..51."""
CardSet: TypeAlias = int
"""A set of cards: bit ``card`` is set when the card is in it."""

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"
DECK_SIZE: Final = 52
FULL_DECK: Final[CardSet] = (1 << DECK_SIZE) - 1
SUIT_SIZE: Final = 13
SUIT_MASK: Final[CardSet] = (1 << SUIT_SIZE) - 1
SET_BASE: Final[CardSet] = 1 | 1 << 13 | 1 << 26 | 1 << 39
"""The four aces; shifted left by a rank it is the four cards of that rank."""


class Suit(IntEnum):
    """The four suits, equal in value."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3


def card(text: str) -> Card:
    """Read one card.

    >>> card("AS")
    39
    """
    if len(text) == 2:
        rank, suit = RANKS.find(text[0].upper()), SUITS.find(text[1].upper())
        if rank >= 0 and suit >= 0:
            return suit * SUIT_SIZE + rank
    raise ValueError(f"{text!r} is not a card: write rank A 2-9 T J Q K and suit C D H S, as in TD")


def card_text(number: Card) -> str:
    """Write one card: ``card_text(39) == "AS"``."""
    return RANKS[number % SUIT_SIZE] + SUITS[number // SUIT_SIZE]


def rank(number: Card) -> int:
    """Rank of a card, ace 0 to king 12."""
    return number % SUIT_SIZE


def suit(number: Card) -> Suit:
    """Suit of a card."""
    return Suit(number // SUIT_SIZE)


def card_set(cards: Iterable[Card]) -> CardSet:
    """The set of these cards."""
    mask = 0
    for number in cards:
        mask |= 1 << number
    return mask


def union(sets: Iterable[CardSet]) -> CardSet:
    """The cards that are in at least one of these sets."""
    mask = 0
    for cards in sets:
        mask |= cards
    return mask


def cards_of(mask: CardSet) -> Iterator[Card]:
    """The cards of a set, lowest number first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def cards_from(text: str) -> tuple[Card, ...]:
    """Read cards as :func:`cards_text` writes them, keeping their order."""
    return tuple(card(word) for word in text.split())


def parse_set(text: str) -> CardSet:
    """Read cards separated by spaces as a set; the same card twice is an error."""
    numbers = cards_from(text)
    mask = card_set(numbers)
    if mask.bit_count() != len(numbers):
        raise ValueError(f"a card stands twice in {text!r}")
    return mask


def cards_text(cards: Iterable[Card]) -> str:
    """Write cards separated by spaces."""
    return " ".join(card_text(number) for number in cards)


def set_text(mask: CardSet) -> str:
    """Write a set of cards, clubs first, low ranks first."""
    return cards_text(cards_of(mask))
