"""Duplicate scores and seats, by properties."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import duplicate, fairness
from engine.duplicate import (
    BROKEN_OFF,
    NOT_BEGUN,
    BoardTable,
    field_tables,
    mean,
    scores,
    team_tables,
)
from engine.events.standings import Entrant, EntrantPair, PairingResult
from engine.fairness import is_secret_of
from engine.game.presets import PRESETS

POINTS = st.integers(-200, 200)


@st.composite
def played_tables(draw: st.DrawFn) -> list[BoardTable]:
    """Tables that have all played all boards."""
    count, each = draw(st.integers(1, 12)), draw(st.integers(1, 8))
    return [
        BoardTable(
            2 * number + 1,
            2 * number + 2,
            tuple(draw(st.lists(POINTS, min_size=each, max_size=each))),
            each,
        )
        for number in range(count)
    ]


def turned(table: BoardTable) -> BoardTable:
    """The same table with the seats swapped."""
    points = tuple(None if one is None else -one for one in table.points)
    return BoardTable(table.second, table.first, points, table.boards, table.left)


@given(played_tables())
def test_what_the_two_players_of_a_table_make_of_a_board_is_opposite(
    tables: list[BoardTable],
) -> None:
    found = scores(tables)
    for table in tables:
        for mine, theirs in zip(found[table.first], found[table.second], strict=True):
            assert mine.made == -theirs.made
            assert mine.cards == -theirs.cards
    assert sum(map(duplicate.made, found.values())) == 0


@pytest.mark.slow
@given(played_tables())
def test_all_players_of_a_seat_have_had_the_same_cards(tables: list[BoardTable]) -> None:
    found = scores(tables)
    assert len({tuple(one.cards for one in found[table.first]) for table in tables}) == 1
    for table in tables:
        for board, points in zip(found[table.first], table.points, strict=True):
            assert board.result == points == board.cards + board.made


@given(played_tables())
def test_it_does_not_matter_which_seat_is_called_the_first(tables: list[BoardTable]) -> None:
    assert scores(map(turned, tables)) == scores(tables)


@given(played_tables(), POINTS)
def test_luck_that_all_tables_share_changes_nothing(tables: list[BoardTable], luck: int) -> None:
    """By an even number of points, since halves are rounded to the even one."""
    lucky = [
        replace(one, points=tuple(points + 2 * luck for points in one.points if points is not None))
        for one in tables
    ]
    before, after = scores(tables), scores(lucky)
    for number, own in before.items():
        assert [one.made for one in own] == [one.made for one in after[number]]


@given(st.lists(POINTS, min_size=1, max_size=20))
def test_a_mean_lies_between_the_results_and_turns_with_them(results: list[int]) -> None:
    found = mean(results)
    assert min(results) <= found <= max(results)
    assert mean([-one for one in results]) == -found


@given(st.lists(POINTS, min_size=5, max_size=20), st.integers(500, 5000))
def test_one_strange_result_moves_no_large_field(results: list[int], strange: int) -> None:
    highest = max(results)
    assert mean([*results, strange]) == mean([*results, highest])


@given(st.sampled_from([2, 4, 8]), st.data())
def test_a_team_scores_the_difference_of_its_results(side: int, data: st.DataObject) -> None:
    one, other = list(range(1, side + 1)), list(range(side + 1, 2 * side + 1))
    seated = team_tables(one, other)
    tables = [
        BoardTable(
            each.first, each.second, tuple(data.draw(st.lists(POINTS, min_size=4, max_size=4))), 4
        )
        for each in seated
        if each.second is not None
    ]
    found = scores(tables)
    difference = sum(
        (1 if table.first in one else -1) * sum(p for p in table.points if p is not None)
        for table in tables
    )
    assert sum(duplicate.made(found[number]) for number in one) == difference
    assert sum(duplicate.made(found[number]) for number in other) == -difference
    assert Counter(each.first in one for each in seated) == {True: side // 2, False: side // 2}


def test_whoever_leaves_a_board_pays_for_it() -> None:
    tables = [
        BoardTable(1, 2, (10, -60, 5), 3),
        BoardTable(3, 4, (30, None), 3, left=3),
        BoardTable(5, 6, (20, 20), 3, left=None),
    ]
    found = scores(tables)
    assert [one.made for one in found[3]] == [10, -40, -NOT_BEGUN], "the worst result in this seat"
    assert [one.made for one in found[4]] == [-10, 0, 0], "and nothing happens to the opponent"
    assert [one.made for one in found[5]] == [0, 40, 0], "nobody is to blame here"
    assert [one.result for one in found[5]] == [20, 20, None]
    [first, *_] = scores([BoardTable(1, 2, (None,), 2, left=2), BoardTable(3, 4, (5, 5), 2)])[2]
    assert first.made == -BROKEN_OFF


# -- seats ----------------------------------------------------------------------------------


def season(count: int, rounds: int, strength: list[int]) -> list[list[EntrantPair]]:
    """A field of so many people, in which the same ones always make the most of their cards."""
    entrants = [Entrant(number, number) for number in range(1, count + 1)]
    results: list[PairingResult] = []
    made: dict[int, int] = {}
    held = []
    for round_ in range(1, rounds + 1):
        tables = field_tables(entrants, results, made)
        held.append(tables)
        for one in tables:
            results.append(PairingResult(round_, one.first, one.second, None))
            if one.second is not None:
                gap = strength[one.first - 1] - strength[one.second - 1]
                made[one.first] = made.get(one.first, 0) + gap
                made[one.second] = made.get(one.second, 0) - gap
    return held


@pytest.mark.slow
@settings(deadline=None, max_examples=60)
@given(st.integers(4, 40), st.integers(1, 6), st.data())
def test_everybody_sits_evenly_and_meets_somebody_new(
    count: int, rounds: int, data: st.DataObject
) -> None:
    rounds = min(rounds, count - 1 if count % 2 == 0 else count)
    strength = data.draw(st.lists(st.integers(-50, 50), min_size=count, max_size=count))
    held = season(count, rounds, strength)
    first, second, out = Counter[int](), Counter[int](), Counter[int]()
    met: Counter[frozenset[int]] = Counter()
    for tables in held:
        here = [who for one in tables for who in (one.first, one.second) if who is not None]
        assert sorted(here) == list(range(1, count + 1)), "everybody is somewhere, once"
        for one in tables:
            if one.second is None:
                out[one.first] += 1
            else:
                first[one.first] += 1
                second[one.second] += 1
                met[frozenset((one.first, one.second))] += 1
    assert sum(out.values()) == (count % 2) * rounds
    assert max(out.values(), default=0) <= 1
    assert all(abs(first[who] - second[who]) <= 2 for who in range(1, count + 1))
    if rounds * 2 < count:
        assert max(met.values()) == 1


def test_a_field_of_even_rounds_seats_everybody_evenly() -> None:
    for count in (8, 16, 64, 256):
        held = season(count, 4, [count - number for number in range(count)])
        first = Counter(one.first for tables in held for one in tables)
        assert set(first.values()) == {2}, count


def test_the_same_results_give_the_same_tables() -> None:
    assert season(31, 5, list(range(31))) == season(31, 5, list(range(31)))


def test_people_who_are_apart_do_not_meet() -> None:
    entrants = [Entrant(number, number) for number in range(1, 5)]
    tables = field_tables(entrants, [], {}, [(1, 2), (3, 4)])
    met = {frozenset((one.first, one.second)) for one in tables}
    assert not met & {frozenset((1, 2)), frozenset((3, 4))}


# -- where the cards come from ----------------------------------------------------------------


def test_a_revealed_round_tells_nothing_about_the_next() -> None:
    chain = bytes(range(32))
    secrets = [duplicate.secret_of(chain, number) for number in range(1, 5)]
    for number, secret in enumerate(secrets, 1):
        assert is_secret_of(secret, number, fairness.anchor(chain))
    roots = [duplicate.root_of(secret, 7, number) for number, secret in enumerate(secrets, 1)]
    assert len(set(roots)) == 4
    for earlier, later in pairwise(secrets):
        assert is_secret_of(later, 1, earlier)


def test_everybody_who_is_there_changes_the_boards() -> None:
    text = duplicate.pressed_text([3, 1, 2])
    assert text == duplicate.pressed_text([1, 2, 3])
    all_three = duplicate.contributions(7, 1, text)
    assert all_three != duplicate.contributions(7, 1, duplicate.pressed_text([1, 2]))
    assert all_three[0] != duplicate.contributions(7, 2, text)[0]


def test_the_dealer_of_a_board_does_not_depend_on_results() -> None:
    for name, rules in PRESETS.items():
        if 2 in rules.players():
            own = duplicate.rules_of(rules, 8)
            assert (own.rounds, own.deal_rule.value, own.draw_deal.value) == (
                8,
                "alternate",
                "by_rule",
            ), name
