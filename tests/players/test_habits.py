"""What finished rounds say of the opponent: nothing hidden, and of the opponent alone."""

from engine.game.actions import Ready
from engine.game.match import Decks, Match, MatchPhase, act
from engine.game.presets import PRESETS
from engine.game.round_statistics import Discards, RoundEnding
from engine.game.seats import Side
from engine.game.view import seat_view
from engine.players.levels import Level, choose
from engine.players.memory import UNKNOWN_HABITS, Habits, habits, habits_of
from tests.engine.playing import new_match, preset_match

THEIRS, MINE = Side.DEALER, Side.NON_DEALER


def test_knocks_are_counted_with_what_they_left_and_how_late_they_came() -> None:
    seen = [
        (RoundEnding(THEIRS, (30, 7), (5, 6), 10), THEIRS),
        (RoundEnding(THEIRS, (12, 0), (8, 9), 10), THEIRS),
    ]
    assert habits(seen) == Habits(rounds=2, knocks=1, gins=1, left=7, turns=15)


def test_a_low_hand_that_did_not_knock_has_waited() -> None:
    low, dear = RoundEnding(MINE, (3, 8), (6, 5), 10), RoundEnding(MINE, (3, 25), (6, 5), 10)
    dealt_low = RoundEnding(MINE, (0, 8), (1, 0), 10)
    seen = [(low, THEIRS), (dear, THEIRS), (dealt_low, THEIRS)]
    assert habits(seen) == Habits(rounds=3, waited=1, caught=3, rest=41)


def test_layoffs_missed_and_made_are_counted_where_there_were_any() -> None:
    seen = [
        (RoundEnding(MINE, (4, 20), (5, 5), 10, could=6, laid_off=True), THEIRS),
        (RoundEnding(MINE, (4, 20), (5, 5), 10, could=6), THEIRS),
        (RoundEnding(MINE, (4, 20), (5, 5), 10), THEIRS),
    ]
    found = habits(seen)
    assert (found.missed, found.made) == (1, 1)


def test_discards_are_counted_on_the_opponents_side() -> None:
    ours, theirs = Discards(9, 9, 9, 9), Discards(compared=8, dearer=1, steps=3, rises=2)
    ending = RoundEnding(THEIRS, (30, 7), (5, 6), 10, discards=(ours, theirs))
    found = habits([(ending, THEIRS), (ending, THEIRS)])
    assert (found.compared, found.dearer, found.steps, found.rises) == (16, 2, 6, 4)


def played(match: Match, decks: Decks, rounds: int) -> Match:
    """So many rounds of casual players, and the deal of the next."""
    while len(match.played) < rounds or match.phase is MatchPhase.BETWEEN:
        seat = match.to_act[0]
        if match.phase is MatchPhase.BETWEEN:
            match = act(match, seat, Ready(), decks).match
            continue
        match = act(match, seat, choose(seat_view(match, seat), Level.CASUAL, 1), decks).match
    return match


def test_both_see_each_other_and_nobody_themselves() -> None:
    match, decks = new_match(PRESETS["standard"], 2, 6)
    assert habits_of(seat_view(match, match.seats[0])) == UNKNOWN_HABITS
    match = played(match, decks, 2)
    first, second = (habits_of(seat_view(match, seat)) for seat in match.seats)
    assert first.rounds == second.rounds == 2
    assert first.knocks + first.gins == second.caught
    assert second.knocks + second.gins == first.caught
    assert first.caught + second.caught == 2, "no round was void"


def test_in_a_team_only_the_rounds_of_the_opponent_at_the_own_table_count() -> None:
    match, decks = preset_match("partnership_4", 2)
    match = played(match, decks, 2)
    for seat in match.to_act:
        assert habits_of(seat_view(match, seat)).rounds == 2
