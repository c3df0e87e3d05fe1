"""Layouts, and which of them a knocker may choose (rulebook 1.3, 1.6, trap 10)."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game.cards import FULL_DECK, CardSet, card_set, cards_of, parse_set, set_text
from engine.game.melds import STANDARD, Layout, MeldRules, RunWrap, Solver, solver
from tests.engine.exhaustive import Family
from tests.engine.meld_cases import ALL_RULES, both, hands, rich_hand, texts

rules_of_any_kind = st.sampled_from(ALL_RULES)


def family(layout: Layout) -> Family:
    return frozenset(texts(meld) for meld in layout.melds)


def shown(layouts: tuple[Layout, ...]) -> list[str]:
    return [" / ".join(set_text(meld) for meld in layout.melds) for layout in layouts]


@pytest.mark.slow
@given(rules_of_any_kind, hands(0, 11), st.integers(0, 40))
def test_layouts_are_all_families_within_the_limit(
    rules: MeldRules, hand: CardSet, limit: int
) -> None:
    melds, exhaustive = both(rules)
    found = melds.layouts(hand, limit)
    expected = {
        chosen: left
        for chosen in exhaustive.families(texts(hand))
        if (left := exhaustive.left(texts(hand), chosen)) <= limit
    }
    assert len(found) == len(expected)
    assert {family(layout): layout.deadwood for layout in found} == expected
    assert [layout.deadwood for layout in found] == sorted(expected.values())


@pytest.mark.slow
@given(rules_of_any_kind, hands(0, 13))
def test_the_best_layout_accounts_for_every_card(rules: MeldRules, hand: CardSet) -> None:
    melds = solver(rules)
    layout = melds.best_layout(hand)
    assert sum(layout.melds) + layout.deadwood_cards == hand
    assert all(melds.is_meld(meld) for meld in layout.melds)
    assert layout.deadwood == melds.total(layout.deadwood_cards) == melds.deadwood(hand)


@pytest.mark.parametrize(
    ("hand", "best"),
    [
        # The set takes one card, the run two.
        ("4C 4D 4H 3H 5H", "4C 4D 4H"),
        ("5S 6S 7S 5C 6C 7C 5D 6D 7D AS", "5C 5D 5S / 6C 6D 6S / 7C 7D 7S"),
        # Both take one: the set goes first.
        ("JS QS KS KC KD", "KC KD KS"),
        ("JC QC KC QD QH JS", "QC QD QH"),
        # The set of four is closed, the run takes 9C only; otherwise 9C, 8C and KC go.
        ("9C TC JC QC 9D 9H 9S", "9C 9D 9H 9S / TC JC QC"),
        # The run takes nothing, because the knocker holds both neighbours himself.
        ("4C 4D 4H 3H 5H 6C 6D 6H 2C 2D 2H", "2C 2D 2H / 6C 6D 6H / 3H 4H 5H"),
        # Cut or not, 3H and TH fit: a run is not cut without need.
        ("4H 5H 6H 7H 8H 9H", "4H 5H 6H 7H 8H 9H"),
        # Nothing tells these apart but the order of the cards.
        ("6C 6D 5H 6H 7H 5S 6S 7S", "6C 6D 6H / 5S 6S 7S"),
    ],
)
def test_of_layouts_with_equal_deadwood_one_is_best(hand: str, best: str) -> None:
    assert shown((solver(STANDARD).best_layout(parse_set(hand)),)) == [best]


def test_around_the_corner_a_run_to_the_king_is_open_at_both_ends() -> None:
    hand = parse_set("JS QS KS JC JD")
    standard = solver(STANDARD)
    corner = solver(MeldRules(RunWrap.AROUND_CORNER, 15))
    assert len(standard.layouts(hand, 20)) == len(corner.layouts(hand, 20)) == 2
    assert shown(corner.layouts(hand, 20)) == ["JC JD JS", "JS QS KS"]


@pytest.mark.parametrize(
    ("hand", "limit", "choices"),
    [
        # Sets or runs, equal deadwood (vector K01).
        (
            "5S 6S 7S 5C 6C 7C 5D 6D 7D AS",
            10,
            ["5C 5D 5S / 6C 6D 6S / 7C 7D 7S", "5C 6C 7C / 5D 6D 7D / 5S 6S 7S"],
        ),
        # More deadwood, fewer layoffs (vector K03).
        (
            "2C 2D 2H 3H 4H TC TD TH TS AD",
            10,
            ["TC TD TH TS / 2H 3H 4H", "2C 2D 2H / TC TD TH TS"],
        ),
        # Keeping a four out of its set costs four and closes nothing.
        ("4C 4D 4H 4S 9H TH JH 2C 3D", 10, ["4C 4D 4H 4S / 9H TH JH"]),
        # Cuts of one run are the same to the defender; only a shorter run is closed at an end.
        ("4H 5H 6H 7H 8H 9H 2C", 2, ["4H 5H 6H 7H 8H 9H"]),
        # With a gin there is no reason to keep deadwood.
        ("2C 2D 2H 3H 4H 5H TC TD TH TS", 10, ["2C 2D 2H / TC TD TH TS / 3H 4H 5H"]),
    ],
)
def test_choices_are_the_layouts_that_can_matter(hand: str, limit: int, choices: list[str]) -> None:
    assert shown(solver(STANDARD).choices(parse_set(hand), limit)) == choices


@pytest.mark.parametrize(
    ("hand", "choices"),
    [
        # JH fits both layouts, but only on the run can TH and 9H follow it.
        ("QH KH AH AC AD JC JD JS", ["JC JD JS / AH QH KH", "AC AD AH / JC JD JS"]),
        # Nothing follows when the knocker holds TH, so that the run has no drawback left.
        ("QH KH AH AC AD JC JD JS TC TD TH", ["TC TD TH / JC JD JS / AH QH KH"]),
    ],
)
def test_choices_look_at_the_cards_that_follow(hand: str, choices: list[str]) -> None:
    melds = solver(MeldRules(RunWrap.HIGH_LOW, 1))
    assert shown(melds.choices(parse_set(hand), 20)) == choices


def ahead(melds: Solver, layout: Layout, defender: CardSet) -> int:
    """Points the knocker is ahead after the defender's best layoffs."""
    return melds.deadwood_after_layoffs(layout.melds, defender) - layout.deadwood


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_no_defender_makes_a_dropped_layout_the_better_one(rules: MeldRules) -> None:
    melds = solver(rules)
    rng = random.Random(6)
    tried = 0
    while tried < 40:
        hand = rich_hand(rng, 10)
        every = melds.layouts(hand, 30)
        choices = melds.choices(hand, 30)
        if not 1 < len(every) <= 40 or not every[0].deadwood:
            continue
        tried += 1
        near = [card for card in cards_of(FULL_DECK & ~hand) if rng.random() < 0.6]
        for _ in range(4):
            defender = card_set(rng.sample(near, 10))
            best = max(ahead(melds, layout, defender) for layout in every)
            assert max(ahead(melds, layout, defender) for layout in choices) == best


