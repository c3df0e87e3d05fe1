"""Least deadwood and best discards against the exhaustive solver (rulebook 1.3, traps 1 and 2)."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game.cards import DECK_SIZE, CardSet, card, card_set, cards_of, parse_set
from engine.game.melds import STANDARD, MeldRules, Solver, solver
from tests.engine.meld_cases import ALL_RULES, both, hands, rich_hand, texts

rules_of_any_kind = st.sampled_from(ALL_RULES)


@pytest.mark.slow
@given(rules_of_any_kind, hands(0, 11))
def test_deadwood_is_the_least_of_all_layouts(rules: MeldRules, hand: CardSet) -> None:
    melds, exhaustive = both(rules)
    assert melds.deadwood(hand) == exhaustive.deadwood(texts(hand))


@pytest.mark.parametrize("size", [4, 7, 10, 11, 13])
@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_deadwood_of_many_hands(rules: MeldRules, size: int) -> None:
    melds, exhaustive = both(rules)
    rng = random.Random(size)
    for _ in range(250):
        hand = rich_hand(rng, size)
        assert melds.deadwood(hand) == exhaustive.deadwood(texts(hand)), texts(hand)


def expected_discards(melds: Solver, hand: CardSet) -> tuple[tuple[int, int], ...]:
    return tuple((number, melds.deadwood(hand ^ 1 << number)) for number in cards_of(hand))


@pytest.mark.slow
@given(rules_of_any_kind, hands(1, 13))
def test_discards_are_the_deadwood_of_the_other_cards(rules: MeldRules, hand: CardSet) -> None:
    melds = solver(rules)
    assert melds.discards(hand) == expected_discards(melds, hand)


@pytest.mark.slow
@given(rules_of_any_kind, hands(1, 13), hands(0, 2))
def test_best_discard_is_the_best_allowed_one(
    rules: MeldRules, hand: CardSet, forbidden: CardSet
) -> None:
    melds = solver(rules)
    allowed = [entry for entry in expected_discards(melds, hand) if not forbidden >> entry[0] & 1]
    if not allowed:
        with pytest.raises(ValueError, match="no card"):
            melds.best_discard(hand, forbidden)
        return
    best = min(allowed, key=lambda entry: (entry[1], -melds.value(entry[0]), -entry[0]))
    assert melds.best_discard(hand, forbidden) == best


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_discards_of_many_hands(rules: MeldRules) -> None:
    melds = solver(rules)
    rng = random.Random(3)
    for turn in range(1000):
        hand = rich_hand(rng, 11) if turn % 2 else card_set(rng.sample(range(DECK_SIZE), 11))
        expected = expected_discards(melds, hand)
        assert melds.discards(hand) == expected
        best = min(expected, key=lambda entry: (entry[1], -melds.value(entry[0]), -entry[0]))
        assert melds.best_discard(hand) == best


def test_a_tie_throws_the_dearest_card_then_the_highest_number() -> None:
    melds = solver(STANDARD)
    assert melds.best_discard(parse_set("QD KD KH 2C")) == (card("KH"), 22)
    assert melds.best_discard(parse_set("4C 4D 4H 4S 5C 6C 7C 8C")) == (card("8C"), 0)


def test_big_gin_is_eleven_melded_cards() -> None:
    melds = solver(STANDARD)
    assert melds.is_all_melded(parse_set("4C 4D 4H 4S 5C 6C 7C 8C 9S TS JS"))
    assert not melds.is_all_melded(parse_set("4C 4D 4H 4S 5C 6C 7C 8C 9S TS QS"))
    assert melds.is_all_melded(0)
