"""Servers and channels that go and come back, rights that are taken, a Discord that refuses."""

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest
from simcord.backend import serializers

from bot.ops.guilds import PATIENCE
from bot.ops.http import Ops
from engine.game.match import EndReason
from engine.service import GuildId, UserId
from engine.service.commands import Dependencies
from engine.service.operations.guilds import RETENTION_MS
from engine.service.operations.processes import Processes, Shards
from tests.journeys.people import mover_of
from tests.journeys.world import World, redrawn, running_world, shown
from tests.waiting import PATIENCE_S
from tests.worlds.tables import board, live_match, loaded, seated

pytestmark = pytest.mark.slow

DAY_MS = 24 * 3_600_000


async def goes(world: World, **more: object) -> None:
    """The gateway says that the server is gone; it stays as it was behind the bot's back."""
    world.env.backend.emit("GUILD_DELETE", {"id": str(world.env.guild.id), **more})
    await world.settle()


async def comes(world: World, *, anew: bool) -> None:
    found = world.env.backend.get_guild(world.env.guild.id)
    payload = cast(dict[str, Any], serializers.guild_create_payload(world.env.backend, found))
    if anew:
        payload.pop("unavailable", None)
    world.env.backend.emit("GUILD_CREATE", payload)
    await world.settle()


@pytest.mark.parametrize("removed", [True, False])
async def test_matches_rest_while_the_server_is_away_and_go_on_afterwards(
    tmp_path: Path, *, removed: bool
) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, table = await seated(world, 3, clock="live")
        match = await live_match(world)
        before = await loaded(world, match)
        await goes(world, **({} if removed else {"unavailable": True}))
        world.time.ahead_ms += 10 * DAY_MS
        await world.settle()
        resting = await loaded(world, match)
        assert resting.version == before.version, "nobody's turn runs out"
        assert resting.public().strikes == before.public().strikes
        if not removed:
            await world.bot.parts.guilds.purge()
        await comes(world, anew=removed)
        await redrawn(world)
        after = await loaded(world, match)
        deadline = after.deadline_of(after.public().to_act[0])
        assert deadline is not None
        assert deadline > world.time.now_ms() + 100_000
        assert f"⏳ <t:{deadline // 1000}:R>" in board(world, after.table.message or 0)
        await (await mover_of(people)).take_turn()
        assert (await loaded(world, match)).version > before.version
        assert table.message.id == after.table.message
        assert not world.env.errors


