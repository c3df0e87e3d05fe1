"""Every fact that the coach states is counted again from the cards, with nothing of its own."""

from collections import Counter
from functools import cache

import pytest

from engine.coach import Option, Why, grade
from engine.coach.reasons import Reason, reason
from engine.coach.review import Graded
from engine.game.match import MatchPhase, act
from engine.game.presets import PRESETS
from engine.game.view import SeatView, seat_view
from engine.players.levels import Level, choose
from engine.players.position import Position
from tests.coach.claims import Claims
from tests.engine.playing import new_match
from tests.seeds import seeds, times

pytestmark = pytest.mark.usefixtures("few_deals")

LEVELS = tuple(Level)
PLANTED = 10


def rival(one: Graded) -> Option:
    """The option with which the reason compares the best one."""
    if one.best is not one.played:
        return one.played
    return next(option for option in one.options if option is not one.played)


@cache
def stated(seed: int, preset: str) -> list[tuple[SeatView, Graded]]:
    """What the coach says of every decision of both sides in one round."""
    match, decks = new_match(PRESETS[preset], 2, seed)
    levels = LEVELS[seed % 4], LEVELS[-1 - seed // 4 % 4]
    found: list[tuple[SeatView, Graded]] = []
    while match.phase is MatchPhase.PLAYING:
        seat = match.to_act[0]
        view = seat_view(match, seat)
        action = choose(view, levels[seat], seed * 1000 + len(found))
        graded = grade(view, action, 0, seed)
        if graded is not None:
            found.append((view, graded))
        match = act(match, seat, action, decks).match
    return found


def compared(view: SeatView, one: Graded, seed: int) -> list[tuple[Reason, Option]]:
    """Every reason with the option that it speaks against: the one given, and all what-ifs."""
    position = Position.of(view, seed)
    others = [option for option in one.options if option is not one.best]
    return [
        (one.reason, rival(one)),
        *((reason(position, one.best, option), option) for option in others),
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "rounds"), [("standard", 12), ("straight", 4), ("oklahoma", 4)])
def test_every_fact_that_a_reason_states_is_so(preset: str, rounds: int) -> None:
    given: Counter[Why] = Counter()
    rounds = times(rounds)
    for seed in seeds(rounds):
        for view, one in stated(seed, preset):
            claims = Claims(view)
            for why, other in compared(view, one, seed):
                assert claims.is_true(why, one.best, other), (why, one.best, other)
                given[why.why] += 1
    assert given.total() > 20 * rounds
    assert given[Why.BETTER_ON_AVERAGE] < given.total() / 4, "most reasons say something"


@pytest.mark.slow
def test_a_fact_that_is_not_so_would_be_noticed() -> None:
    """Each figure of each reason, one higher than it is, is found to be wrong."""
    tried: set[tuple[Why, str]] = set()
    for seed in range(PLANTED):
        for view, one in stated(seed, "standard"):
            claims = Claims(view)
            for why, other in compared(view, one, seed):
                for name in why.data.keys() - {"card", "percent", "undercut_percent"}:
                    wrong = Reason(why.why, why.data | {name: why.data[name] + 1})
                    assert not claims.is_true(wrong, one.best, other), wrong
                    tried.add((why.why, name))
    assert len(tried) >= 8
