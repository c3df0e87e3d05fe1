"""The biggest moment of the game has a picture, and everybody keeps their place at the table."""

import pytest

from bot.match.board import match_context
from bot.match.sheet_screen import match_picture
from bot.match.table_screen import table_picture
from bot.ui.i18n import in_language
from bot.ui.reader import Reader
from engine.game.seats import Seat
from engine.service import UserId
from tests.journeys.club import Club, journey
from tests.journeys.played import play_round
from tests.service.world import existing

ENGLISH = Reader(in_language("en"))


@pytest.mark.slow
@journey(people=2)
async def test_a_match_that_is_won_has_a_picture_for_all_who_look(club: Club) -> None:
    alice, bob = club.people
    table = await club.sits(9)
    await play_round(club)
    running = match_context(club.service, await club.match(), ENGLISH)
    assert match_picture(ENGLISH, running) is None
    await alice.reads_text()
    await bob.presses("Yes", await bob.asks("resign"))
    ended = match_context(club.service, await club.match(), ENGLISH)
    model = existing(match_picture(ENGLISH, ended))
    assert model.title == "Alice wins the match"
    assert [player.winner for player in model.players] == [True, False]
    assert dict(model.facts)["Rounds"] == "1"
    (won,) = (one for one in table.pictures if "wins the match" in one["description"])
    assert all(f"{player.name} {player.score}" in won["description"] for player in model.players)
    assert any("wins the match" in one["description"] for one in bob.hand.pictures)
    assert not alice.hand.pictures, "who reads words gets no picture"


@pytest.mark.slow
@journey(people=2)
async def test_everybody_keeps_their_place_whoever_deals(club: Club) -> None:
    await club.sits(9)
    dealers, upper = set(), set()
    for _ in range(3):
        live = await club.match()
        if live.is_over:
            break
        (table,) = live.public().tables
        picture = table_picture(ENGLISH, match_context(club.service, live, ENGLISH), table)
        dealers.add(table.players[1])
        upper.add(picture.top.name)
        at_top = live.seat_of(UserId(live.players[0].user_id or 0))
        assert picture.top.name == "Alice"
        assert (picture.top.note == "dealer") is (table.players[1] is at_top)
        await play_round(club)
        for person in club.people:
            if person.hand.has("Ready for"):
                await person.presses("Ready for")
    assert dealers == {Seat.ONE, Seat.TWO}
    assert upper == {"Alice"}
