"""Discards that help: honest players of every strength pass, whoever sees the cards does not."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.bench_fair_play import played
from engine.coach.helping import LEAST_DISCARDS, Help, completes_meld, help_in_match, help_of
from engine.game.cards import card, parse_set
from engine.game.match import start
from engine.game.melds import MeldRules, RunWrap, solver
from engine.game.presets import PRESETS
from engine.game.record import RecordedMove
from engine.game.view import seat_view
from engine.players import Level, choose
from tests.engine.long_record import taken_back
from tests.engine.playing import SeededDecks
from tests.seeds import times
from tests.worlds.studied import recorded

pytestmark = pytest.mark.usefixtures("few_deals")

SINGLE = PRESETS["single"]
HONEST_ROUNDS, TOLD_ROUNDS = times(24), 30


@pytest.mark.slow
@given(
    st.sampled_from(RunWrap),
    st.integers(0, 51),
    st.sets(st.integers(0, 51), min_size=2, max_size=10),
)
def test_a_card_completes_a_meld_if_two_of_the_hand_make_one_with_it(
    wrap: RunWrap, discarded: int, cards: set[int]
) -> None:
    held = cards - {discarded}
    deadwood = solver(MeldRules(wrap, 1)).deadwood
    meets = any(
        deadwood(1 << discarded | 1 << one | 1 << other) == 0
        for one, other in combinations(held, 2)
    )
    assert completes_meld(discarded, sum(1 << one for one in held), wrap) == meets


@pytest.mark.slow
@pytest.mark.parametrize("level", Level)
def test_honest_players_of_every_strength_pass(level: Level) -> None:
    total = Help()
    for seed in range(HONEST_ROUNDS):
        total += played(seed, level, 0.0)
    assert total.discards > LEAST_DISCARDS
    assert not total.is_too_much
    assert total.deviations < 1, total


@pytest.mark.slow
@pytest.mark.parametrize("level", [Level.NOVICE, Level.MASTER])
def test_whoever_is_told_the_cards_is_found_soon(level: Level) -> None:
    total = Help()
    for seed in range(TOLD_ROUNDS):
        total += played(seed, level, 1.0)
        if total.is_too_much:
            return
    raise AssertionError(total)


def test_few_discards_prove_nothing() -> None:
    assert not Help(LEAST_DISCARDS - 1, LEAST_DISCARDS - 1, 5.0, 4.0).is_too_much
    assert Help(LEAST_DISCARDS, LEAST_DISCARDS, 5.0, 4.0).is_too_much
    assert not Help(LEAST_DISCARDS, 12, 10.0, 8.0).is_too_much
    assert Help().deviations == 0.0


def test_what_was_taken_back_does_not_count() -> None:
    found = help_in_match(taken_back(3))
    assert found == help_in_match(taken_back(0))
    assert all(one.discards == 12 for one in found.values())


@pytest.mark.parametrize("preset", ["mahjong", "partnership_4", "three_handed"])
def test_only_gin_between_two_is_counted(preset: str) -> None:
    record, _ = recorded(preset, 5, 1)
    assert help_in_match(record) == {}


def test_a_discard_without_a_choice_says_nothing() -> None:
    assert completes_meld(card("7C"), parse_set("7D 7H KS"))
    decks = SeededDecks(1)
    match = start(SINGLE, 2, 0, decks)
    seat = match.to_act[0]
    first = choose(seat_view(match, seat), Level.CASUAL, 1)
    assert help_of(match, RecordedMove(0, seat, first), 1) == Help()
    assert help_of(match, RecordedMove(0, None, first), 1) == Help()