async def test_a_removal_that_nobody_heard_of_is_found_after_the_start(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        await seated(world, 3, clock="live")
        match = await live_match(world)
        guild = world.bot.get_guild(world.env.guild.id)
        assert guild is not None
        world.bot._connection._remove_guild(guild)
        await world.bot.parts.guilds.compare()
        assert await world.service.absences.known() == (GuildId(guild.id),)
        world.time.ahead_ms += RETENTION_MS - 1000
        assert await world.bot.parts.guilds.purge() == 0
        world.bot._connection._add_guild(guild)
        await world.bot.parts.guilds.compare()
        assert await world.service.absences.known() == ()
        assert not (await loaded(world, match)).is_over
        world.bot._connection._remove_guild(guild)
        await world.bot.parts.guilds.compare()
        world.time.ahead_ms += RETENTION_MS + 1000
        assert await world.bot.parts.guilds.purge() == 1
        gone = await loaded(world, match)
        assert gone.is_over
        assert gone.table.guild < 0
        assert await world.bot.parts.guilds.purge() == 0
        world.bot._connection._add_guild(guild)


async def test_a_server_of_another_process_is_not_taken_for_lost(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        await seated(world, 3)
        guild = world.bot.get_guild(world.env.guild.id)
        assert guild is not None
        world.bot._connection._remove_guild(guild)
        world.bot.shard_count = 2
        world.bot.shard_ids = [1 - (guild.id >> 22) % 2]
        await world.bot.parts.guilds.compare()
        assert await world.service.absences.known() == ()
        world.bot.shard_ids = [(guild.id >> 22) % 2]
        await world.bot.parts.guilds.compare()
        assert len(await world.service.absences.known()) == 1
        world.bot.shard_count, world.bot.shard_ids = 1, [0]
        world.bot._connection._add_guild(guild)


async def test_whoever_plays_hears_once_that_the_bot_may_not_write_any_more(
    tmp_path: Path,
) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 3)
        tables = world.bot.parts.display.tables
        table = await world.service.load(await live_match(world))
        assert table is not None

        def told() -> list[str]:
            sent = world.env.http_requests
            return [one.path for one in sent if "post in this table" in str(one.json)]

        async def play_until(reached: Callable[[], bool]) -> None:
            async with asyncio.timeout(PATIENCE_S):
                while not reached():
                    await (await mover_of(people)).take_turn()

        for sentences in (2, 4):
            for method in ("PATCH", "POST"):
                world.env.inject_error(
                    method, "/channels/*/messages*", status=403, code=50013, times=None
                )
            await play_until(partial(lambda enough: len(told()) >= enough, sentences))
            for _ in range(3):
                await (await mover_of(people)).take_turn()
            assert len(told()) == sentences, "each of them once, and again when it happens again"
            assert {one.rsplit("/", 1)[1] for one in told()} == {"callback"}
            world.env.backend.faults.clear()
            await play_until(lambda: not tables.is_barred(table))


async def test_a_player_who_leaves_may_come_back_until_the_other_claims(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, table = await seated(world, 3)
        match = await live_match(world)
        gone = await mover_of(people)
        stays = next(one for one in people if one is not gone)
        user = gone.member.user
        world.env.guild.remove_member(gone.member)
        await world.settle()
        assert not (await loaded(world, match)).is_over
        gone.member = world.env.guild.add_member(user)
        await gone.open_hand(table)
        await gone.take_turn()
        while not gone.may_move:
            await (await mover_of(people)).take_turn()
        world.env.guild.remove_member(gone.member)
        world.time.ahead_ms += DAY_MS + 1000
        await world.settle()
        live = await loaded(world, match)
        assert live.late
        assert not live.is_over
        late = shown(table.message, world.stored(table.message.id).components)
        choices = (await world.press(stays.member, late, "Time is up")).response
        await world.press(stays.member, shown(choices, choices.components), "Claim the win")
        outcome = (await loaded(world, match)).public().outcome
        assert outcome is not None
        assert outcome.reason is EndReason.FORFEITED
        assert outcome.by is live.seat_of(UserId(gone.member.id))
        assert not world.env.errors


async def test_a_storm_of_refusals_stops_boards_and_never_play(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 3)
        match = await live_match(world)
        for _ in range(2_000):
            world.bot.parts.messenger.breaker.note(403)
        drawn = len(edits(world))
        for _ in range(3):
            mover = await mover_of(people)
            version = (await loaded(world, match)).version
            await mover.take_turn()
            assert (await loaded(world, match)).version == version + 1
            await next(one for one in people if one is not mover).press("Refresh")
        assert len(edits(world)) == drawn
        assert await redrawn(world) == 0
        [warning] = Ops(world.bot, world.service).warnings()
        assert "refused 2000 requests" in warning
        metrics = world.bot.parts.messenger.metrics.text().decode()
        assert "gin_breaker_open 1.0" in metrics
        assert "gin_refused_requests 2000.0" in metrics
        world.bot.parts.messenger.breaker._clock = lambda: 1e12
        assert await redrawn(world) == 1
        assert len(edits(world)) > drawn
        assert not world.env.errors


def edits(world: World) -> list[Any]:
    """What was done to messages of channels."""
    return [
        one
        for one in world.env.http_requests
        if one.path.startswith("/channels/") and "messages" in one.path and one.method != "GET"
    ]


async def test_a_second_bot_with_the_same_token_is_said_aloud(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        ops = Ops(world.bot, world.service)
        other = Processes(Dependencies(world.service._store, world.time))
        await other.beat(Shards())
        for turn in range(PATIENCE):
            assert ops.warnings() == [], f"a rolling restart is no mistake ({turn})"
            await world.bot.parts.duplicates.beat()
        [warning] = ops.warnings()
        assert "serve the same servers" in warning
        assert "gin_twin_processes 1.0" in world.bot.parts.messenger.metrics.text().decode()
        await other.leave()
        await world.bot.parts.duplicates.beat()
        assert ops.warnings() == []


async def test_a_press_that_another_bot_has_answered_is_counted(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 3)
        world.env.inject_error("POST", "/interactions/*/callback", status=400, code=40060)
        await (await mover_of(people)).take_turn()
        assert (
            "gin_answered_elsewhere_total 1.0" in world.bot.parts.messenger.metrics.text().decode()
        )
