"""The challenge of a day: three deals that depend on nothing but the day's secret."""

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import daily
from engine.fairness import CommittedDecks, lot, round_secret
from engine.game import match
from engine.game.actions import CallOff, Resign, RoundAction
from engine.game.match import EndReason
from engine.game.view import SeatView
from engine.players import Level, choose

DAY = 20261121


def root_of(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


@given(st.integers(0, 4_000_000_000_000))
def test_every_moment_is_in_exactly_one_day(moment: int) -> None:
    day = daily.day_of(moment)
    assert daily.begins_ms(day) <= moment < daily.begins_ms(daily.later(day))
    assert daily.later(daily.later(day), -1) == day
    assert daily.day_of(daily.begins_ms(day)) == day


@settings(max_examples=15, deadline=None)
@given(st.text(max_size=8))
def test_the_deal_passes_on_after_every_round(text: str) -> None:
    """Whoever wins, round 1 and 3 are dealt by the same seat, round 2 by the other."""
    dealers: dict[int, int] = {}

    def note(view: SeatView, fence: int) -> RoundAction:
        assert view.table is not None
        dealers[view.public.number] = view.table.players[1]
        return choose(view, Level.NOVICE, fence)

    daily.played_by(root_of(text), DAY, note)
    assert list(dealers) == [1, 2, 3]
    assert dealers[1] == dealers[3] != dealers[2]


@pytest.mark.slow
def test_par_is_the_same_whoever_works_it_out() -> None:
    found = daily.par(root_of("a"), DAY)
    assert daily.par(root_of("a"), DAY) == found
    assert any(daily.par(root_of(text), DAY) != found for text in "bcd")


def test_the_day_is_part_of_every_deal() -> None:
    root = root_of("a")
    one, other = (CommittedDecks(root, day, daily.contributions_on(day)) for day in (DAY, DAY + 1))
    assert one.deck(1, 0, 0) != other.deck(1, 0, 0)
    assert one.deck(1, 0, 0) != one.deck(2, 0, 0)


@pytest.mark.parametrize("action", [Resign(), CallOff()])
def test_what_was_not_played_to_its_end_has_no_score(action: Resign | CallOff) -> None:
    decks = CommittedDecks(root_of("a"), DAY, daily.contributions_on(DAY))
    first = lot(round_secret(root_of("a"), 1), DAY, daily.contributions_on(DAY))
    state = match.start(daily.RULES, 2, first, decks)
    assert daily.score(state) is None
    seat = daily.PERSON if isinstance(action, Resign) else None
    ended = match.act(state, seat, action, decks).match
    assert ended.outcome is not None
    assert ended.outcome.reason is not EndReason.FINISHED
    assert daily.score(ended) is None
