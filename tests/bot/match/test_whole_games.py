"""Two people play whole games by pressing what is offered; three viewers watch."""

import random
from pathlib import Path

import pytest
from simcord.actors import MemberActor

from bot.ui.screen import MAX_CHARACTERS
from engine.game.match import MatchPhase
from engine.service import MatchId
from tests.bot.ui.screen_limits import MAX_COMPONENTS
from tests.journeys.paths import ask
from tests.journeys.people import Person
from tests.journeys.world import Shown, World, running_world, shown, walk
from tests.seeds import seeds, times

MAX_PRESSES = 2500


async def seated(world: World, seed: int, **options: object) -> tuple[list[Person], Shown]:
    """A challenge, accepted; both hands open."""
    first, second = world.members[:2]
    result = await world.slash(first, "challenge", opponent=second, **options)
    message = result.response
    await world.press(second, shown(message, message.components), "Accept")
    table = shown(message, world.stored(message.id).components)
    people = [
        Person(world, member, random.Random(seed + n)) for n, member in enumerate((first, second))
    ]
    for person in people:
        await person.open_hand(table)
    return people, table


def assert_fits(components: list[dict[str, object]]) -> None:
    """What was sent keeps Discord's limits (components/reference)."""
    parts = list(walk(components))
    assert len(parts) <= MAX_COMPONENTS
    assert sum(len(str(p["content"])) for p in parts if p["type"] == 10) <= MAX_CHARACTERS
    ids = [str(p["custom_id"]) for p in parts if "custom_id" in p]
    assert len(set(ids)) == len(ids)
    assert all(len(one) <= 100 for one in ids)


async def choose_text_mode(world: World, member: MemberActor) -> None:
    """What somebody does who listens instead of looking."""
    settings = (await world.slash(member, "settings")).response
    await world.press(member, shown(settings, settings.components), "Text mode")


async def live_match(world: World) -> MatchId:
    running = await world.service.running()
    assert len(running) == 1
    return running[0].id


@pytest.mark.parametrize("seed", seeds(times(1)))
@pytest.mark.parametrize("in_words", [False, pytest.param(True, marks=pytest.mark.slow)])
async def test_two_people_play_to_the_end(tmp_path: Path, seed: int, in_words: bool) -> None:
    await play_to_the_end(tmp_path, seed, in_words=in_words, target=25)


async def play_to_the_end(folder: Path, seed: int, *, in_words: bool, target: int) -> None:
    async with running_world(folder, people=3) as world:
        if in_words:
            for member in world.members[:2]:
                await choose_text_mode(world, member)
        people, table = await seated(world, seed, preset="single", target=target)
        match = await live_match(world)
        for _ in range(MAX_PRESSES):
            live = await world.service.load(match)
            assert live is not None
            view = live.public()
            for person in people:
                assert not (in_words and person.panel().pictures)
                assert_fits(world.stored(person.panel_message.id).components)
            assert_fits(world.stored(table.message.id).components)
            if view.phase is MatchPhase.OVER:
                break
            movers = [person for person in people if person.may_move]
            to_act = {live.player(seat).user_id for seat in view.to_act}
            assert {person.member.id for person in movers} == to_act
            await movers[0].take_turn()
        else:
            raise AssertionError("the game did not end")
        final = shown(table.message, world.stored(table.message.id).components)
        assert "wins the match" in final.text
        assert final.has("Rematch")
        board = await ask(world, people[0].member, "leaderboard")
        lines = shown(board.response, board.response.components)
        assert bool(lines.pictures) is not in_words
        assert "won" in (lines.text if in_words else lines.pictures[0]["description"])
        assert not world.env.errors
