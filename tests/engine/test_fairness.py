"""Commit and reveal: the chain holds, decks are decks, every word counts, no bias."""

import hashlib
import hmac

import pytest

from engine.fairness import (
    CHAIN_LENGTH,
    SECRET_BYTES,
    CommittedDecks,
    _below,
    anchor,
    is_secret_of,
    round_secret,
    shuffled,
)

ROOT = bytes(range(32))


def test_a_root_is_as_hard_to_guess_as_every_secret_made_of_it() -> None:
    assert len(round_secret(ROOT, 1)) == SECRET_BYTES


def test_every_round_secret_belongs_to_the_anchor_and_to_no_other_round() -> None:
    published = anchor(ROOT)
    for number in (1, 2, 37, CHAIN_LENGTH):
        secret = round_secret(ROOT, number)
        assert is_secret_of(secret, number, published)
        assert not is_secret_of(secret, number + 1, published)
    assert hashlib.sha256(round_secret(ROOT, 2)).digest() == round_secret(ROOT, 1)


@pytest.mark.parametrize("number", [0, -1, CHAIN_LENGTH + 1])
def test_a_chain_serves_only_its_rounds(number: int) -> None:
    with pytest.raises(ValueError, match="rounds 1 to"):
        round_secret(ROOT, number)


def test_a_deck_is_the_shuffle_written_down_independently() -> None:
    key = hmac.new(
        round_secret(ROOT, 3),
        b"".join(len(p).to_bytes(4, "big") + p for p in (b"gin/1/77/3/1/0/deck", b"red", b"blue")),
        hashlib.sha256,
    ).digest()
    numbers: list[int] = []
    counter = 0
    while len(numbers) < 200:
        block = hmac.new(key, counter.to_bytes(8, "big"), hashlib.sha256).digest()
        numbers += [int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4)]
        counter += 1
    deck, position = list(range(52)), 0
    for last in range(51, 0, -1):
        while numbers[position] >= 2**32 - 2**32 % (last + 1):
            position += 1
        other = numbers[position] % (last + 1)
        position += 1
        deck[last], deck[other] = deck[other], deck[last]
    decks = CommittedDecks(ROOT, 77, ("red", "blue"))
    assert decks.deck(3, 1, 0) == tuple(deck)


def test_every_part_of_the_question_changes_the_deck() -> None:
    base = CommittedDecks(ROOT, 77, ("red", "blue"))
    decks = {
        base.deck(1, 0, 0),
        base.deck(2, 0, 0),
        base.deck(1, 1, 0),
        base.deck(1, 0, 1),
        CommittedDecks(ROOT, 78, ("red", "blue")).deck(1, 0, 0),
        CommittedDecks(ROOT, 77, ("redb", "lue")).deck(1, 0, 0),
        CommittedDecks(bytes(32), 77, ("red", "blue")).deck(1, 0, 0),
    }
    assert len(decks) == 7
    assert all(sorted(deck) == list(range(52)) for deck in decks)


@pytest.mark.slow
def test_every_card_is_equally_likely_on_top() -> None:
    counts = [0] * 52
    rounds = 5200
    for number in range(rounds):
        counts[shuffled(ROOT, f"chi/{number}", ())[0]] += 1
    expected = rounds / 52
    chi_square = sum((count - expected) ** 2 / expected for count in counts)
    # 51 degrees of freedom: 99.99 % of fair shuffles stay below 94.
    assert chi_square < 94


def test_numbers_that_would_favour_some_cards_are_rejected() -> None:
    """2**32 is no multiple of 52: without rejection the first cards would come more often."""
    last = (1 << 32) - 1
    unfair = last - last % 52
    assert _below(iter([last, unfair, 5]), 52) == 5
    assert _below(iter([unfair - 1]), 52) == 51
    assert _below(iter([last]), 1 << 16) == last % (1 << 16)
