"""Two sides out of what people chose in a lobby (rulebook 3)."""

import pytest

from engine.game.presets import PRESETS
from engine.game.rules import TableFormat, rules_from
from engine.game.seats import Seat
from engine.service.lobbies.start import parties_from, room_on, side_sizes

CAPTAINS = rules_from({"table_format": "captains"})
CHOUETTE = rules_from({"table_format": "chouette"})
ALONE = ("two", "box", "cutthroat", "rotation")


def test_how_many_play_on_each_side() -> None:
    assert side_sizes(PRESETS["partnership_4"], 8) == (4, 4)
    assert side_sizes(CAPTAINS, 7) == (3, 4)
    assert side_sizes(CHOUETTE, 5) == (1, 4)
    assert [side_sizes(rules_from({"table_format": one}), 3) for one in ALONE] == [None] * 4
    assert {one.value for one in TableFormat} == {*ALONE, "partnership", "captains", "chouette"}


def test_the_smaller_side_of_captains_is_the_first_whatever_its_number() -> None:
    asked_as_first = parties_from(CAPTAINS, [0, 0, 0, None, None])
    asked_as_second = parties_from(CAPTAINS, [1, 1, 1, None, None])
    assert asked_as_first == asked_as_second
    assert asked_as_first == ((Seat.FOUR, Seat.FIVE), (Seat.ONE, Seat.TWO, Seat.THREE))
    with pytest.raises(ValueError, match="too many"):
        parties_from(CAPTAINS, [0, 0, 0, 0, 1])


def test_one_plays_against_the_others_in_a_chouette() -> None:
    assert parties_from(CHOUETTE, [1, 0, None]) == ((Seat.TWO,), (Seat.ONE, Seat.THREE))
    with pytest.raises(ValueError, match="too many"):
        parties_from(CHOUETTE, [0, 0, None])
    assert parties_from(CHOUETTE, [None, None, None]) is None


def test_room_while_a_lobby_is_open() -> None:
    assert [room_on(CAPTAINS, 7, side) for side in (0, 1)] == [4, 4], "either may be the larger"
    assert [room_on(CHOUETTE, 5, side) for side in (0, 1)] == [1, 4]
    assert room_on(PRESETS["standard"], 2, 0) == 0
