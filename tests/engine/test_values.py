"""A changed copy is the value that the constructor would have made."""

from dataclasses import FrozenInstanceError, replace

import pytest

from engine.game.machine import machine
from engine.game.presets import PRESETS
from engine.game.round import GinRound, Phase, changed


def test_a_copy_equals_what_replace_makes_and_leaves_the_original_alone() -> None:
    state = machine(PRESETS["standard"]).deal(range(52))
    assert isinstance(state, GinRound)
    before = repr(state)
    after = changed(state, phase=Phase.DRAW, taken=3)
    assert after == replace(state, phase=Phase.DRAW, taken=3)
    assert after != state
    assert repr(state) == before
    with pytest.raises(FrozenInstanceError):
        after.taken = 4  # type: ignore[misc]


def test_a_field_that_does_not_exist_is_an_error() -> None:
    state = machine(PRESETS["standard"]).deal(range(52))
    with pytest.raises(TypeError, match="GinRound has no such field"):
        changed(state, phse=Phase.DRAW)
