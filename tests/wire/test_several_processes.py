"""Several real processes with one token, each with shards of its own."""

import asyncio
import contextlib
import signal
import sys
from asyncio.subprocess import Process
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.bot.process.running import environment
from tests.wire.server import Discord, running_discord

pytestmark = [pytest.mark.postgres, pytest.mark.night, pytest.mark.timeout(1800)]

SHARDS, WINDOW_S, SLACK_S = 4, 1.0, 1.0
BOT = f"""
import sys
from bot.shards import IdentifyTurns
from bot.__main__ import main
IdentifyTurns.__init__.__kwdefaults__.update(turn_s={WINDOW_S + SLACK_S}, slack_s={SLACK_S})
sys.exit(main([]))
"""
"""The bot with Discord's window for identifying as short as the one on loopback."""
PATIENCE_S = 800


async def bot(
    stack: AsyncExitStack, discord: Discord, url: str, folder: Path, shards: str
) -> Process:
    """One of two processes, with its log in a file."""
    folder.mkdir()
    env = environment(
        folder,
        GIN_DATABASE_URL=url,
        GIN_DISCORD_API=discord.api,
        GIN_PROCESSES="2",
        GIN_SHARD_COUNT=str(SHARDS),
        GIN_SHARD_IDS=shards,
        DISCORD_TOKEN="x" * 30,
    )
    with (folder / "log").open("ab") as log:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", BOT, env=env, cwd=folder, stdout=log, stderr=log
        )
    stack.push_async_callback(ended, process)
    return process


async def ended(process: Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    await process.wait()


def connected(discord: Discord) -> set[int]:
    return {one.shard for one in discord.gateway.connected()}


async def all_connected(discord: Discord, folder: Path, *processes: Process) -> None:
    try:
        async with asyncio.timeout(PATIENCE_S):
            while len(connected(discord)) < SHARDS:
                if any(one.returncode is not None for one in processes):
                    raise TimeoutError
                await asyncio.sleep(0.05)
    except TimeoutError:
        logs = "\n".join(one.read_text()[-2000:] for one in folder.glob("*/log"))
        raise AssertionError(f"{connected(discord)} are connected; {logs}") from None


async def everybody_is_answered(discord: Discord, channels: list[int]) -> None:
    asked = [
        await discord.slash(100 + number, "gin help", channel=channel)
        for number, channel in enumerate(channels)
    ]
    for one in asked:
        await discord.answered(one, PATIENCE_S)


def without_complaint(discord: Discord) -> None:
    assert discord.gateway.early == []
    assert discord.rest.records.refused(429) == []


async def test_two_processes_start_at_once(tmp_path: Path, url: str) -> None:
    """Nobody divides the turns to identify and the requests between them, and both are kept."""
    async with (
        running_discord(shards=SHARDS, identify_s=WINDOW_S) as discord,
        AsyncExitStack() as stack,
    ):
        discord.gateway.guilds.clear()
        channels = [(1000 + shard) << 22 for shard in range(SHARDS)]
        for shard, channel in enumerate(channels):
            discord.add_guild((SHARDS * 100 + shard) << 22, [channel])
        first, second = await asyncio.gather(
            bot(stack, discord, url, tmp_path / "first", "0,2"),
            bot(stack, discord, url, tmp_path / "second", "1,3"),
        )
        await all_connected(discord, tmp_path, first, second)
        await everybody_is_answered(discord, channels)
        without_complaint(discord)
        first.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(first.wait(), PATIENCE_S) == 0
        assert connected(discord) == {1, 3}
        again = await bot(stack, discord, url, tmp_path / "first again", "0,2")
        await all_connected(discord, tmp_path, again, second)
        await everybody_is_answered(discord, channels)
        without_complaint(discord)
        assert second.returncode is None
