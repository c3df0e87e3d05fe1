"""Formats that a server chooses as an option: loser sits out, winner stays, one against all."""

from pathlib import Path

import pytest

from engine.game.rules import TableFormat
from tests.journeys.world import running_world
from tests.worlds.lobbies import now, opened, play_round, seated_all
from tests.worlds.servers import admins, configured


@pytest.mark.parametrize(
    ("table_format", "people"),
    [
        (TableFormat.CUTTHROAT, 3),
        pytest.param(TableFormat.ROTATION, 4, marks=pytest.mark.slow),
        pytest.param(TableFormat.CHOUETTE, 4, marks=pytest.mark.slow),
    ],
)
async def test_a_queue_format_plays_from_the_lobby_into_the_second_round(
    tmp_path: Path, table_format: TableFormat, people: int
) -> None:
    async with running_world(tmp_path, people=people) as world:
        await admins(world)
        text, _ = await configured(
            world, name="queue", options=f"table_format={table_format.value} target=300"
        )
        assert "queue" in text
        message = await opened(world, "queue", players=people)
        seated = await seated_all(world, message)
        live = (await world.service.running())[0]
        before = live.public().lineup
        idle = [person for person in seated if not person.panel().pictures]
        assert len(idle) == people - 2 - (table_format is TableFormat.CHOUETTE) * (people - 2)
        live = await play_round(world, seated)
        result = live.public().played[0].entry
        for person in seated:
            await person.press("Ready for")
        live = (await world.service.running())[0]
        after = live.public().lineup
        assert after.number == 2
        assert "round 2" in now(world, message).text
        if result.winner is not None and table_format is not TableFormat.CHOUETTE:
            (pair,), (next_pair,) = before.pairs, after.pairs
            staying = set(pair) & set(next_pair)
            assert len(staying) == 1
            assert live.public().parties.index((staying.pop(),)) == result.winner
