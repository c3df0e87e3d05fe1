"""The Swiss by its properties, over whole events with withdrawals, late entries and no-shows."""

import random
from collections import Counter
from itertools import groupby, pairwise

import pytest

from engine.events import standings, systems
from engine.events.standings import Entrant, PairingResult, by_entrant
from tests.events.simulated import SwissEvent, all_pairings, field_of


def event(count: int, seed: int, **more: object) -> SwissEvent:
    return SwissEvent(count, random.Random(seed), **more)  # type: ignore[arg-type]


def check_round(held: SwissEvent, before: list[PairingResult]) -> None:
    """Everybody who is here is in one pairing; only an odd one sits out."""
    paired = held.rounds[-1]
    seen = [who for one in paired for who in (one.first, one.second) if who is not None]
    assert len(seen) == len(set(seen))
    assert sum(one.second is None for one in paired) == len(seen) % 2


@pytest.mark.parametrize("count", [4, 5, 7, 8, 11, 16, 33, 64, 101])
@pytest.mark.parametrize("seed", [1, 2])
def test_nobody_meets_twice_and_byes_are_spread(count: int, seed: int) -> None:
    held = event(count, seed)
    for _ in range(min(systems.swiss_rounds(count), count - 1)):
        here = {one.number for one in held.present}
        paired = held.play_round()
        check_round(held, held.results)
        assert {who for one in paired for who in (one.first, one.second)} - {None} == here
    met = Counter(
        frozenset((one.first, one.second)) for one in held.results if one.second is not None
    )
    byes = Counter(one.first for one in held.results if one.second is None)
    assert max(met.values()) == 1
    assert max(byes.values(), default=0) <= 1


@pytest.mark.parametrize("seed", range(12))
def test_the_same_holds_with_withdrawals_and_late_entries(seed: int) -> None:
    held = event(24 + seed, seed, leaving=0.06, late=2)
    for _ in range(6):
        held.play_round()
        check_round(held, held.results)
    met = Counter(
        frozenset((one.first, one.second)) for one in held.results if one.second is not None
    )
    assert max(met.values()) == 1
    byes = Counter(one.first for one in held.results if one.second is None)
    assert max(byes.values(), default=0) <= 1


@pytest.mark.parametrize("seed", range(8))
def test_a_bye_goes_to_the_lowest_group_that_can_have_it(seed: int) -> None:
    held = event(15, seed)
    for _ in range(5):
        scores = standings.half_points(held.present, held.results)
        had = {one.first for one in held.results if one.second is None}
        paired = held.play_round()
        [bye] = [one.first for one in paired if one.second is None]
        assert scores[bye] == min(score for number, score in scores.items() if number not in had)


@pytest.mark.parametrize("seed", range(8))
def test_few_entrants_meet_with_the_least_second_meetings_and_floats(seed: int) -> None:
    """Against all 105 pairings of eight people, in every round, also when somebody must meet."""
    held = event(8, seed)
    for _ in range(9):
        scores = standings.half_points(held.present, held.results)
        met = Counter(frozenset((one.first, one.second)) for one in held.results)

        def price(pairs: list[tuple[int, int]]) -> tuple[int, int]:
            again = sum(met[frozenset(one)] for one in pairs)  # noqa: B023
            return again, sum((scores[a] - scores[b]) ** 2 for a, b in pairs)  # noqa: B023

        best = min(map(price, all_pairings([one.number for one in held.present])))
        paired = held.play_round()
        assert price([(one.first, one.second) for one in paired if one.second]) == best


@pytest.mark.parametrize("seed", range(6))
def test_in_a_large_event_each_score_group_gives_as_many_pairs_as_it_can(seed: int) -> None:
    """The highest group floats nobody if it is even, and one if it is odd; and so on down."""
    held = event(120, seed)
    for number in range(5):
        scores = standings.half_points(held.present, held.results)
        paired = held.play_round()
        if not number:
            continue
        floats = [one for one in paired if one.second and scores[one.first] != scores[one.second]]
        sizes = Counter(scores.values())
        carried = least = 0
        for score in sorted(sizes, reverse=True)[:-2]:
            carried = (carried + sizes[score]) % 2
            least += carried
        low = sorted(sizes)[1]
        high = [one for one in floats if min(scores[one.first], scores[one.second or 0]) > low]
        assert len(high) <= least


def all_rounds(count: int, rounds: int, seed: int) -> SwissEvent:
    """An event of which every round is paired with those after it in view."""
    held = event(count, seed)
    for number in range(1, rounds + 1):
        held.play_round(later=rounds - number)
    return held


def second_meetings(held: SwissEvent) -> int:
    """How many pairs and byes were not the first."""
    met = Counter((frozenset((one.first, one.second)), one.second is None) for one in held.results)
    return sum(times - 1 for times in met.values())


@pytest.mark.parametrize("count", range(3, 21))
def test_everybody_meets_everybody_if_there_are_as_many_rounds_as_opponents(count: int) -> None:
    for seed in range(20 if count <= 6 else 3):
        assert not second_meetings(all_rounds(count, count - 1 + count % 2, seed)), seed


