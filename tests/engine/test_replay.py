"""Replays: every step of a recorded round is shown as it was, with both hands open."""

import pytest

from engine.game.actions import Resign
from engine.game.cards import FULL_DECK, card_set
from engine.game.match import MatchPhase
from engine.game.record import MatchRecord, RecordedMove, sealed
from engine.game.replay import Frame, RoundAt, frames, watched
from engine.game.round import RoundEventKind
from engine.game.seats import Seat, Side
from engine.game.view import public_view
from tests.worlds.records import recorded

PLAYED = ("standard", "oklahoma_match", "tedesco", "mahjong", "partnership_4", "three_handed")


@pytest.mark.slow
@pytest.mark.parametrize("preset", PLAYED)
def test_every_move_at_a_table_is_one_frame_and_shows_that_moment(preset: str) -> None:
    record, seen = recorded(preset)
    for place in watched(record).rounds:
        shown = frames(record, place.number, place.table)
        moments = [
            match
            for before, match in zip((None, *seen), seen, strict=False)
            if match.number == place.number
            and (
                before is None
                or before.number != match.number
                or before.tables[place.table].round is not match.tables[place.table].round
            )
        ]
        assert [frame.step for frame in shown] == list(range(len(moments)))
        for frame, match in zip(shown, moments, strict=True):
            state = match.tables[place.table].round
            assert frame.hands == state.hands
            assert frame.match == public_view(match)
            assert frame.table.events == state.events


@pytest.mark.parametrize("preset", PLAYED)
def test_no_card_of_a_frame_is_lost(preset: str) -> None:
    record, _ = recorded(preset)
    replay = watched(record)
    for shown in replay.frames:
        for frame in shown:
            both = frame.hands[0] | frame.hands[1]
            seen = both | card_set(frame.table.discards)
            assert seen & ~FULL_DECK == 0
            for side in Side:
                melds = sum(frame.layouts[side].melds)
                assert melds | frame.layouts[side].deadwood_cards == frame.hands[side]
            if frame.fresh is not None and frame.table.to_act is not None:
                assert frame.hands[frame.table.to_act] >> frame.fresh & 1


def test_a_played_round_is_over_and_one_broken_off_is_not() -> None:
    record, seen = recorded("standard")
    last = seen[-1]
    assert last.phase is MatchPhase.PLAYING
    assert last.number == 3
    quit_ = RecordedMove(5000, last.to_act[0], Resign())
    ended = sealed(
        MatchRecord(
            9, record.rules, 2, record.lot, 999, record.deals, (*record.moves, quit_), None, ()
        )
    )
    replay = watched(ended)
    assert replay.rounds == (RoundAt(1, 0, True), RoundAt(2, 0, True), RoundAt(3, 0, False))
    assert replay.final.phase is MatchPhase.OVER
    assert len(replay.of(3, 0)) == 1
    assert replay.of(4, 0) == ()
    assert replay.of(1, 1) == ()


def test_several_tables_of_a_round_are_told_apart() -> None:
    record, _ = recorded("partnership_4")
    replay = watched(record)
    assert (RoundAt(1, 0, True), RoundAt(1, 1, True)) == replay.rounds[:2]
    for table in (0, 1):
        shown = replay.of(1, table)
        players = set(shown[0].table.players)
        assert {frame.seat for frame in shown[1:]} <= players
        assert shown[-1].table.facts is not None


def test_one_players_eyes_do_not_see_what_the_other_drew() -> None:
    record, _ = recorded("standard")
    shown = frames(record, 1)
    drawn = {event.side for event in shown[-1].table.events if event.fact is RoundEventKind.DREW}
    assert drawn == {Side.NON_DEALER, Side.DEALER}
    for side in Side:
        seen = shown[-1].seen_from(side)
        for event in seen.events:
            if event.fact is RoundEventKind.DREW:
                assert (event.card is not None) == (event.side is side)


def test_moves_carry_who_made_them_and_when() -> None:
    record, _ = recorded("standard")
    shown: tuple[Frame, ...] = frames(record, 1)
    assert (shown[0].seat, shown[0].action, shown[0].at_ms) == (None, None, None)
    for frame, move in zip(shown[1:], record.moves, strict=False):
        assert (frame.at_ms, frame.seat, frame.action) == move
        assert frame.seat in (Seat.ONE, Seat.TWO)
