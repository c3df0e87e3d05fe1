"""What points are worth at a score."""

import pytest

from engine.game.match import act
from engine.game.presets import PRESETS
from engine.game.view import seat_view
from engine.players.levels import Level, choose
from engine.players.score_value import Race, ScoreValues, score_values_of, winning_chance
from tests.engine.playing import new_match, preset_match


def test_the_chance_to_win_is_fair_monotone_and_adds_up() -> None:
    for own in range(0, 100, 10):
        assert winning_chance(100, own, own) == pytest.approx(0.5, abs=1e-6)
        for other in range(0, 100, 10):
            both = winning_chance(100, own, other) + winning_chance(100, other, own)
            assert both == pytest.approx(1.0, abs=1e-6)
            assert winning_chance(100, own + 5, other) >= winning_chance(100, own, other)
    assert winning_chance(100, 100, 99) == 1.0


def test_points_beyond_the_target_are_worth_nothing_more() -> None:
    near = ScoreValues((Race(100, 92, 40),))
    assert near.worth(10) == near.worth(60)
    assert near.worth(10) > near.worth(5)
    level = ScoreValues((Race(100, 0, 0),))
    assert level.worth(40) > level.worth(20) > 0 > level.worth(-20)


def test_a_column_that_is_not_entered_counts_for_nothing() -> None:
    closed = ScoreValues((Race(100, 50, 50, own_enters=False),))
    assert closed.worth(30) == 0
    assert closed.worth(-30) < 0


def test_spades_double_what_a_round_is_worth() -> None:
    assert ScoreValues(factor=2).worth(10) == 20


@pytest.mark.parametrize("preset", ["hollywood", "tedesco"])
def test_hollywood_has_a_race_for_every_open_column(preset: str) -> None:
    match, _ = preset_match(preset, 1)
    score_values = score_values_of(seat_view(match, match.to_act[0]))
    assert len(score_values.races) == 3
    assert [race.own_enters for race in score_values.races] == [True, False, False]


def test_a_team_that_has_already_won_the_game_elsewhere_needs_nothing_more() -> None:
    race = Race(125, 80, 40)
    ahead = ScoreValues((race,), net=60)
    assert ahead.worth(10) == 0
    assert ahead.worth(-30) < 0, "but it can still lose it here"
    behind = ScoreValues((race,), net=-60)
    assert behind.worth(20) > 0


def test_tables_still_playing_are_chance() -> None:
    """A point that would decide the game for sure decides it only sometimes."""
    race = Race(125, 115, 115)
    sure, open_ = ScoreValues((race,)), ScoreValues((race,), playing=2)
    assert open_.worth(0) == pytest.approx(0)
    assert 0 < open_.worth(10) < sure.worth(10)
    assert open_.worth(10) == pytest.approx(-open_.worth(-10))


@pytest.mark.parametrize("preset", ["partnership_4", "captains_5", "tedesco_3v3"])
def test_a_team_counts_what_its_other_tables_have_brought(preset: str) -> None:
    match, decks = preset_match(preset, 1)
    tables = len(match.tables)
    assert score_values_of(seat_view(match, match.to_act[0])).playing == tables - 1
    while len(match.to_act) == tables:
        seat = match.to_act[0]
        match = act(match, seat, choose(seat_view(match, seat), Level.CASUAL, 1), decks).match
    view = seat_view(match, match.to_act[0])
    score_values = score_values_of(view)
    assert score_values.playing == tables - 2
    done = next(table for table in view.public.tables if table.award is not None)
    assert done.award is not None
    won = done.award.points[0] - done.award.points[1]
    same = (done.players[0] in view.public.parties[0]) == (view.seat in view.public.parties[0])
    assert score_values.net == (won if same else -won)


def test_the_score_of_the_running_game_is_the_one_that_counts() -> None:
    match, decks = new_match(PRESETS["standard"], 2, 3)
    while not match.played:
        seat = match.to_act[0]
        match = act(match, seat, choose(seat_view(match, seat), Level.CASUAL, 1), decks).match
    score_values = score_values_of(seat_view(match, match.seats[0]))
    scores = match.sheet().games[0].points
    assert (score_values.races[0].own, score_values.races[0].other) == scores