@pytest.mark.parametrize("count", [18, 24, 25, 31])
def test_fifteen_rounds_of_many_need_no_second_meeting(count: int) -> None:
    for seed in range(3):
        assert not second_meetings(all_rounds(count, 15, seed)), seed


def test_six_people_meet_as_few_again_as_can_be_after_one_has_left() -> None:
    """Five and a bye: of the four other rounds those without a second meeting come first."""
    for seed in range(20):
        held = event(6, seed)
        held.play_round(later=4)
        held.here.discard(6)
        for later in (3, 2, 1, 0):
            held.play_round(later=later)
        assert not second_meetings(held), seed


@pytest.mark.parametrize("count", [6, 9, 16, 30])
def test_few_sit_three_times_in_a_row_in_the_same_seat_and_nobody_four_times(count: int) -> None:
    runs = people = 0
    for seed in range(6):
        held = all_rounds(count, min(8, count - 1), seed)
        for entrant in held.entrants:
            own = [one for one in held.results if one.second and one.has(entrant.number)]
            seats = [one.first == entrant.number for one in own]
            lengths = [len(list(run)) for _, run in groupby(seats)]
            assert max(lengths) <= 3
            runs += lengths.count(3)
            people += 1
    assert runs <= people / 10


def test_the_first_round_is_folded_and_the_same_input_gives_the_same_pairs() -> None:
    pairs = {frozenset((one.first, one.second)) for one in systems.swiss_pairs(field_of(8), [])}
    assert pairs == {frozenset(one) for one in [(1, 5), (2, 6), (3, 7), (4, 8)]}
    for seed in range(3):
        held = event(31, seed, leaving=0.05)
        for _ in range(4):
            assert held.pair() == held.pair()
            shuffled = list(held.present)
            random.Random(seed).shuffle(shuffled)
            assert systems.swiss_pairs(shuffled, held.results) == held.pair()
            held.play_round()


@pytest.mark.parametrize("count", [16, 40])
def test_who_deals_first_alternates(count: int) -> None:
    held = event(count, 5)
    for _ in range(6):
        held.play_round()
    for own in by_entrant(one for one in held.results if one.second is not None).values():
        number = next(iter({own[0].first, own[0].second} & {own[1].first, own[1].second}))
        dealt = [one.first == number for one in own]
        assert abs(2 * sum(dealt) - len(dealt)) <= 2
        assert all(
            len(set(run)) > 1 for run in zip(dealt, dealt[1:], dealt[2:], dealt[3:], strict=False)
        )


def test_people_who_have_blocked_each_other_do_not_meet_where_it_can_be_helped() -> None:
    apart = [(1, 5), (2, 6), (3, 7), (9, 29), (10, 30)]
    for count in (8, 40):
        held = event(count, 3, apart=apart)
        for _ in range(4):
            paired = held.play_round()
            made = {frozenset((one.first, one.second)) for one in paired}
            assert not made & {frozenset(one) for one in apart}
    # Two people have nobody else.
    assert len(systems.swiss_pairs(field_of(2), [], [(1, 2)])) == 1


def test_second_meetings_of_many_are_as_few_as_possible() -> None:
    """Sixteen in two camps that have all met inside: across they can still meet."""
    camps = (range(1, 9), range(9, 17))
    met = [
        PairingResult(1, one, other, one)
        for camp in camps
        for one in camp
        for other in camp
        if one < other
    ]
    pairs = systems.swiss_pairs(field_of(16), met)
    assert all((one.first <= 8) != ((one.second or 0) <= 8) for one in pairs)
    everybody = [PairingResult(1, a, b, a) for a in range(1, 17) for b in range(a + 1, 17)]
    again = systems.swiss_pairs(field_of(16), everybody)
    assert len(again) == 8
    assert {who for one in again for who in (one.first, one.second)} == set(range(1, 17))


def test_late_entrants_get_half_a_point_for_two_rounds_at_most() -> None:
    late = [
        Entrant(1, 1),
        Entrant(2, 2, joined=2),
        Entrant(3, 3, joined=3),
        Entrant(4, 4, joined=9),
    ]
    assert standings.half_points(late, []) == {1: 0, 2: 1, 3: 2, 4: 2}


@pytest.mark.slow
@pytest.mark.parametrize("count", [256, pytest.param(511, marks=pytest.mark.night), 512])
def test_the_largest_events_are_paired_without_a_second_meeting(count: int) -> None:
    held = event(count, count, leaving=0.02, late=3)
    for _ in range(systems.swiss_rounds(count)):
        held.play_round()
        check_round(held, held.results)
    met = Counter(
        frozenset((one.first, one.second)) for one in held.results if one.second is not None
    )
    assert max(met.values()) == 1
    lines = standings.swiss(held.entrants, held.results)
    assert [line.place for line in lines] == list(range(1, len(held.entrants) + 1))
    keys = [(line.score, *line.ties) for line in lines]
    assert all(one >= other for one, other in pairwise(keys))
