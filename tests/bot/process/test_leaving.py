"""SIGTERM at the HTTP border: accepted presses are answered first, nothing holds the process."""

import asyncio
import signal
import sys
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.bot.process.running import answers, environment, gin, started, until
from tests.ports import free_port
from tests.waiting import PATIENCE_S
from tests.wire.server import running_discord

pytestmark = pytest.mark.slow

PRESSES = 22
UNHURRIED = """
import sys
from bot.ops import leaving
from bot.__main__ import main
leaving.ANSWER_SECONDS, leaving.LIMIT_SECONDS = 60, 120
sys.exit(main([]))
"""
"""The bot on a machine that may be busy with other tests."""


async def test_presses_in_flight_are_answered_before_the_connections_close(tmp_path: Path) -> None:
    port = free_port()
    settings = {"DISCORD_TOKEN": "x" * 30, "GIN_OPS_PORT": str(port)}
    command = [sys.executable, "-c", UNHURRIED]
    async with running_discord() as discord, AsyncExitStack() as stack:
        env = environment(tmp_path, GIN_DISCORD_API=discord.api, **settings)
        process = await stack.enter_async_context(started(command, env, tmp_path))
        await until(lambda: answers(f"http://127.0.0.1:{port}/readyz"), process)
        discord.rest.hold.clear()
        sent = {(await discord.slash(100 + user, "gin help")).id for user in range(PRESSES)}

        async def in_flight() -> bool:
            return discord.rest.arrived >= sent

        await until(in_flight, process)
        process.send_signal(signal.SIGTERM)

        async def takes_no_more() -> bool:
            return not await answers(f"http://127.0.0.1:{port}/readyz")

        await until(takes_no_more, process)
        late = (await discord.slash(99, "gin help")).id
        discord.rest.hold.set()
        _, errors = await asyncio.wait_for(process.communicate(), 250)
    assert process.returncode == 0, errors.decode()
    assert discord.rest.answered >= sent, (
        f"{len(sent - discord.rest.answered)} of {PRESSES} unanswered"
    )
    assert late not in discord.rest.arrived, "a successor may have the same press"
    assert b"Traceback" not in errors, errors.decode()


async def test_a_discord_that_hangs_does_not_hold_the_process(tmp_path: Path) -> None:
    port = free_port()
    settings = {"DISCORD_TOKEN": "x" * 30, "GIN_OPS_PORT": str(port)}
    async with (
        running_discord(deaf=True) as discord,
        gin(tmp_path, GIN_DISCORD_API=discord.api, **settings) as process,
    ):
        await until(lambda: answers(f"http://127.0.0.1:{port}/readyz"), process)
        discord.rest.hold.clear()
        await discord.slash(100, "gin help")

        async def in_flight() -> bool:
            return bool(discord.rest.arrived)

        await until(in_flight, process)
        process.send_signal(signal.SIGTERM)
        # Neither the answer nor the end of the connection is ever taken note of.
        _, errors = await asyncio.wait_for(process.communicate(), PATIENCE_S)
    assert process.returncode == 0, errors.decode()
