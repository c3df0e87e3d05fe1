"""The list of matches: what each player of a match reads about it."""

from functools import lru_cache

import pytest

from bot.history.screens import (
    PastMatch,
    past_in_short,
)
from bot.ui.i18n import words_for
from bot.ui.reader import MatchContext, NamedPlayer, Reader
from engine.game.actions import Abort
from engine.game.match import EndReason, Match, Outcome, act
from engine.game.seats import Seat
from engine.game.view import public_view
from engine.service import MatchSetup
from tests.engine.playing import new_match, played_out, preset_match

MATCH = 1_456_074_443_980_800_012
ENGLISH = Reader(words_for("en-GB"))


@lru_cache
def ended(preset: str) -> Match:
    return played_out(*preset_match(preset, 3), 3)


def past_of(match: Match, seat: Seat) -> PastMatch:
    view = public_view(match)
    players = tuple(NamedPlayer("N" * 20 + f"\\_{one}", 90 + one) for one in view.seats)
    context = MatchContext(MATCH, view, players, MatchSetup(view.rules))
    return PastMatch(context, seat, 1_800_000_000)


@pytest.mark.parametrize("preset", ["single", "hollywood", "partnership_4", "three_handed"])
def test_each_player_reads_the_own_result_with_the_own_points_first(preset: str) -> None:
    match = ended(preset)
    assert match.outcome is not None
    for seat in match.seats:
        past = past_of(match, seat)
        said = past_in_short(ENGLISH, past)
        won = match.outcome.winner is not None and seat in match.parties[match.outcome.winner]
        assert said.startswith("won" if won else "lost")
        totals = match.sheet().totals
        assert f" · {totals[past.party]} : " in said
        assert int(past.share, 36) == MATCH


def test_a_match_called_off_was_neither_won_nor_lost() -> None:
    rules = ended("single").rules
    match, decks = new_match(rules, 2, 1)
    match = act(match, Seat.ONE, Abort(), decks).match
    assert match.outcome == Outcome(EndReason.ABORTED, by=Seat.ONE)
    for seat in match.seats:
        assert past_in_short(ENGLISH, past_of(match, seat)).startswith("called off")
