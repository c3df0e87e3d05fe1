"""Formats that a server chooses as an option: loser sits out, winner stays, one against all."""

from pathlib import Path

import pytest

from engine.game.rules import TableFormat
from tests.journeys.club import Club, gathered
from tests.worlds.lobbies import play_round


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
    async with gathered(tmp_path, people=people) as club:
        options = f"table_format={table_format.value} target=300"
        (await club.boss().asks("admin house-rules", name="queue", options=options)).says("queue")
        await play_into_the_second_round(club, table_format)


async def play_into_the_second_round(club: Club, table_format: TableFormat) -> None:
    people = len(club.people)
    table = await club.fills_table("queue", players=people)
    live = (await club.service.running())[0]
    before = live.public().lineup
    idle = [person for person in club.people if not person.hand.pictures]
    assert len(idle) == people - 2 - (table_format is TableFormat.CHOUETTE) * (people - 2)
    live = await play_round(club, club.people)
    result = live.public().played[0].entry
    for person in club.people:
        await person.presses("Ready for")
    live = (await club.service.running())[0]
    after = live.public().lineup
    assert after.number == 2
    table.says("round 2")
    if result.winner is not None and table_format is not TableFormat.CHOUETTE:
        (pair,), (next_pair,) = before.pairs, after.pairs
        staying = set(pair) & set(next_pair)
        assert len(staying) == 1
        assert live.public().parties.index((staying.pop(),)) == result.winner
