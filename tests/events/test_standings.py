"""Scores, tie-breaks and places of every kind, by hand and by rebuilding them."""

import random

import pytest

from engine.events import standings, systems
from engine.events.standings import Entrant, PairingResult, PairingSlot
from tests.events.simulated import SwissEvent, field_of


def test_a_swiss_by_hand() -> None:
    """Four people, three rounds: 1 beats all; 2 and 3 draw."""
    met = [
        PairingResult(1, 1, 3, 1, points=40),
        PairingResult(1, 2, 4, 2, points=10),
        PairingResult(2, 2, 1, 1, points=-30),
        PairingResult(2, 4, 3, 3, points=-20),
        PairingResult(3, 1, 4, 1, points=5),
        PairingResult(3, 3, 2, None, drawn=True),
    ]
    lines = standings.swiss(field_of(4), met)
    scored = [(line.number, line.score, line.won, line.drawn, line.lost) for line in lines]
    assert (scored[0], scored[3]) == ((1, 6, 3, 0, 0), (4, 0, 0, 0, 3))
    # Of 2: opponents 4 (0), 1 (3), 3 (1½); without the lowest 4½; beat 4, drew with 3.
    assert lines[1].ties == lines[2].ties == (4.5, 0.75, -20.0)
    lots = {one.number: one.lot for one in field_of(4)}
    assert [line.number for line in lines[1:3]] == sorted((2, 3), key=lots.__getitem__)


def test_a_bye_is_a_win_that_was_not_played_and_counts_as_ones_own_score() -> None:
    met = [
        PairingResult(1, 1, 2, 1),
        PairingResult(1, 3, None, 3),
        PairingResult(2, 3, 1, 3),
        PairingResult(2, 2, None, 2),
    ]
    first, *_ = standings.swiss(field_of(3), met)
    assert (first.number, first.score, first.played, first.won) == (3, 4, 1, 1)
    assert first.ties[0] == 2.0, "without the lower of 1 and its own 2"


def test_a_double_forfeit_gives_nothing_to_either() -> None:
    lines = standings.swiss(field_of(2), [PairingResult(1, 1, 2, None)])
    assert [(line.score, line.lost) for line in lines] == [(0, 1), (0, 1)]


@pytest.mark.parametrize("seed", range(5))
def test_standings_rebuilt_from_shuffled_pairings_are_equal(seed: int) -> None:
    held = SwissEvent(22, random.Random(seed), leaving=0.05, late=1)
    for _ in range(5):
        held.play_round()
    before = standings.swiss(held.entrants, held.results)
    random.Random(seed).shuffle(held.results)
    random.Random(seed).shuffle(held.entrants)
    assert standings.swiss(held.entrants, held.results) == before


def test_a_league_breaks_ties_by_who_beat_whom() -> None:
    met = [
        PairingResult(1, 1, 2, 2, points=-50),
        PairingResult(2, 1, 3, 1, points=200),
        PairingResult(3, 2, 3, 3, points=-1),
        PairingResult(4, 4, 1, 1, points=-1),
        PairingResult(5, 4, 2, 2, points=-1),
        PairingResult(6, 4, 3, None, drawn=True),
    ]
    lines = standings.league(field_of(4), met)
    assert [(line.number, line.score) for line in lines] == [(2, 6), (1, 6), (3, 4), (4, 1)]
    assert (lines[0].ties, lines[1].ties) == ((3.0, 50.0), (0.0, 151.0))


