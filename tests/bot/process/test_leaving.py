"""SIGTERM at the HTTP border: accepted presses are answered first, nothing holds the process."""

import asyncio
import signal
import sys
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.bot.process.running import answers, environment, free_port, gin, started, until
from tests.discord_server import discord_server

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
    async with discord_server() as discord, AsyncExitStack() as stack:
        env = environment(tmp_path, GIN_DISCORD_API=discord.api, **settings)
        process = await stack.enter_async_context(started(command, env, tmp_path))
        await until(lambda: answers(f"http://127.0.0.1:{port}/readyz"), process)
        discord.hold.clear()
        sent = {await discord.command("help", 100 + user) for user in range(PRESSES)}

        async def in_flight() -> bool:
            return discord.arrived >= sent

        await until(in_flight, process)
        process.send_signal(signal.SIGTERM)

        async def takes_no_more() -> bool:
            return not await answers(f"http://127.0.0.1:{port}/readyz")

        await until(takes_no_more, process)
        late = await discord.command("help", 99)
        discord.hold.set()
        _, errors = await asyncio.wait_for(process.communicate(), 250)
    assert process.returncode == 0, errors.decode()
    assert discord.answered >= sent, f"{len(sent - discord.answered)} of {PRESSES} unanswered"
    assert late not in discord.arrived, "a successor may have the same press"
    assert b"Traceback" not in errors, errors.decode()


async def test_a_discord_that_hangs_does_not_hold_the_process(tmp_path: Path) -> None:
    port = free_port()
    settings = {"DISCORD_TOKEN": "x" * 30, "GIN_OPS_PORT": str(port)}
    async with (
        discord_server(deaf=True) as discord,
        gin(tmp_path, GIN_DISCORD_API=discord.api, **settings) as process,
    ):
        await until(lambda: answers(f"http://127.0.0.1:{port}/readyz"), process)
        discord.hold.clear()
        await discord.command("help", 100)

        async def in_flight() -> bool:
            return bool(discord.arrived)

        await until(in_flight, process)
        process.send_signal(signal.SIGTERM)
        # Neither the answer nor the end of the connection is ever taken note of.
        _, errors = await asyncio.wait_for(process.communicate(), 25)
    assert process.returncode == 0, errors.decode()
