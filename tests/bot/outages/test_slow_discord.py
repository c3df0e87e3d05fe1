"""Boards that Discord limits, boards too old to edit, presses in bulk."""

import asyncio
from pathlib import Path

import pytest

from tests.journeys.people import mover_of
from tests.journeys.world import redrawn, running_world
from tests.worlds.tables import board, live_match, loaded, seated


@pytest.mark.slow
async def test_a_limited_board_never_holds_a_press_and_shows_the_newest_state(
    tmp_path: Path,
) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, table = await seated(world, 3)
        match = await live_match(world)
        world.bot.parts.display.tables.backoff._clock = lambda: 1e9
        pattern = f"/channels/*/messages/{table.message.id}"
        world.env.inject_error("PATCH", pattern, status=429, times=None)
        for _ in range(4):
            version = (await loaded(world, match)).version
            await (await mover_of(people)).take_turn()
            assert (await loaded(world, match)).version == version + 1
        world.env.backend.faults.clear()
        world.bot.parts.display.tables.backoff._clock = lambda: 2e9
        at = len(world.env.http_requests)
        assert await redrawn(world) == 1
        edits = [one for one in world.env.http_requests[at:] if one.method == "PATCH"]
        assert len(edits) == 1, "four changes, one edit"
        live = await loaded(world, match)
        assert live.table.rendered_version == live.version
        assert not world.env.errors


async def test_edits_that_come_at_once_become_one(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        await seated(world, 3)
        live = await loaded(world, await live_match(world))
        at = len(world.env.http_requests)
        await asyncio.gather(*(world.bot.parts.display.tables.draw(live) for _ in range(20)))
        assert len([one for one in world.env.http_requests[at:] if one.method == "PATCH"]) <= 2


async def test_a_board_too_old_to_edit_is_replaced(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, table = await seated(world, 3)
        match = await live_match(world)
        pattern = f"/channels/*/messages/{table.message.id}"
        world.env.inject_error("PATCH", pattern, status=429, code=30046)
        await (await mover_of(people)).take_turn()
        live = await loaded(world, match)
        assert live.table.message not in (None, table.message.id)
        assert live.table.rendered_version == live.version
        assert "Standard" in board(world, live.table.message or 0)
        there = world.env.backend.messages[world.channel.id]
        assert table.message.id not in there, "a table has one board"
        await (await mover_of(people)).take_turn()
        assert not world.env.errors


async def test_presses_replayed_in_bulk_count_once(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 3)
        match = await live_match(world)
        emitted = []
        honest = world.env.backend.emit

        def remembering(event: str, payload: object, *rest: object, **more: object) -> object:
            if event == "INTERACTION_CREATE":
                emitted.append(payload)
            return honest(event, payload, *rest, **more)  # type: ignore[arg-type]

        world.env.backend.emit = remembering  # type: ignore[method-assign,assignment]
        for _ in range(3):
            await (await mover_of(people)).take_turn()
        before = await loaded(world, match)
        assert emitted
        for payload in emitted * 15:
            honest("INTERACTION_CREATE", payload)  # type: ignore[arg-type]
        await world.settle()
        after = await loaded(world, match)
        assert after.version == before.version
        assert [after.view(seat).hand for seat in after.public().seats] == [
            before.view(seat).hand for seat in before.public().seats
        ]
