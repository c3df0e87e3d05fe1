"""Recordings of games can be compared: the same program records the same bytes."""

from pathlib import Path

import pytest

from tests.wire.recording.games import GAMES
from tests.wire.recording.recorder import record

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]


@pytest.mark.night
@pytest.mark.parametrize("name", ["casual", "standard-resigned"])
async def test_a_game_is_recorded_the_same_way_twice(tmp_path: Path, name: str) -> None:
    [game] = [one for one in GAMES if one.name == name]
    texts = []
    for folder in (tmp_path / "first", tmp_path / "second"):
        folder.mkdir()
        texts.append(await record(game, folder))
    assert "wins the match" in texts[0]
    assert texts[0].splitlines() == texts[1].splitlines()


def test_there_are_twenty_different_games() -> None:
    assert len(GAMES) == len({game.name for game in GAMES}) == 20
    assert {game.players for game in GAMES} >= {2, 3, 4, 5, 8}
