"""What to work on: mistakes by kind, what they cost, and weaknesses that were planted."""

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
    WEAKNESSES,
    Loss,
    Mistake,
    StudiedRound,
    Weakness,
    change,
    findings,
    mistakes_in,
    mistakes_of,
    weakness_of,
)
from tests.seeds import seeds
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


def test_the_costliest_habits_come_first_and_no_single_mishap() -> None:
    late, early, feeds = (
        tutor.KNOCKS_LATE,
        tutor.KNOCKS_EARLY,
        tutor.FEEDS_OPPONENT,
    )
    rounds = [
        made(1, (late, 3.0), (late, 1.0)),
        made(2, (late, 8.0), (feeds, 1.0)),
        made(3, (feeds, 5.0)),
        made(4, (early, 40.0)),
    ]
    found = findings(rounds)
    assert [one.weakness for one in found] == [late, feeds]
    assert found[0].loss.mean == pytest.approx(3.0)
    spread = (1 + 25 + 9 + 9) / 3
    assert found[0].loss.error == pytest.approx(sqrt(spread / 4))
    examples = [(one.number, one.mistake.cost) for one in found[0].examples]
    assert examples == [(2, 8.0), (1, 3.0)]


def test_a_change_is_clear_only_beyond_chance() -> None:
    late = tutor.KNOCKS_LATE
    before = Loss(4.0, 0.5)
    gone = change(late, before, [made(n) for n in range(25)])
    assert (gone.difference, gone.is_clear) == (-4.0, True)
    same = change(late, before, [made(n, (late, 3.0 + n % 3)) for n in range(25)])
    assert not same.is_clear
    worse = change(late, before, [made(n, (late, 9.0 + n % 2)) for n in range(25)])
    assert worse.difference > 0
    assert worse.is_clear


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
    assert look_at(weakness.name, 1, rounds=6).found


@pytest.mark.night
def test_planted_weaknesses_are_found_in_both_halves() -> None:
    outcomes = [look_at(weakness.name, seed) for weakness in PLANTED for seed in seeds(2)]
    missed = [one.name for one in outcomes if not one.found]
    assert len(missed) <= len(outcomes) * (1 - FOUND) + 1, missed
