"""The sensible player: always legal, never stuck, and better than the clock's neutral moves."""

from dataclasses import replace

import pytest

from engine.actions import Ready
from engine.fairness import CommittedDecks
from engine.match import Match, MatchPhase, act, neutral_action, start
from engine.players import sensible_action
from engine.rules import PRESET_PLAYERS, PRESETS, FirstTurn, LayoffMode, Rules
from engine.seats import Seat
from engine.view import seat_view

ODD_RULES = {
    "deep_pickup": replace(PRESETS["standard"], deep_pickup=True),
    "last_discard": PRESETS["tournament"],
    "by_hand": replace(PRESETS["round_corner"], layoff_mode=LayoffMode.MANUAL),
    "eleven": replace(PRESETS["standard"], first_turn=FirstTurn.ELEVEN_CARDS),
}


def rules_named(name: str) -> Rules:
    return PRESETS[name] if name in PRESETS else ODD_RULES[name]


def one_round(match: Match, decks: CommittedDecks) -> Match:
    """Everybody plays sensibly until the round is over."""
    for _ in range(2000):
        if match.phase is not MatchPhase.PLAYING:
            return match
        seat = match.to_act[0]
        match = act(match, seat, sensible_action(seat_view(match, seat)), decks).match
    raise AssertionError("the round does not end")


@pytest.mark.parametrize("name", [*PRESETS, *ODD_RULES])
def test_it_plays_every_preset(name: str) -> None:
    rules = rules_named(name)
    decks = CommittedDecks(name.encode().ljust(32, b"."), 1, ())
    match = start(rules, PRESET_PLAYERS.get(name, 2), 3, decks)
    for _ in range(3):
        match = one_round(match, decks)
        for seat in match.to_act:
            match = act(match, seat, Ready(), decks).match
    assert match.played


def test_it_sees_no_more_than_its_view() -> None:
    decks = CommittedDecks(b"h" * 32, 1, ())
    match = start(PRESETS["standard"], 2, 0, decks)
    for _ in range(30):
        if match.phase is not MatchPhase.PLAYING:
            break
        seat = match.to_act[0]
        (table,) = match.tables
        hidden = replace(table.round, stock=tuple(reversed(table.round.stock)))
        other = replace(match, tables=(replace(table, round=hidden),))
        action = sensible_action(seat_view(match, seat))
        assert sensible_action(seat_view(other, seat)) == action
        match = act(match, seat, action, decks).match


def test_it_beats_the_clock() -> None:
    rules = replace(PRESETS["single"], target=1000)
    decks = CommittedDecks(b"w" * 32, 1, ())
    match = start(rules, 2, 0, decks)
    for _ in range(4000):
        if match.phase is MatchPhase.OVER:
            break
        seat = match.to_act[0]
        if match.phase is MatchPhase.BETWEEN:
            match = act(match, seat, Ready(), decks).match
        elif seat is Seat.ONE:
            match = act(match, seat, sensible_action(seat_view(match, seat)), decks).match
        else:
            match = act(match, seat, neutral_action(match, seat), decks).match
    points = match.sheet().totals
    assert points[0] >= 1000 > 4 * points[1]


def test_it_does_nothing_out_of_turn() -> None:
    match = start(PRESETS["standard"], 2, 0, CommittedDecks(b"w" * 32, 1, ()))
    waiting = next(seat for seat in match.seats if seat not in match.to_act)
    with pytest.raises(ValueError, match="nothing to do"):
        sensible_action(seat_view(match, waiting))
