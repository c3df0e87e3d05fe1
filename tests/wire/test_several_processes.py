"""Several real processes with one token: shards, identifying, requests, and a process that dies."""

import asyncio
import contextlib
import signal
import sys
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from sqlalchemy import Connection, update

from engine.store import Repeatable, Store
from engine.store.schema import gateway_turns
from engine.store.upsert import upsert
from tests.bot.process.running import answers, environment, started, until
from tests.ports import free_port
from tests.wire.server import Discord, running_discord

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.timeout(1800),  # four whole bots start, on a machine that may be busy
]

SHARDS, PROCESSES, WINDOW_S = 16, 3, 0.1
BOT = f"""
import sys
from bot.shards import turns
from bot.__main__ import main
turns.WINDOW_S = {WINDOW_S}
sys.exit(main([]))
"""
"""The bot with Discord's window for identifying as short as the one on loopback."""
PATIENCE_S = 800


async def bot(
    stack: AsyncExitStack, discord: Discord, url: str, folder: Path, port: int = 0
) -> Process:
    """One of the processes, with its log in a file."""
    folder.mkdir()
    env = environment(
        folder,
        GIN_DATABASE_URL=url,
        GIN_DISCORD_API=discord.api,
        GIN_PROCESSES=str(PROCESSES),
        GIN_OPS_PORT=str(port),
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


async def all_connected(discord: Discord, folder: Path) -> None:
    try:
        async with asyncio.timeout(PATIENCE_S):
            while len(connected(discord)) < SHARDS:  # noqa: ASYNC110 - other processes' doing
                await asyncio.sleep(0.05)
    except TimeoutError:
        logs = "\n".join(one.read_text()[-2000:] for one in folder.glob("*/log"))
        raise AssertionError(f"{len(connected(discord))} are connected; {logs}") from None


async def answered(discord: Discord, channels: set[int]) -> None:
    """Somebody in each of some servers types until there is an answer."""

    async def one(user: int, channel: int) -> None:
        while True:
            asked = await discord.slash(user, "gin help", channel=channel)
            with contextlib.suppress(TimeoutError):
                await discord.answered(asked, 5)
                return

    async with asyncio.timeout(PATIENCE_S):
        await asyncio.gather(*(one(100 + n, where) for n, where in enumerate(sorted(channels))))


@contextlib.asynccontextmanager
async def nobody_identifies(store: Store) -> AsyncIterator[None]:
    """Give the turn to somebody who never ends it."""

    def taken(connection: Connection) -> None:
        row = {"name": "identify:0", "holder": "nobody", "until_ms": 2**53}
        new = upsert(connection.dialect.name, gateway_turns).values(row)
        connection.execute(new.on_conflict_do_update(index_elements=["name"], set_=row))

    def free(connection: Connection) -> None:
        connection.execute(update(gateway_turns).values(until_ms=0))

    await store.write(Repeatable(taken))
    yield
    await store.write(Repeatable(free))


async def all_identified(discord: Discord, shards: set[int], since: int) -> None:
    """Wait until some shards have a session of their own."""
    async with asyncio.timeout(PATIENCE_S):
        while shards - {one.shard for one in list(discord.gateway.identifies)[since:]}:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


def without_complaint(discord: Discord) -> None:
    assert discord.gateway.early == []
    assert discord.rest.records.refused(429) == []


async def test_a_dead_process_s_shards_answer_again(tmp_path: Path, url: str) -> None:
    store = await Store.open(url)
    async with (
        running_discord(shards=SHARDS, identify_s=WINDOW_S) as discord,
        AsyncExitStack() as stack,
    ):
        stack.push_async_callback(store.close)
        discord.gateway.guilds.clear()
        channel_of = {}
        for shard in range(SHARDS):
            channel_of[shard] = (7 * SHARDS + shard + 10_000 * SHARDS) << 22
            discord.add_guild((SHARDS * 100 + shard) << 22, [channel_of[shard]])
        port = free_port()
        bots = [
            await bot(stack, discord, url, tmp_path / str(n), port if n == 1 else 0)
            for n in range(PROCESSES)
        ]
        await all_connected(discord, tmp_path)
        await answered(discord, set(channel_of.values()))
        without_complaint(discord)
        await until(lambda: answers(f"http://127.0.0.1:{port}/readyz"), bots[1])
        for gone, how in ((bots[0], signal.SIGKILL), (bots[1], signal.SIGTERM)):
            before = connected(discord)
            assert before == set(range(SHARDS))
            identifies = len(discord.gateway.identifies)
            # Whatever Discord's window for identifying is: nobody waits for a turn.
            async with nobody_identifies(store):
                gone.send_signal(how)
                began = time.monotonic()
                await asyncio.wait_for(gone.wait(), PATIENCE_S)
                lost = before - connected(discord)
                assert lost, "it ran some of them"
                await answered(discord, {channel_of[shard] for shard in lost})
                took = time.monotonic() - began
            sys.stderr.write(f"{how.name}: {len(lost)} after {took:.1f} s; ")
            await all_identified(discord, lost, identifies)
            without_complaint(discord)
            await all_connected(discord, tmp_path)
        assert bots[1].returncode == 0


async def test_the_processes_share_fifty_requests_a_second(tmp_path: Path, url: str) -> None:
    count, each = 4, 60
    await (await Store.open(url)).close()
    async with running_discord() as discord, AsyncExitStack() as stack:
        command = [
            sys.executable,
            "-m",
            "tests.wire.requester",
            url,
            discord.api,
            str(count),
            str(each),
        ]
        env = environment(tmp_path)
        ends = [
            await stack.enter_async_context(started(command, env, tmp_path)) for _ in range(count)
        ]
        for process in ends:
            _, errors = await asyncio.wait_for(process.communicate(), PATIENCE_S)
            assert process.returncode == 0, errors.decode()
        assert len(discord.rest.records.all) == count * each
        assert discord.rest.records.refused(429) == []
