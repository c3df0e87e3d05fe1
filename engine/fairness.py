"""Verifiable deals: commit, contribute, reveal.

A match has a chain of secrets, each the SHA-256 of the one before; the last hash is the *anchor*,
published before the first deal. Round ``k`` uses the secret ``k`` steps before the anchor, so
every secret revealed can be checked against the one revealed before it. A deck is a Fisher-Yates
shuffle driven by HMAC-SHA256 over the players' contributions, with rejection sampling.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import factorial
from typing import Final

from engine.game.cards import DECK_SIZE, Card

CHAIN_LENGTH: Final = 1024
"""The number of rounds of one chain."""
SECRET_BYTES: Final = 32


def anchor(root: bytes) -> bytes:
    """Return the public commitment to all secrets derived from ``root``."""
    return _hashed(root, CHAIN_LENGTH)


def round_secret(root: bytes, number: int) -> bytes:
    """Return the secret of round ``number`` (from 1), whose ``number``-fold hash is the anchor."""
    if not 1 <= number <= CHAIN_LENGTH:
        raise ValueError(f"a chain serves rounds 1 to {CHAIN_LENGTH}, not {number}")
    return _hashed(root, CHAIN_LENGTH - number)


def is_secret_of(secret: bytes, number: int, published: bytes) -> bool:
    """Whether a revealed secret belongs to a published anchor."""
    return hmac.compare_digest(_hashed(secret, number), published)


def shuffled(secret: bytes, label: str, contributions: Sequence[str]) -> tuple[Card, ...]:
    """Return the deck of a secret, a label and the players' contributions."""
    key = hmac.new(secret, _message(label, contributions), hashlib.sha256).digest()
    stream = _numbers(key)
    deck = list(range(DECK_SIZE))
    for index in range(DECK_SIZE - 1, 0, -1):
        other = _below(stream, index + 1)
        deck[index], deck[other] = deck[other], deck[index]
    return tuple(deck)


@dataclass(frozen=True, slots=True)
class CommittedDecks:
    """The decks of one round, from its secret. Implements ``engine.game.match.Decks``.

    ``match_id`` and the contributions are part of every shuffle, so that no deck can be reused
    and no player's contribution can be omitted.
    """

    root: bytes
    match_id: int
    contributions: tuple[str, ...]

    def deck(self, number: int, table: int, attempt: int) -> tuple[Card, ...]:
        label = deck_label(self.match_id, number, table, attempt)
        return shuffled(round_secret(self.root, number), label, self.contributions)

    def knock_card(self, number: int, table: int, attempt: int) -> Card:
        label = knock_label(self.match_id, number, table, attempt)
        return shuffled(round_secret(self.root, number), label, self.contributions)[0]


def deck_label(match_id: int, number: int, table: int, attempt: int) -> str:
    """Return the shuffle label of a table's deck."""
    return f"gin/1/{match_id}/{number}/{table}/{attempt}/deck"


def knock_label(match_id: int, number: int, table: int, attempt: int) -> str:
    """Return the shuffle label of a second deck, which only gives the knock card."""
    return f"gin/1/{match_id}/{number}/{table}/{attempt}/knock"


def lot_label(match_id: int) -> str:
    """Return the label of the shuffle that replaces cutting cards before the first deal."""
    return f"gin/1/{match_id}/lot"


def lot(secret: bytes, match_id: int, contributions: Sequence[str]) -> int:
    """Return the number that decides seats and the first dealer, as verifiable as a deck.

    ``secret``: that of round 1. The lot is the rank of a shuffled deck among all decks, modulo 8!:
    every order of up to eight seats is exactly equally likely.
    """
    deck = shuffled(secret, lot_label(match_id), contributions)
    rank = 0
    for index, card in enumerate(deck):
        rank = rank * (DECK_SIZE - index) + sum(later < card for later in deck[index + 1 :])
    return rank % factorial(8)


def _hashed(secret: bytes, times: int) -> bytes:
    for _ in range(times):
        secret = hashlib.sha256(secret).digest()
    return secret


def _message(label: str, contributions: Sequence[str]) -> bytes:
    parts = [label.encode(), *(words.encode() for words in contributions)]
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def _numbers(key: bytes) -> Iterator[int]:
    """Generate 32-bit numbers without end: HMAC-SHA256 in counter mode."""
    counter = 0
    while True:
        block = hmac.new(key, counter.to_bytes(8, "big"), hashlib.sha256).digest()
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1


def _below(stream: Iterator[int], bound: int) -> int:
    """Return a uniform number below ``bound`` by rejection sampling."""
    usable = (1 << 32) - (1 << 32) % bound
    return next(number for number in stream if number < usable) % bound
