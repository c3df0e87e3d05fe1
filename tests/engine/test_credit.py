"""Leaving never pays, being left costs nothing, and honest play is measured as before."""

import random
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.standings.credit import (
    KNOWN_AFTER,
    MOST_FROM_UNKNOWN,
    UNKNOWN,
    Meeting,
    bounded,
    credit,
)
from engine.standings.rating import NEWCOMER, PERIOD_MS, RatedResult, Rating, after_match, expected

IDLE = PERIOD_MS // 5
EXIT = Meeting(1, was_left=True)
DEFEAT = Meeting(-1)


def faced(mine: Rating, other: Rating, score: float, weight: float) -> Rating:
    return after_match(mine, [RatedResult(other.value, other.deviation, score, weight)], IDLE)


def played(history: list[Meeting], start: Rating, *, known: bool) -> tuple[Rating, Rating]:
    """Who stays and who leaves early (or wins in play), match after match."""
    stayer = leaver = start
    brought = 0.0
    for place, now in enumerate(history):
        met = history[:place]
        mine = credit(now, met, is_known=known)
        theirs = credit(now.reversed, [one.reversed for one in met], is_known=True)
        score = float(now.result > 0)
        share = 1.0
        if mine.is_bounded:
            before, other = stayer, leaver
            share = bounded(
                stayer,
                MOST_FROM_UNKNOWN - brought,
                lambda part, before=before, other=other, mine=mine: faced(  # type: ignore[misc]
                    before, other, 1.0, mine.weight * part
                ),
            )
        new = faced(stayer, leaver, score, mine.weight * share)
        leaver = faced(leaver, stayer, 1 - score, theirs.weight)
        brought += max(0.0, new.value - stayer.value) if mine.is_bounded else 0.0
        stayer = new
    return stayer, leaver


histories = st.lists(st.sampled_from([EXIT, DEFEAT]), min_size=1, max_size=24)


@pytest.mark.slow
@given(histories, st.sampled_from([NEWCOMER, Rating(1500, 80)]), st.booleans())
def test_who_leaves_at_least_as_often_as_they_win_never_gains(
    history: list[Meeting], start: Rating, known: bool
) -> None:
    stayer, leaver = played(history, start, known=known)
    if history.count(EXIT) >= history.count(DEFEAT):
        assert leaver.value <= start.value + 1e-6
        assert stayer.value > leaver.value


@given(histories, st.booleans())
def test_early_exits_never_hurt_whoever_stays(history: list[Meeting], known: bool) -> None:
    """A settled rating loses next to nothing, for the leaver's sinks meanwhile."""
    start, defeats = Rating(1500, 80), history.count(DEFEAT)
    stayer, _ = played(history, start, known=known)
    if history.count(EXIT) >= defeats:
        assert stayer.value >= start.value - 15
    if defeats:
        assert stayer.value >= played([DEFEAT] * defeats, start, known=known)[0].value - 1e-6


@pytest.mark.parametrize(
    "order", ["LLLLLLLEEEEEEEEEEE", "EEEEEEEEEEELLLLLLL", "ELEELELEELELEELELE"]
)
@pytest.mark.parametrize("start", [NEWCOMER, Rating(1500, 80)])
def test_seven_wins_of_eighteen_do_not_pay(order: str, start: Rating) -> None:
    history = [EXIT if one == "E" else DEFEAT for one in order]
    stayer, leaver = played(history, start, known=True)
    assert leaver.value < start.value < stayer.value


@pytest.mark.parametrize("deviation", [350, 80])
def test_a_farm_brings_no_more_than_the_bound(deviation: int) -> None:
    mine, brought = Rating(1500, deviation), 0.0
    for _ in range(15):
        fresh, met = NEWCOMER, list[Meeting]()
        for _ in range(2):
            said = credit(EXIT, met, is_known=False)
            assert said.is_bounded
            share = bounded(
                mine,
                MOST_FROM_UNKNOWN - brought,
                lambda part, mine=mine, fresh=fresh, said=said: faced(  # type: ignore[misc]
                    mine, fresh, 1.0, said.weight * part
                ),
            )
            new = faced(mine, fresh, 1.0, said.weight * share)
            fresh = faced(fresh, mine, 0.0, 1.0)
            brought += new.value - mine.value
            mine = new
            met.append(EXIT)
    assert 1500 < mine.value <= 1500 + MOST_FROM_UNKNOWN + 1e-6


def error_after(people: int, matches: int, *, weighed: bool) -> tuple[float, float]:
    """The mean error of ratings of people with known strengths, and how far all of them sank."""
    rng = random.Random(1)
    strengths = [rng.gauss(1500, 200) for _ in range(people)]
    held, finished, brought = [NEWCOMER] * people, [0] * people, [0.0] * people
    for _ in range(people * matches // 2):
        one, other = rng.sample(range(people), 2)
        if rng.random() > expected(strengths[one], strengths[other]):
            one, other = other, one
        won = credit(Meeting(1), [], is_known=finished[other] >= KNOWN_AFTER or not weighed)
        lost = credit(Meeting(-1), [], is_known=finished[one] >= KNOWN_AFTER or not weighed)
        winner, loser = held[one], held[other]
        share = 1.0
        if won.is_bounded:
            share = bounded(
                winner,
                MOST_FROM_UNKNOWN - brought[one],
                lambda part, winner=winner, loser=loser, won=won: faced(  # type: ignore[misc]
                    winner, loser, 1.0, won.weight * part
                ),
            )
        held[one] = faced(winner, loser, 1.0, won.weight * share)
        held[other] = faced(loser, winner, 0.0, lost.weight * share)
        brought[one] += held[one].value - winner.value if won.is_bounded else 0.0
        finished[one] += 1
        finished[other] += 1
    sank = statistics.mean(strengths) - statistics.mean(one.value for one in held)
    pairs = zip(strengths, held, strict=True)
    return statistics.mean(abs(strength - one.value - sank) for strength, one in pairs), sank


def test_honest_play_is_measured_as_before_after_thirty_matches() -> None:
    plain, weighed = error_after(60, 30, weighed=False), error_after(60, 30, weighed=True)
    assert weighed[0] < plain[0] * 1.1
    assert abs(weighed[1]) < abs(plain[1]) + 25


@pytest.mark.parametrize("known", [False, True])
def test_whoever_leaves_loses_what_a_defeat_costs(known: bool) -> None:
    for before in ([], [DEFEAT] * 5, [EXIT.reversed] * 5):
        left, lost = (credit(one, before, is_known=known) for one in (EXIT.reversed, DEFEAT))
        assert left == lost
        assert left.weight == (1.0 if known else UNKNOWN)
