"""Which cards are melds (rulebook 1.2)."""

import random

import pytest

from engine.game.cards import FULL_DECK, cards_text, parse_set
from engine.game.melds import STANDARD, MeldRules, RunWrap, solver
from tests.engine.meld_cases import ALL_RULES, both, rich_hand, texts

RUN_COUNTS = {RunWrap.NONE: 66, RunWrap.HIGH_LOW: 76, RunWrap.AROUND_CORNER: 131}


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_the_deck_holds_exactly_the_melds_of_the_rules(rules: MeldRules) -> None:
    melds, exhaustive = both(rules)
    found = melds.melds_in(FULL_DECK)
    assert len(found) == len(set(found)) == 13 * 5 + 4 * RUN_COUNTS[rules.run_wrap]
    assert {texts(meld) for meld in found} == exhaustive.melds()
    assert all(melds.is_meld(meld) for meld in found)


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_any_cards_are_a_meld_only_if_listed(rules: MeldRules) -> None:
    melds, exhaustive = both(rules)
    rng = random.Random(11)
    for _ in range(400):
        mask = rich_hand(rng, rng.randint(0, 8))
        assert melds.is_meld(mask) == (texts(mask) in exhaustive.melds())
        assert {texts(meld) for meld in melds.melds_in(mask)} == set(
            exhaustive.melds_in(texts(mask))
        )


@pytest.mark.parametrize(
    ("wrap", "cards", "order"),
    [
        (RunWrap.NONE, "9D 7D 8D", "7D 8D 9D"),
        (RunWrap.NONE, "7S 7C 7H", "7C 7H 7S"),
        (RunWrap.HIGH_LOW, "AS KS QS", "QS KS AS"),
        (RunWrap.AROUND_CORNER, "AH 2H QH KH", "QH KH AH 2H"),
        (RunWrap.AROUND_CORNER, "AH 2H 3H 4H", "AH 2H 3H 4H"),
        (RunWrap.AROUND_CORNER, "KC AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC", None),
    ],
)
def test_a_meld_is_shown_from_its_first_card(wrap: RunWrap, cards: str, order: str | None) -> None:
    melds = solver(MeldRules(wrap, 1))
    assert cards_text(melds.in_order(parse_set(cards))) == (order or cards)


def test_only_one_rank_is_a_set() -> None:
    melds = solver(STANDARD)
    assert melds.is_set(parse_set("7C 7D 7H"))
    assert not melds.is_set(parse_set("7C 8C 9C"))


def test_an_ace_counts_one_or_fifteen() -> None:
    assert solver(STANDARD).total(parse_set("AS AH 9D KC")) == 21
    assert solver(MeldRules(RunWrap.NONE, 15)).total(parse_set("AS AH 9D KC")) == 49
    with pytest.raises(ValueError, match="11"):
        MeldRules(RunWrap.NONE, 11)


def test_rules_that_are_equal_share_a_solver() -> None:
    assert solver(MeldRules(RunWrap.NONE, 1)) is solver(STANDARD)
