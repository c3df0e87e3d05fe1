"""What the expert thinks a hand is worth between two moves."""

from dataclasses import replace
from itertools import pairwise

import pytest

from engine.game.cards import card, parse_set
from engine.game.presets import PRESETS
from engine.game.rules import Rules
from engine.players.expert import (
    Weights,
    after_draw,
    discards,
    expected_left,
    stock_odds,
    weights_for,
)
from engine.players.memory import recall
from engine.players.simulation import simulation
from tests.players.positions import to_discard, view_of

OTHER = "AC 2D 3D 5H 6H 8S 9S TS QS KS"


def ranked(hand: str, rules: Rules, weights: Weights | None = None) -> list[int]:
    """The discards from this hand, best first, when nothing is known of the opponent's."""
    view = view_of(to_discard(hand, OTHER, rules=rules), rules)
    play = simulation(rules)
    memory = recall(view)
    found = discards(play, memory, view.hand, view.legal.discards, (), weights=weights, most=11)
    return [discard.card for discard in found]


def test_a_draw_is_an_average_over_the_cards_that_may_come() -> None:
    play = simulation(PRESETS["standard"])
    hand = parse_set("4C 5C 6C 9D 9H 9S JC JD JH 7S")
    odds = [(card("3C"), 0.25), (card("AS"), 0.5), (card("KD"), 0.25)]
    expected, gin = after_draw(play, hand, odds)
    assert expected == pytest.approx(0.25 * 0 + 0.5 * 1 + 0.25 * 7)
    assert gin == pytest.approx(0.25)
    assert expected_left(play, hand, odds) == expected


def test_the_stock_holds_what_is_in_no_likely_hand() -> None:
    view = view_of(to_discard("4C 5C 6C 9D 9H 9S JC JD JH 7S 2C", OTHER))
    memory = replace(recall(view), unseen=parse_set("3C AS KD QD"))
    even = dict(stock_odds(memory, ()))
    assert even == dict.fromkeys(map(card, ("3C", "AS", "KD", "QD")), 0.25)
    seen = dict(stock_odds(memory, [parse_set("3C KD"), parse_set("3C AS")]))
    assert card("3C") not in seen
    assert seen[card("QD")] == pytest.approx(0.5)
    assert sum(seen.values()) == pytest.approx(1.0)


def test_where_only_gin_counts_a_card_that_belongs_to_nothing_goes_before_a_dear_pair() -> None:
    """Two ways to go on: keep the pair of kings, or the seven that fits nowhere."""
    hand = "4C 5C 6C 9D 9H 9S KC KD 7S 3D 3H"
    straight = PRESETS["straight"]
    assert ranked(hand, straight)[0] == card("7S")
    counting = replace(weights_for(straight, 0), gin=0.0, alone=0.0)
    assert ranked(hand, straight, counting)[0] in (card("KC"), card("KD"))


def test_the_lower_the_knock_limit_the_more_a_hand_must_fit() -> None:
    standard = PRESETS["standard"]
    found = [weights_for(standard, limit) for limit in range(11)]
    assert found[10].gin == found[10].alone == 0
    assert all(low.gin > high.gin for low, high in pairwise(found))
    assert all(low.alone > high.alone for low, high in pairwise(found))


def test_a_gin_at_hand_is_waited_for() -> None:
    """A ten kept for gin by two cards beats an ace that saves nine points."""
    hand = "4C 5C 6C 7C 9D 9H 9S JC TC AS 2H"
    eager = Weights(hope=1.0, late_hope=1.0, danger=0.0, gin=400.0)
    plain = Weights(hope=1.0, late_hope=1.0, danger=0.0)
    rules = PRESETS["straight"]
    assert ranked(hand, rules, plain)[0] in (card("JC"), card("TC"))
    assert ranked(hand, rules, eager)[0] in (card("AS"), card("2H"))
