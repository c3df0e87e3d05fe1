"""Positions that are alike: the same cards by any name of the suits, and a few changed ones."""

import random
from collections.abc import Callable
from itertools import permutations

import pytest

from engine.coach.likeness import HeldCards, is_alike
from engine.game.cards import DECK_SIZE, SUIT_SIZE, Card, card_set, cards_of

RENAMINGS = tuple(permutations(range(4)))
UNRELATED = 10_000


def position(rng: random.Random, pile: int | None = None) -> HeldCards:
    cards = rng.sample(range(DECK_SIZE), DECK_SIZE)
    count = rng.randint(1, 25) if pile is None else pile
    return HeldCards(card_set(cards[:10]), tuple(cards[10 : 10 + count]))


def mapped(one: HeldCards, change: Callable[[Card], Card]) -> HeldCards:
    return HeldCards(card_set(map(change, cards_of(one.hand))), tuple(map(change, one.pile)))


def renamed(one: HeldCards, renaming: tuple[int, ...]) -> HeldCards:
    return mapped(one, lambda card: renaming[card // SUIT_SIZE] * SUIT_SIZE + card % SUIT_SIZE)


def changed(one: HeldCards, hand: int, pile: int, rng: random.Random) -> HeldCards:
    """The position with so many cards of the hand and of the pile changed for unseen ones."""
    own = list(cards_of(one.hand))
    gone = [*rng.sample(own, hand), *rng.sample(one.pile, pile)]
    unseen = [card for card in range(DECK_SIZE) if card not in (*own, *one.pile)]
    other = dict(zip(gone, rng.sample(unseen, len(gone)), strict=True))
    return mapped(one, lambda card: other.get(card, card))


@pytest.mark.parametrize("pile", [1, 2, 6, 20])
@pytest.mark.parametrize("renaming", RENAMINGS)
def test_the_same_cards_by_any_name_of_the_suits_are_alike(
    renaming: tuple[int, ...], pile: int
) -> None:
    rng = random.Random(str((renaming, pile)))
    for _ in range(50):
        one = position(rng, pile)
        assert is_alike(renamed(one, renaming), one)
        assert is_alike(renamed(changed(one, 1, 0, rng), renaming), one)
        if pile > 2:
            assert is_alike(renamed(changed(one, 3, 1, rng), renaming), one)


@pytest.mark.parametrize("pile", [1, 2, 6, 20])
@pytest.mark.parametrize("cards", [1, 2, 3, 4])
def test_up_to_four_changed_cards_of_hand_and_pile_are_alike(cards: int, pile: int) -> None:
    rng = random.Random(cards * 100 + pile)
    for _ in range(200):
        one = position(rng, pile)
        in_pile = rng.randint(0, min(pile, cards))
        assert is_alike(changed(one, cards - in_pile, in_pile, rng), one)


@pytest.mark.parametrize("pile", [1, 2])
def test_five_changed_cards_are_another_position(pile: int) -> None:
    """Nearly always: by another name of the suits two of five may be the same by chance."""
    rng = random.Random(pile)
    asked = [(changed(one, 5, 0, rng), one) for one in (position(rng, pile) for _ in range(200))]
    assert sum(is_alike(*both) for both in asked) <= 2


def test_the_hand_alone_is_enough_and_the_pile_alone_is_not() -> None:
    rng = random.Random(7)
    for _ in range(200):
        one, other = position(rng, 8), position(rng, 8)
        rest = [card for card in other.pile if not one.hand >> card & 1] or [one.pile[0]]
        assert is_alike(HeldCards(one.hand, tuple(rest)), one)
        unseen = [card for card in range(DECK_SIZE) if card not in one.pile]
        unseen = [card for card in unseen if not one.hand >> card & 1]
        assert not is_alike(HeldCards(card_set(unseen[:10]), one.pile), one)


def test_old_cards_of_the_pile_that_are_left_out_or_added_change_nothing() -> None:
    rng = random.Random(9)
    for _ in range(200):
        one = position(rng, 12)
        like = changed(one, 3, 0, rng)
        assert is_alike(HeldCards(like.hand, like.pile[-4:]), one)
        assert is_alike(like, HeldCards(one.hand, one.pile[-4:]))


def test_unrelated_hands_are_not_alike() -> None:
    rng = random.Random(54)
    assert not any(is_alike(position(rng), position(rng)) for _ in range(UNRELATED))
    # At the first turn there is least to compare: about one of ten thousand is alike by chance.
    starts = sum(is_alike(position(rng, 1), position(rng, 1)) for _ in range(UNRELATED))
    assert starts <= 3
