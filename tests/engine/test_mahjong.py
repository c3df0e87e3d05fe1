"""Mahjong gin in a match (rulebook 2.9); its rounds are in ``tests/rules/round_vectors.json``."""

import random
from dataclasses import replace

import pytest

from engine.game.actions import LayMeld
from engine.game.cards import parse_set
from engine.game.machine import machine
from engine.game.mahjong import MahjongRound, TableMeld
from engine.game.match import MatchPhase, act
from engine.game.presets import PRESETS
from engine.game.round import Phase
from engine.game.seats import Side
from engine.game.view import public_view, seat_view
from tests.engine.playing import any_action, preset_match

N, D = Side.NON_DEALER, Side.DEALER
NINES = parse_set("9C 9D 9S")
STATE = MahjongRound(
    phase=Phase.MELD,
    turn=N,
    hands=(parse_set("5C 5D 5S KD"), parse_set("2C 3C")),
    stock=(),
    discards=(),
    melds=(TableMeld(D, NINES),),
    laid=(0, NINES),
)


def test_the_layout_of_a_hand_is_of_what_is_still_in_it() -> None:
    assert machine(PRESETS["mahjong"]).layout(STATE, N).melds == (parse_set("5C 5D 5S"),)


@pytest.mark.parametrize("seed", range(8))
def test_the_clock_alone_brings_every_round_to_its_end(seed: int) -> None:
    rng = random.Random(seed)
    match, decks = preset_match("mahjong", seed)
    engine = machine(match.rules)
    for step in range(400):
        if match.phase is not MatchPhase.PLAYING:
            break
        seat = match.to_act[0]
        action = engine.neutral(match.tables[0].round)
        if step % 2:
            action = any_action(seat_view(match, seat), rng)
        match = act(match, seat, action, decks).match
    assert match.phase is not MatchPhase.PLAYING


def test_everybody_sees_the_melds_on_the_table() -> None:
    match, decks = preset_match("mahjong", 1)
    table = replace(match.tables[0], round=STATE)
    laid = {D: NINES, N: parse_set("5C 5D 5S")}
    match = replace(match, tables=(table,))
    view = public_view(act(match, table.pair[N], LayMeld(laid[N]), decks).match).tables[0]
    assert {one.owner: one.cards for one in view.table_melds} == laid
    assert view.laid == (laid[N], laid[D])
