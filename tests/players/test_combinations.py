"""Which cards belong together, and which to nothing."""

import pytest

from engine.game.cards import card, parse_set
from engine.game.melds import STANDARD, MeldRules, RunWrap, solver
from engine.players.expert import alone, loose, thirds

CORNER = MeldRules(RunWrap.AROUND_CORNER, 15)
HIGH_LOW = MeldRules(RunWrap.HIGH_LOW, 1)
EVERYTHING = (1 << 52) - 1


@pytest.mark.parametrize(
    ("rules", "pair", "fitting"),
    [
        (STANDARD, "8C 8D", "8H 8S"),
        (STANDARD, "8C 9C", "7C TC"),
        (STANDARD, "8C TC", "9C"),
        (STANDARD, "8C JC", ""),
        (STANDARD, "8C 9D", ""),
        (STANDARD, "KC AC", ""),
        (HIGH_LOW, "KC AC", "QC"),
        (CORNER, "KC AC", "QC 2C"),
        (CORNER, "KC 2C", "AC"),
    ],
)
def test_the_cards_that_make_a_meld_of_two(rules: MeldRules, pair: str, fitting: str) -> None:
    one, other = map(card, pair.split())
    table = thirds(rules)
    assert table[one][other] == table[other][one] == parse_set(fitting)


def test_every_third_card_makes_a_meld_and_no_other_does() -> None:
    is_meld, table = solver(CORNER).is_meld, thirds(CORNER)
    for one in range(0, 52, 3):
        for other in set(range(52)) - {one}:
            for third in set(range(52)) - {one, other}:
                found = bool(table[one][other] >> third & 1)
                assert found == is_meld(1 << one | 1 << other | 1 << third)


def test_loose_cards_are_those_outside_of_every_best_layout() -> None:
    hand = parse_set("4C 5C 6C 9D 9H 9S KC QD 8H 2S")
    assert loose(solver(STANDARD), hand) == parse_set("KC QD 8H 2S")


def test_a_card_is_alone_when_no_unseen_card_could_make_it_a_meld() -> None:
    hand = parse_set("4C 5C 6C KC KD 8H 9H JS 2S AD")
    play = solver(STANDARD)
    assert alone(play, hand, EVERYTHING & ~hand) == parse_set("JS 2S AD")
    seen = parse_set("KH KS TH")
    assert alone(play, hand, EVERYTHING & ~hand & ~seen) == parse_set("KC KD JS 2S AD")
    assert alone(play, hand, EVERYTHING & ~hand & ~seen & ~parse_set("7H")) == parse_set(
        "KC KD 8H 9H JS 2S AD"
    )


def test_around_the_corner_king_and_deuce_wait_for_the_ace() -> None:
    hand = parse_set("4C 5C 6C 9D 9H 9S KS 2S JD 7H")
    unseen = EVERYTHING & ~hand
    assert alone(solver(STANDARD), hand, unseen) == parse_set("KS 2S JD 7H")
    assert alone(solver(CORNER), hand, unseen) == parse_set("JD 7H")