def test_divisions_have_places_of_their_own() -> None:
    field = [Entrant(number, number, division=1 + number // 3) for number in range(1, 5)]
    lines = standings.league(field, [PairingResult(1, 1, 2, 2), PairingResult(1, 4, 3, 4)])
    assert [(line.division, line.place, line.number) for line in lines] == [
        (1, 1, 2),
        (1, 2, 1),
        (2, 1, 4),
        (2, 2, 3),
    ]


@pytest.mark.parametrize(
    ("won", "score", "streak"),
    [
        ("", 0, 0),
        ("w", 2, 1),
        ("wd", 3, 0),
        ("wwdd", 7, 0),
        ("wwdw", 8, 1),
        ("ww", 4, 2),
        ("www", 8, 3),
        ("wwwlw", 10, 1),
        ("wwwwd", 14, 0),
    ],
)
def test_an_arena_doubles_from_the_third_win_in_a_row(won: str, score: int, streak: int) -> None:
    winner = {"w": 1, "l": 2, "d": None}
    met = [PairingResult(1, 1, 2, winner[one], one == "d") for one in won]
    line = next(one for one in standings.arena(field_of(2), met) if one.number == 1)
    assert (line.score, line.streak) == (score, streak)


def test_an_abandoned_match_of_an_arena_scores_nothing_and_ends_a_streak() -> None:
    met = [PairingResult(1, 1, 2, 1)] * 3 + [
        PairingResult(1, 1, 2, None),
        PairingResult(1, 1, 2, 1),
    ]
    line = standings.arena(field_of(2), met)[0]
    assert (line.score, line.streak, line.drawn) == (10, 1, 0)


# -- knockouts ----------------------------------------------------------------------------


@pytest.mark.parametrize("count", range(2, 40))
def test_a_knockout_ends_with_one_and_the_best_seeds_meet_last(count: int) -> None:
    """Where the better seed always wins, 1 beats 2 in the final, and byes go to the highest."""
    field = field_of(count)
    rounds = systems.knockout_rounds(count)
    slots = systems.first_knockout_round(field)
    byes = sorted(slot.first for slot in slots if slot.second is None)
    assert byes == list(range(1, 2**rounds - count + 1))
    assert sorted(
        number for slot in slots for number in (slot.first, slot.second) if number
    ) == list(range(1, count + 1))
    met: list[PairingResult] = []
    for number in range(1, rounds + 1):
        winners: dict[int, int | None] = {}
        losers: dict[int, int | None] = {}
        for slot in slots:
            winner = slot.first if slot.second is None else min(slot.first, slot.second)
            met.append(PairingResult(number, slot.first, slot.second, winner, table=slot.table))
            if slot.table:
                winners[slot.table] = winner
                losers[slot.table] = slot.second
        if number < rounds:
            slots = systems.next_knockout_round(winners, losers, third_place=True)
    final = next(one for one in met if one.round == rounds and one.table == 1)
    assert {final.first, final.second} == {1, 2}
    lines = systems.knockout_standings(field, met, rounds)
    assert [line.number for line in lines[:4]] == list(range(1, min(4, count) + 1))
    assert [line.place for line in lines[:4]] == list(range(1, min(4, count) + 1))
    places = [line.place for line in lines]
    assert places == sorted(places)
    if count >= 8:
        assert places[4:8] == [5, 5, 5, 5]


def test_an_empty_place_of_the_bracket_lets_the_next_opponent_through() -> None:
    winners = {1: 10, 2: None, 3: None, 4: None}
    assert systems.next_knockout_round(winners, {}, third_place=True) == [PairingSlot(1, 10, None)]
    final = systems.next_knockout_round({1: 10, 2: 20}, {1: 30, 2: None}, third_place=True)
    assert final == [PairingSlot(1, 10, 20), PairingSlot(0, 30, None)]


# -- round robins -------------------------------------------------------------------------


@pytest.mark.parametrize("count", range(2, 13))
def test_everybody_meets_everybody_once_and_deals_half_of_the_time(count: int) -> None:
    rounds = systems.berger_table(list(range(1, count + 1)))
    assert len(rounds) == systems.berger_rounds(count)
    met = [frozenset(pair) for one in rounds for pair in one]
    assert len(set(met)) == len(met) == count * (count - 1) // 2
    for one in rounds:
        assert len({number for pair in one for number in pair}) == count - count % 2
    for number in range(1, count + 1):
        dealt = sum(pair[0] == number for one in rounds for pair in one)
        assert abs(2 * dealt - (count - 1)) <= 1


@pytest.mark.parametrize("wanted", range(4, 9))
def test_divisions_have_four_to_eight(wanted: int) -> None:
    for count in range(4, 513):
        sizes = systems.division_sizes(count, wanted)
        assert sum(sizes) == count
        assert max(sizes) - min(sizes) <= 1
        assert min(sizes) >= 4
        assert max(sizes) <= 8
    assert systems.in_divisions([7, 3, 9, 1, 2, 8, 5, 4], 4) == {
        **dict.fromkeys((7, 3, 9, 1), 1),
        **dict.fromkeys((2, 8, 5, 4), 2),
    }


def test_two_go_up_and_two_go_down() -> None:
    order = systems.promoted({1: [1, 2, 3, 4], 2: [5, 6, 7, 8], 3: [9, 10, 11, 12]})
    assert [set(order[:4]), set(order[4:8]), set(order[8:])] == [
        {1, 2, 5, 6},
        {3, 4, 9, 10},
        {7, 8, 11, 12},
    ]
    assert systems.promoted({1: [1, 2, 3], 2: [4, 5, 6]}) == [1, 2, 4, 3, 5, 6]
    assert systems.promoted({1: [1, 2]}) == [1, 2]


# -- arenas -------------------------------------------------------------------------------


def test_an_arena_pairs_the_nearest_in_score_not_met_last_time() -> None:
    met = [PairingResult(1, 1, 2, 1), PairingResult(1, 3, 4, 3)]
    pairs = {frozenset(pair) for pair in systems.arena_pairs(field_of(4), met)}
    assert pairs == {frozenset((1, 3)), frozenset((2, 4))}
    assert systems.arena_pairs(field_of(2), met) == [], "they have just met"
    assert len(systems.arena_pairs(field_of(2), met, patient=[1, 2])) == 1
    assert systems.arena_pairs(field_of(2), [], apart=[(1, 2)]) == []


def test_an_odd_one_waits_and_who_deals_alternates() -> None:
    [pair] = systems.arena_pairs(field_of(3), [])
    met = [PairingResult(1, *pair, pair[0])]
    both = [one for one in field_of(3) if one.number in pair]
    assert systems.arena_pairs(both, met, patient=pair) == [pair[::-1]]


@pytest.mark.parametrize("count", [15, 40, 101])
def test_a_large_arena_keeps_going(count: int) -> None:
    chance = random.Random(count)
    met: list[PairingResult] = []
    last: dict[int, int] = {}
    for _ in range(12):
        free = [one for one in field_of(count) if chance.random() < 0.9]
        pairs = systems.arena_pairs(free, met)
        taken = [number for pair in pairs for number in pair]
        assert len(taken) == len(set(taken))
        assert len(free) - len(taken) <= 2
        for first, second in pairs:
            assert last.get(first) != second
            last |= {first: second, second: first}
            met.append(PairingResult(1, first, second, min(first, second)))
