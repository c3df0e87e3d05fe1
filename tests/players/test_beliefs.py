"""Beliefs are the same in both languages, and imagined hands are as good as real ones."""

import ctypes
import shutil

import pytest

from benchmarks.native import in_c, players, restore
from benchmarks.train_beliefs import HANDS, begin, measured
from engine.game.cards import cards_of
from engine.game.presets import PRESETS
from engine.players.hand_context import baseline
from engine.players.network import MOST_LEFT, belief, beliefs_file
from tests.players.contexts import contexts

needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="learning needs a compiler")


@pytest.fixture(scope="module")
def play() -> ctypes.CDLL:
    return players("-O2")


@needs_compiler
@pytest.mark.slow
@pytest.mark.parametrize("preset", ["standard", "straight", "round_corner"])
def test_both_languages_believe_alike(play: ctypes.CDLL, preset: str) -> None:
    corner, compared = preset == "round_corner", 0
    begin(play, 1, corner=corner)
    restore(play, beliefs_file(corner=corner).read_bytes())
    for context in contexts(preset, 4):
        odds, curve = (ctypes.c_float * 52)(), (ctypes.c_float * MOST_LEFT)()
        play.believed(*in_c(context), odds, curve)
        found = belief(context, baseline(PRESETS[preset]), corner=corner)
        assert found.cards == pytest.approx(list(odds), abs=1e-3)
        assert found.curve == pytest.approx(list(curve), abs=1e-3)
        compared += 1
    assert compared > 40


def test_nothing_is_believed_of_cards_that_were_seen() -> None:
    for context in contexts("standard", 1):
        found = belief(context, baseline(PRESETS["standard"]), corner=False)
        assert {card for card in range(52) if found.cards[card]} <= set(cards_of(context.unseen))


@needs_compiler
@pytest.mark.slow
def test_late_in_a_round_the_networks_imagine_better_than_the_constants(
    play: ctypes.CDLL,
) -> None:
    """Mean deadwood of experts and masters after eight draws and more; chances of cards."""
    begin(play, 77, corner=False)
    restore(play, beliefs_file(corner=False).read_bytes())
    left, held = measured(play, 1500)
    positions, real, before, now = left[2:4, 8:].sum(axis=(0, 1))
    assert positions > 200
    assert abs(now - real) < 0.6 * abs(before - real)
    gaps = [
        sum(abs(said / HANDS - was) for _, said, was in way.sum(axis=0)) / way[..., 0].sum()
        for way in held
    ]
    assert gaps[1] < min(gaps[0], 0.04)
