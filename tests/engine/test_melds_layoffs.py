"""Laying off, own melds considered, against the exhaustive solver (rulebook 1.7, traps 6-9)."""

import random

import pytest

from engine.game.cards import FULL_DECK, CardSet, card, card_set, cards_of, parse_set
from engine.game.melds import STANDARD, MeldRules, RunWrap, solver
from tests.engine.meld_cases import ALL_RULES, both, rich_hand, texts

Knock = tuple[tuple[CardSet, ...], CardSet]


def knocks(rules: MeldRules, seed: int, count: int) -> list[Knock]:
    """Knocker's melds with a defender who holds many cards near them."""
    melds = solver(rules)
    rng = random.Random(seed)
    found: list[Knock] = []
    while len(found) < count:
        hand = rich_hand(rng, 10)
        layout = rng.choice(melds.layouts(hand, melds.deadwood(hand) + 15)[:20])
        if not layout.melds:
            continue
        wanted = 0
        for state in melds.reachable_layoffs(layout.melds, FULL_DECK & ~hand):
            if len(state.steps) > 2:
                break
            wanted |= state.cards
        near = list(cards_of(wanted))
        others = list(cards_of(FULL_DECK & ~hand & ~wanted))
        taken = rng.sample(near, min(len(near), rng.randint(0, 6)))
        found.append((layout.melds, card_set(taken + rng.sample(others, 10 - len(taken)))))
    return found


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_every_set_of_cards_that_can_go_is_reached_once(rules: MeldRules) -> None:
    melds, exhaustive = both(rules)
    for knocker, hand in knocks(rules, 1, 60):
        states = list(melds.reachable_layoffs(knocker, hand))
        assert len({state.cards for state in states}) == len(states)
        assert {texts(state.cards) for state in states} == exhaustive.laid_off(
            tuple(texts(meld) for meld in knocker), texts(hand)
        )


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_the_best_layoff_is_the_joint_optimum(rules: MeldRules) -> None:
    melds, exhaustive = both(rules)
    improved = 0
    for knocker, hand in knocks(rules, 2, 60):
        best = melds.best_layoff(knocker, hand)
        table = tuple(texts(meld) for meld in knocker)
        counts = {
            cards: exhaustive.deadwood(texts(hand) - cards)
            for cards in exhaustive.laid_off(table, texts(hand))
        }
        least = min(counts.values())
        assert best.deadwood == best.layout.deadwood == least
        assert melds.deadwood_after_layoffs(knocker, hand) == least
        assert len(best.steps) == min(len(cards) for cards in counts if counts[cards] == least)
        improved += bool(best.steps)
    assert improved > 20


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_the_steps_lead_to_the_melds_shown(rules: MeldRules) -> None:
    melds = solver(rules)
    for knocker, hand in knocks(rules, 3, 60):
        best = melds.best_layoff(knocker, hand)
        table, left = list(knocker), hand
        for number, place in best.steps:
            assert place in melds.layoff_targets(tuple(table), number)
            assert left >> number & 1
            table[place] = melds.extend(table[place], number)
            left ^= 1 << number
        assert tuple(table) == best.melds
        assert best.layout == melds.best_layout(left)


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_a_meld_takes_a_card_if_it_stays_a_meld(rules: MeldRules) -> None:
    melds, exhaustive = both(rules)
    for meld in melds.melds_in(FULL_DECK):
        for number in range(52):
            fits = not meld >> number & 1 and texts(meld | 1 << number) in exhaustive.melds()
            assert melds.layoff_targets((meld,), number) == ((0,) if fits else ())


@pytest.mark.parametrize(
    ("meld", "number"),
    [("4C 4D 4H 4S", "5S"), ("5S 6S 7S", "9S"), ("QS KS JS", "AS"), ("4C 4D", "4H")],
)
def test_a_card_that_does_not_fit_is_refused(meld: str, number: str) -> None:
    with pytest.raises(ValueError, match=f"{number} does not fit"):
        solver(STANDARD).extend(parse_set(meld), card(number))


def test_a_full_circle_takes_nothing() -> None:
    corner = solver(MeldRules(RunWrap.AROUND_CORNER, 15))
    twelve = parse_set("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH")
    full = corner.extend(twelve, card("KH"))
    assert not any(corner.layoff_targets((full,), number) for number in range(52))


def test_a_card_that_fits_twice_may_go_on_either() -> None:
    table = parse_set("8C 8D 8S"), parse_set("5H 6H 7H")
    assert solver(STANDARD).layoff_targets(table, card("8H")) == (0, 1)


def test_a_card_goes_on_the_run_when_another_can_follow_it() -> None:
    table = parse_set("8C 8D 8S"), parse_set("5H 6H 7H")
    best = solver(STANDARD).best_layoff(table, parse_set("8H 9H AC 3D"))
    assert best.steps == ((card("8H"), 1), (card("9H"), 1))
    assert best.deadwood == 4