def test_the_sixth_layout_may_be_the_best() -> None:
    melds = solver(STANDARD)
    hand = parse_set("AD 2D 2H 3H 4H 5H 2S 3S 4S 5S")
    defender = parse_set("2C 3C 7C TC 5D QD 6H TH JH KH")
    every, choices = melds.layouts(hand, 10), melds.choices(hand, 10)
    best = max(ahead(melds, layout, defender) for layout in every)
    assert max(ahead(melds, layout, defender) for layout in choices) == best
    assert max(ahead(melds, layout, defender) for layout in choices[:5]) < best
    rng = random.Random(7)
    unseen = list(cards_of(FULL_DECK & ~hand))
    for _ in range(60):
        defender = card_set(rng.sample(unseen, 10))
        best = max(ahead(melds, layout, defender) for layout in every)
        assert max(ahead(melds, layout, defender) for layout in choices) == best


@pytest.mark.slow
@given(rules_of_any_kind, hands(10, 10), st.integers(0, 20))
def test_choices_are_best_first(rules: MeldRules, hand: CardSet, limit: int) -> None:
    melds = solver(rules)
    every, choices = melds.layouts(hand, limit), melds.choices(hand, limit)
    assert choices[:1] == every[:1]
    assert [layout for layout in every if layout in choices] == list(choices)
