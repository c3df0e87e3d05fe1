"""The biggest moment of the game has a picture, and everybody keeps their place at the table."""

from pathlib import Path

import pytest

from bot.match.board import match_context
from bot.match.sheet_screen import match_picture
from bot.match.table_screen import table_picture
from bot.ui.i18n import in_language
from bot.ui.reader import Reader
from engine.game.seats import Seat
from engine.service import UserId
from tests.journeys.paths import ask
from tests.journeys.played import play_round
from tests.journeys.world import running_world, shown
from tests.worlds.lobbies import now
from tests.worlds.tables import choose_text_mode, live_match, loaded, seated

ENGLISH = Reader(in_language("en"))


@pytest.mark.slow
async def test_a_match_that_is_won_has_a_picture_for_all_who_look(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        alice, bob = world.members
        people, table = await seated(world, 9)
        match = await live_match(world)
        await play_round(world)
        running = match_context(world.service, await loaded(world, match), ENGLISH)
        assert match_picture(ENGLISH, running) is None
        await choose_text_mode(world, alice)
        asked = (await ask(world, bob, "resign")).response
        await world.press(bob, shown(asked, asked.components), "Yes")
        live = await loaded(world, match)
        model = match_picture(ENGLISH, match_context(world.service, live, ENGLISH))
        assert model is not None
        assert model.title == "Alice wins the match"
        assert [player.winner for player in model.players] == [True, False]
        assert dict(model.facts)["Rounds"] == "1"
        board = now(world, table.message)
        (won,) = (one for one in board.pictures if "wins the match" in one["description"])
        assert all(
            f"{player.name} {player.score}" in won["description"] for player in model.players
        )
        assert any("wins the match" in one["description"] for one in people[1].panel().pictures)
        assert not people[0].panel().pictures, "who reads words gets no picture"


@pytest.mark.slow
async def test_everybody_keeps_their_place_whoever_deals(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 9)
        match = await live_match(world)
        dealers, upper = set(), set()
        for _ in range(3):
            live = await loaded(world, match)
            if live.is_over:
                break
            (table,) = live.public().tables
            picture = table_picture(ENGLISH, match_context(world.service, live, ENGLISH), table)
            dealers.add(table.players[1])
            upper.add(picture.top.name)
            at_top = live.seat_of(UserId(live.players[0].user_id or 0))
            assert picture.top.name == "Alice"
            assert (picture.top.note == "dealer") is (table.players[1] is at_top)
            await play_round(world)
            for person in people:
                if person.panel().has("Ready for"):
                    await person.press("Ready for")
        assert dealers == {Seat.ONE, Seat.TWO}
        assert upper == {"Alice"}
