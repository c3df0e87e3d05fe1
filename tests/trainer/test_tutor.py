"""What to work on: mistakes by kind, what they cost, and weaknesses that were planted."""

import random
from itertools import combinations
from math import sqrt

import pytest

from benchmarks.bench_tutor import FOUND, look_at
from benchmarks.planted import PLANTED
from engine.coach import Why
from engine.coach.evaluation import evaluate_round
from engine.game.actions import Discard, Draw, Knock, Pass, RoundAction, Take
from engine.game.cards import card
from engine.game.seats import Seat
from engine.trainer import tutor
from engine.trainer.tutor import (
    ROUNDS,
    ROUNDS_AFTER,
    WEAKNESSES,
    Mistake,
    StudiedRound,
    Weakness,
    chance_of,
    change,
    findings,
    mistakes_in,
    mistakes_of,
    weakness_of,
)
from tests.seeds import seeds, times
from tests.worlds.studied import recorded

NINE, QUEEN = card("9H"), card("QS")


@pytest.mark.parametrize(
    ("played", "best", "why", "expected"),
    [
        (Discard(NINE), Knock(NINE), Why.KNOCK_NOW, tutor.KNOCKS_LATE),
        (Knock(NINE), Discard(NINE), Why.PLAY_FOR_GIN, tutor.KNOCKS_EARLY),
        (Knock(NINE), Discard(NINE), Why.UNDERCUT_RISK, tutor.IGNORES_UNDERCUT),
        (Knock(NINE), Knock(QUEEN), Why.LAYOUT, tutor.LAYS_OUT_BADLY),
        (Take(), Draw(), Why.NO_MELD, tutor.TAKES_TOO_MUCH),
        (Pass(), Take(), Why.MAKES_MELD, tutor.TAKES_TOO_LITTLE),
        (Discard(NINE), Discard(QUEEN), Why.BREAKS_MELD, tutor.BREAKS_MELDS),
        (Discard(NINE), Discard(QUEEN), Why.FEEDS_PILE, tutor.FEEDS_OPPONENT),
        (Discard(NINE), Discard(QUEEN), Why.HIGH_DEADWOOD, tutor.KEEPS_HIGH_CARDS),
        (Discard(NINE), Discard(QUEEN), Why.KEEPS_OUTS, tutor.GIVES_UP_OUTS),
        (Discard(NINE), Discard(QUEEN), Why.BETTER_ON_AVERAGE, None),
    ],
)
def test_a_mistake_is_of_one_kind(
    played: RoundAction, best: RoundAction, why: Why, expected: Weakness | None
) -> None:
    assert weakness_of(played, best, why) is expected


def test_every_kind_has_a_name_of_its_own() -> None:
    assert len({one.name for one in WEAKNESSES}) == len(WEAKNESSES)


def made(number: int, *costs: tuple[Weakness, float]) -> StudiedRound:
    """A round with these mistakes."""
    played, best = Discard(NINE), Discard(QUEEN)
    mistakes = [Mistake(n, kind, cost, played, best) for n, (kind, cost) in enumerate(costs)]
    return StudiedRound(7, number, tuple(mistakes))


def test_what_chooses_a_habit_does_not_measure_it() -> None:
    """Every other round chooses, the others measure; what only one half has is a mishap."""
    late, early, feeds = tutor.KNOCKS_LATE, tutor.KNOCKS_EARLY, tutor.FEEDS_OPPONENT
    rounds = [
        made(1, (late, 9.0), (late, 1.0)),
        made(2, (late, 2.0), (feeds, 1.0)),
        made(3, (feeds, 5.0), (early, 40.0)),
        made(4, (late, 4.0), (tutor.BREAKS_MELDS, 30.0)),
    ]
    found = findings(rounds)
    assert [one.weakness for one in found] == [late, feeds]
    assert found[0].losses == (2.0, 4.0)
    assert (found[0].loss.mean, found[0].loss.error) == (3.0, 1.0)
    examples = [(one.number, one.mistake.cost) for one in found[0].examples]
    assert examples == [(1, 9.0), (4, 4.0)]


def test_a_change_is_clear_only_beyond_chance() -> None:
    late = tutor.KNOCKS_LATE
    before = [4.0 + n % 3 for n in range(25)]
    gone = change(late, before, [made(n) for n in range(25)])
    assert gone.difference == pytest.approx(-4.96)
    assert gone.is_clear
    same = change(late, before, [made(n, (late, 3.0 + n % 5)) for n in range(25)])
    assert not same.is_clear
    worse = change(late, before, [made(n, (late, 9.0 + n % 2)) for n in range(25)])
    assert worse.difference > 0
    assert worse.is_clear
    assert not change(late, (), [made(n) for n in range(25)]).is_clear


def test_the_chance_is_the_share_of_all_draws() -> None:
    own, others = [0.0, 1.5, 0.0], [2.5, 0.0, 7.0, 1.5]
    sums = [sum(drawn) for drawn in combinations([*own, *others], 3)]
    below, above = (
        sum(ok) / len(sums)
        for ok in ([one <= sum(own) for one in sums], [one >= sum(own) for one in sums])
    )
    assert chance_of(own, others) == pytest.approx(min(below, above))


def test_an_unchanged_player_seldom_reads_of_a_change() -> None:
    """Losses are skewed: mostly nothing, seldom much. Each side of all advices at most 2.5 %."""
    rng, advices = random.Random(seeds(1)[0]), times(400)
    rates = {one: (rng.uniform(0.05, 0.3), rng.uniform(2, 9)) for one in WEAKNESSES}

    def played(count: int) -> list[StudiedRound]:
        return [
            made(
                n,
                *(
                    (one, rng.expovariate(1 / size))
                    for one, (often, size) in rates.items()
                    if rng.random() < often
                ),
            )
            for n in range(count)
        ]

    better = worse = 0
    for _ in range(advices):
        found, later = findings(played(ROUNDS)), played(ROUNDS_AFTER)
        changes = [change(one.weakness, one.losses, later) for one in found]
        better += any(one.is_clear and one.difference < 0 for one in changes)
        worse += any(one.is_clear and one.difference > 0 for one in changes)
    # Three standard errors above the bound.
    most = advices * 0.025 + 3 * sqrt(advices * 0.025)
    assert max(better, worse) <= most, (better, worse)


def test_mistakes_are_those_of_the_evaluation() -> None:
    """Each is at the step at which the replay of the round shows it, with the same cost."""
    record, _ = recorded("single", 5, 2)
    evaluated = evaluate_round(record, 1)
    assert evaluated is not None
    found = {seat: mistakes_of(record, 1, seat) for seat in (Seat.ONE, Seat.TWO)}
    assert any(found.values())
    for seat, mistakes in found.items():
        assert mistakes == mistakes_in(evaluated.judged, seat)
        for one in mistakes:
            judged = evaluated.judged[one.step]
            assert judged is not None
            assert (judged.seat, judged.cost, judged.played) == (seat, one.cost, one.played)


@pytest.mark.slow
@pytest.mark.parametrize("weakness", [tutor.BREAKS_MELDS, tutor.TAKES_TOO_MUCH])
def test_a_planted_weakness_is_found_in_both_halves(weakness: Weakness) -> None:
    assert look_at(weakness.name, 1, rounds=12).found


@pytest.mark.night
def test_planted_weaknesses_are_found_in_both_halves() -> None:
    outcomes = [look_at(weakness.name, seed) for weakness in PLANTED for seed in seeds(2)]
    missed = [one.name for one in outcomes if not one.found]
    assert len(missed) <= len(outcomes) * (1 - FOUND) + 1, missed
