"""Positions asked of the coach in chat: typed, refused by name, and never of one's own match."""

from pathlib import Path

from engine.game.cards import cards_of, cards_text
from engine.service import UserId
from tests.journeys.world import World, running_world, shown
from tests.worlds.tables import live_match, seated

HAND = "5H 6H 7H 4C 4D 4S QS QD QC 7S K♦"


async def answer_to(world: World, **options: str) -> str:
    done = await world.slash(world.members[0], "ask", **options)
    return shown(done.response, done.response.components).text


async def test_a_typed_hand_is_answered(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        text = await answer_to(world, hand=HAND, pile="9C 3D KC 2H 8S")
        assert "Best: **discard K♦**" in text
        assert "Your opponent may hold" in text
        assert "discard K♦: **" in text.split("gin ")[0]
        assert "% of the time" in text
        words = await answer_to(world, hand=HAND.replace("K♦", "king of diamonds"), pile="9c3dkc")
        assert "Best: **discard K♦**" in words


async def test_what_cannot_be_is_refused_by_name(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        assert "“XX” isn't a card" in await answer_to(world, hand="XX", pile="9C")
        assert "You entered 2." in await answer_to(world, hand="5H 6H", pile="9C")
        assert "5♥ appears twice" in await answer_to(world, hand=HAND, pile="5H")
        assert "Enter your hand" in await answer_to(world)


async def test_a_hand_of_a_running_match_against_people_is_refused(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        await seated(world, 7)
        live = await world.service.load(await live_match(world))
        assert live is not None
        seat = live.seat_of(UserId(world.members[0].id))
        assert seat is not None
        hand = cards_text(cards_of(live.view(seat).hand))
        assert "still in progress" in await answer_to(world, hand=hand, pile="")
