"""A token that has expired, a second "ready": the move stands, and nothing is started twice."""

import asyncio
from dataclasses import replace
from pathlib import Path

from engine.service.jobs import JobRunner
from tests.journeys.people import mover_of
from tests.journeys.world import World, running_world
from tests.worlds.tables import live_match, loaded, seated


async def test_a_panel_whose_token_has_expired_costs_nothing_but_itself(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 3)
        match = await live_match(world)
        mover = await mover_of(people)
        waiting = next(one for one in people if one is not mover)
        old = waiting.panel().text
        world.env.inject_error(
            "PATCH", "/webhooks/*/messages/*", status=401, code=50027, times=None
        )
        version = (await loaded(world, match)).version
        await mover.take_turn()
        after = await loaded(world, match)
        assert after.version == version + 1
        assert after.table.rendered_version == after.version, (
            "the board is edited through its channel"
        )
        assert waiting.panel().text == old, "this one could not be edited any more"
        world.env.backend.faults.clear()
        await (await mover_of(people)).take_turn()
        assert (await loaded(world, match)).version == version + 2
        assert not world.env.errors


def regular(world: World) -> list[str]:
    """The bot's own tasks that look again and again."""
    return sorted(
        task.get_name()
        for task in asyncio.all_tasks()
        if task.get_name().startswith("gin-") and task.get_name() not in SERVICE
    )


SERVICE = {"gin-deadlines", "gin-upkeep", "gin-writer"}


async def test_a_second_ready_starts_nothing_twice(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        runners = [one for one in world.bot.parts.runs if isinstance(one, JobRunner)]
        for runner in runners:
            runner._jobs = tuple(replace(job, seconds=3600.0) for job in runner._jobs)
        await world.bot.parts.start()
        await asyncio.sleep(0)
        await world.bot.on_ready()
        once = regular(world)
        for runner in runners:
            await runner.start()
        await world.bot.on_ready()
        assert regular(world) == once
        assert len(once) == len(set(once)) >= sum(len(runner._jobs) for runner in runners)
        await world.bot.parts.stop()
