"""The commands at Discord are what the program offers, whatever other programs did to them."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.ops.application import ENTRY_POINT
from tests.ports import free_port
from tests.wire.objects import Payload
from tests.wire.server import Discord, running_discord
from tests.worlds.served import served

DAY_S = 24 * 3600
FOREIGN: Payload = {"id": "99", "type": 1, "name": "roll", "description": "Dice", "version": "1"}


@contextlib.asynccontextmanager
async def started(discord: Discord, folder: Path) -> AsyncIterator[str]:
    """Start the program; yields the address of its health pages once it is ready."""
    address = f"http://127.0.0.1:{(port := free_port())}"
    discord.gateway.identified.clear()
    async with served(folder, GIN_DISCORD_API=discord.api, GIN_OPS_PORT=str(port)) as gin:
        await gin.until_ready(address)
        yield address


async def readiness(address: str) -> str:
    async with aiohttp.ClientSession() as session, session.get(f"{address}/readyz") as answer:
        return await answer.text()


def writes(discord: Discord) -> int:
    found = [one for one in discord.rest.records.all if one.path.endswith("/commands")]
    return sum(one.method != "GET" for one in found)


def names(discord: Discord) -> list[str]:
    return [one["name"] for one in discord.rest.commands]


async def test_an_unchanged_second_start_writes_nothing(tmp_path: Path) -> None:
    async with running_discord() as discord:
        for _ in range(2):
            async with started(discord, tmp_path) as address:
                assert await readiness(address) == "ready\n"
        assert writes(discord) == 1
        asked = [one for one in discord.rest.records.all if one.path.endswith("/commands")]
        assert [one.method for one in asked] == ["GET", "PUT", "GET"]


@pytest.mark.parametrize("change", ["emptied", "one is missing", "changed", "foreign"])
async def test_what_another_program_did_is_undone_at_the_next_start(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, change: str
) -> None:
    launch = {"id": "77", "type": ENTRY_POINT, "name": "launch", "handler": 2, "version": "1"}
    async with running_discord() as discord:
        discord.rest.commands = [launch]
        async with started(discord, tmp_path):
            ours = names(discord)
        assert "gin" in ours
        commands: list[Any] = discord.rest.commands
        discord.rest.commands = {
            "emptied": [launch],
            "one is missing": commands[1:],
            "changed": [{**commands[0], "options": [], "version": "2"}, *commands[1:]],
            "foreign": [*commands, FOREIGN],
        }[change]
        async with started(discord, tmp_path) as address:
            assert names(discord) == ours
            assert "another program has overwritten the commands" in await readiness(address)
        assert [one["id"] for one in discord.rest.commands if one["type"] == ENTRY_POINT] == ["77"]
        warnings = [one for one in caplog.records if one.levelno == logging.WARNING]
        assert sum("another program has overwritten" in one.getMessage() for one in warnings) == 1


@pytest.mark.slow
async def test_they_are_compared_once_a_day(tmp_path: Path) -> None:
    async with running_discord() as discord, started(discord, tmp_path) as address:
        ours = names(discord)
        discord.rest.commands = []
        await asyncio.sleep(DAY_S - 3600)
        assert names(discord) == []
        await asyncio.sleep(2 * 3600)
        assert names(discord) == ours
        assert "published again" in await readiness(address)


@pytest.mark.parametrize("days", [0, pytest.param(1, marks=pytest.mark.night)])
async def test_programs_do_not_overwrite_each_other_for_ever(tmp_path: Path, days: int) -> None:
    said = ""
    async with running_discord() as discord:
        for start in range(5):
            async with started(discord, tmp_path) as address:
                said = await readiness(address)
            discord.rest.commands = [{**FOREIGN, "id": f"{start}"}]
        assert writes(discord) == 2, "the first time and once against the other program"
        assert "Give each program an application of its own" in said
        for _ in range(days):
            async with started(discord, tmp_path) as address:
                await asyncio.sleep(DAY_S + 3600)
                assert "gin" in names(discord)
                assert "published again" in await readiness(address)


@pytest.mark.parametrize("left", [[], [FOREIGN]], ids=["emptied", "foreign"])
async def test_a_restart_after_the_other_program_is_gone_publishes_them(
    tmp_path: Path, left: list[Payload]
) -> None:
    async with running_discord() as discord:
        for _ in range(2):
            async with started(discord, tmp_path):
                assert "gin" in names(discord)
            discord.rest.commands = left
        async with started(discord, tmp_path) as address:
            assert "restart Gin to publish its commands at once" in await readiness(address)
            assert "gin" not in names(discord)
        async with started(discord, tmp_path) as address:
            assert "gin" in names(discord)
            assert "published again" in await readiness(address)
        async with started(discord, tmp_path) as address:
            assert await readiness(address) == "ready\n"
        assert writes(discord) == 3


async def test_a_list_that_cannot_be_read_is_read_a_minute_later(tmp_path: Path) -> None:
    async with running_discord() as discord:

        def trouble(route: str, is_done: bool) -> tuple[int, Payload, dict[str, str]] | None:
            return (503, {}, {}) if route.endswith("/commands") and not is_done else None

        discord.rest.trouble = trouble
        async with started(discord, tmp_path) as address:
            assert "the commands at Discord were not compared (503)" in await readiness(address)
            discord.rest.trouble = None
            await asyncio.sleep(120)
            assert "gin" in names(discord)
            assert await readiness(address) == "ready\n"
