"""Boards that fell behind are found by themselves, in this process or after another one's move."""

import asyncio
from pathlib import Path

from engine.service import InteractionId, MatchCommand, UserId
from engine.service.jobs import Job, JobRunner
from tests.journeys.people import mover_of
from tests.journeys.world import redrawn, running_world, shown
from tests.service.world import sensible
from tests.worlds.tables import live_match, loaded, seated


async def test_a_board_that_discord_refused_is_drawn_later(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, table = await seated(world, 3)
        match = await live_match(world)
        now = [0.0]
        world.bot.parts.display.tables.backoff._clock = lambda: now[0]
        world.env.inject_error(
            "PATCH", f"/channels/*/messages/{table.message.id}", status=403, code=50013
        )
        await (await mover_of(people)).take_turn()
        live = await loaded(world, match)
        assert live.table.rendered_version < live.version
        assert await redrawn(world) == 0, "it is left in peace at first"
        now[0] += 31.0
        assert await redrawn(world) == 1
        live = await loaded(world, match)
        assert live.table.rendered_version == live.version
        assert await redrawn(world) == 0
        assert not world.env.errors


async def test_the_task_follows_moves_it_never_heard_of_and_ends(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        _, table = await seated(world, 3)
        match = await live_match(world)
        await world.bot.parts.display.tables.stop()
        live = await loaded(world, match)
        seat = next(iter(live.public().to_act))
        user = live.player(seat).user_id or UserId(0)
        press = MatchCommand(
            InteractionId(99), match, user, sensible(live, seat), live.revision(seat)
        )
        await world.service.act(press)
        await world.settle()
        before = shown(table.message, world.stored(table.message.id).components).text
        job = Job("boards-behind", 0.05, lambda: redrawn(world))
        catching_up = JobRunner(job, failures=world.service.failures)
        await catching_up.start()
        await catching_up.start()
        now = await loaded(world, match)
        while now.table.rendered_version != now.version:  # else it ends with the test's own limit
            await asyncio.sleep(0.02)
            now = await loaded(world, match)
        await catching_up.stop()
        assert shown(table.message, world.stored(table.message.id).components).text != before
