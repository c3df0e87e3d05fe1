"""Two people play whole games by pressing what is offered; three viewers watch."""

from pathlib import Path

import pytest

from engine.game.match import MatchPhase
from tests.journeys.paths import ask
from tests.journeys.world import running_world, shown
from tests.seeds import seeds, times
from tests.worlds.tables import assert_fits, choose_text_mode, live_match, seated

MAX_PRESSES = 2500


@pytest.mark.parametrize("seed", seeds(times(1)))
@pytest.mark.parametrize("in_words", [False, pytest.param(True, marks=pytest.mark.slow)])
async def test_two_people_play_to_the_end(tmp_path: Path, seed: int, in_words: bool) -> None:
    await play_to_the_end(tmp_path, seed, in_words=in_words, target=25)


async def play_to_the_end(folder: Path, seed: int, *, in_words: bool, target: int) -> None:
    async with running_world(folder, people=3) as world:
        if in_words:
            for member in world.members[:2]:
                await choose_text_mode(world, member)
        people, table = await seated(world, seed, rules="single", target=target)
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
