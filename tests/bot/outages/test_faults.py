"""What Discord refuses, loses or takes away in the middle of a match: the move stands."""

from pathlib import Path

import pytest
from simcord.builders import ChannelHandle

from tests.journeys.people import mover_of
from tests.journeys.world import redrawn, running_world, shown
from tests.worlds.tables import live_match, loaded, seated


@pytest.mark.slow
@pytest.mark.parametrize(
    ("status", "code"), [(500, 0), (503, 0), (400, 40060), (404, 10062), (401, 50027), (429, 0)]
)
async def test_an_answer_that_is_not_taken_loses_no_move(
    tmp_path: Path, status: int, code: int
) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 3)
        match = await live_match(world)
        before = await loaded(world, match)
        mover = await mover_of(people)
        world.env.inject_error("POST", "/interactions/*/callback", status=status, code=code)
        await mover.take_turn()
        after = await loaded(world, match)
        assert after.version == before.version + 1, "applied once"
        assert after.table.rendered_version == after.version, "the board went its own way"
        board = world.stored(after.table.message or 0)
        assert shown(board, board.components).text
        for _ in range(3):
            await (await mover_of(people)).take_turn()
        assert not world.env.errors


async def test_without_permissions_the_hand_still_works_and_the_board_is_tried_again(
    tmp_path: Path,
) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, table = await seated(world, 3)
        match = await live_match(world)
        now = [0.0]
        world.bot.parts.display.tables.backoff._clock = lambda: now[0]
        for method in ("PATCH", "POST"):
            world.env.inject_error(
                method, "/channels/*/messages*", status=403, code=50013, times=None
            )
        for _ in range(4):
            mover = await mover_of(people)
            before = mover.panel().text
            await mover.take_turn()
            assert mover.panel().text != before
        live = await loaded(world, match)
        assert live.table.rendered_version < live.version
        world.env.backend.faults.clear()
        now[0] += 3600.0
        assert await redrawn(world) == 1
        live = await loaded(world, match)
        assert live.table.rendered_version == live.version
        assert live.table.message == table.message.id
        assert not world.env.errors


async def test_a_match_survives_its_channel(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 3)
        match = await live_match(world)
        world.env.inject_error(
            "*", f"/channels/{world.channel.id}/messages*", status=404, code=10003, times=None
        )
        for _ in range(3):
            await (await mover_of(people)).take_turn()
        world.env.backend.faults.clear()
        other: ChannelHandle = world.env.guild.create_text_channel("back-room")
        result = await people[0].member.slash(other, "gin hand")
        await world.settle()
        assert result.ephemeral
        assert result.response is not None
        assert shown(result.response, result.response.components).pictures, "the hand"
        assert not (await loaded(world, match)).is_over
        assert not world.env.errors
