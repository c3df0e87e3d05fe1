"""Matches that begin from a position: the same state as the record there, and a legal end."""

import random

import pytest

from engine.game.actions import AllowBack, AskBack, Discard, Expire
from engine.game.errors import RecordError
from engine.game.match import EndReason, Match, MatchPhase, act
from engine.game.record import MatchRecord, RecordedMove, replay, sealed
from engine.game.replay import watched
from engine.game.start_position import PlayedDeck, position_of
from engine.game.view import seat_view
from tests.engine.playing import SeededDecks, new_match, sensible_action
from tests.worlds.records import deals_of, recorded

TWO = ("standard", "dealt_knock", "oklahoma", "oklahoma_match", "hollywood", "mahjong")


def finished(match: Match, deck: PlayedDeck) -> Match:
    rng = random.Random(1)
    while match.phase is not MatchPhase.OVER:
        seat = match.to_act[0]
        match = act(match, seat, sensible_action(seat_view(match, seat), rng), deck).match
    return match


def from_every_step(record: MatchRecord) -> int:
    """Play on from every step, and return how many there were."""
    played = watched(record)
    count = 0
    for place, frames in zip(played.rounds, played.frames, strict=True):
        for frame in frames:
            if frame.table.facts is not None:
                with pytest.raises(RecordError, match="record_position"):
                    position_of(record, place.number, frame.step)
                continue
            position = position_of(record, place.number, frame.step)
            match = position.match()
            table = match.tables[0]
            assert table.pair == frame.table.players
            assert table.round.hands == frame.hands
            assert table.round.events == frame.table.events
            assert tuple(table.round.discards) == tuple(frame.table.discards)
            assert len(table.round.stock) == frame.table.stock_size
            end = finished(match, PlayedDeck.read(str(position.deck)))
            assert end.outcome is not None
            assert end.outcome.reason is EndReason.FINISHED
            assert len(end.played) == 1
            count += 1
    return count


@pytest.mark.parametrize("preset", TWO)
def test_every_step_can_be_played_on(preset: str) -> None:
    record, _ = recorded(preset, rounds=2)
    assert from_every_step(record) > 10


def test_a_move_that_was_taken_back_or_made_by_the_clock_is_no_obstacle() -> None:
    match, decks = new_match(recorded("standard")[0].rules, 2, 7)
    assert isinstance(decks, SeededDecks)
    moves: list[RecordedMove] = []
    deals = deals_of(match, decks)

    def made(seat_of: Match, action: object) -> Match:
        moves.append(RecordedMove(1000, seat_of.to_act[0], action))  # type: ignore[arg-type]
        return act(seat_of, seat_of.to_act[0], action, decks).match  # type: ignore[arg-type]

    rng = random.Random(7)
    while not (moves and isinstance(moves[-1].action, Discard)):
        match = made(match, sensible_action(seat_view(match, match.to_act[0]), rng))
    other, mover = match.to_act[0], moves[-1].seat
    for seat, action in ((mover, AskBack()), (other, AllowBack())):
        moves.append(RecordedMove(1000, seat, action))
        match = act(match, seat, action, decks).match
    for _ in range(3):
        match = made(match, Expire())
    lot = random.Random(7).randrange(5040)
    rules = recorded("standard")[0].rules
    record = sealed(MatchRecord(9, rules, 2, lot, 999, tuple(deals), tuple(moves)))
    assert replay(record) == match
    assert from_every_step(record) == len(watched(record).frames[0])


def test_only_a_match_of_two_can_be_played_on() -> None:
    with pytest.raises(RecordError, match="record_position"):
        position_of(recorded("partnership_4", rounds=1)[0], 1, 0)


def test_a_step_has_to_be_in_the_record() -> None:
    record, _ = recorded("standard")
    for number, step in ((1, 999), (99, 0), (1, -1)):
        with pytest.raises(RecordError, match="record_position"):
            position_of(record, number, step)
