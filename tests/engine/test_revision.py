"""A revision grows with every change at a seat's own table and with nothing else."""

from itertools import pairwise

from engine.fairness import CommittedDecks
from engine.game.actions import Pass, Ready
from engine.game.match import MatchPhase, act, neutral_action, start
from engine.game.presets import PRESETS
from engine.game.revision import revision
from engine.game.seats import Seat

DECKS = CommittedDecks(b"r" * 32, 1, ())


def test_it_grows_with_every_move_of_a_match() -> None:
    match = start(PRESETS["standard"], 2, 0, DECKS)
    seen = [(match.phase, revision(match, Seat.ONE))]
    while match.number < 4:
        seat = match.to_act[0]
        between = match.phase is MatchPhase.BETWEEN
        match = act(match, seat, Ready() if between else neutral_action(match, seat), DECKS).match
        seen.append((match.phase, revision(match, Seat.ONE)))
    for (_, before), (phase, after) in pairwise(seen):
        assert after > before or (phase is MatchPhase.BETWEEN and after == before)


def test_another_table_does_not_change_it() -> None:
    match = start(PRESETS["partnership_4"], 4, 0, DECKS)
    one, two = match.to_act
    moved = act(match, one, Pass(), DECKS).match
    assert revision(moved, one) > revision(match, one)
    assert revision(moved, two) == revision(match, two)
