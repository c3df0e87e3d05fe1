"""SIGTERM at the HTTP border: accepted presses are answered first, nothing holds the process."""

import asyncio
import signal
from pathlib import Path

import pytest

from bot.ops import exits
from bot.ops.exits import Exit
from tests.ports import free_port
from tests.wire.server import running_discord
from tests.worlds.served import served

PRESSES = 22


async def test_presses_in_flight_are_answered_before_the_connections_close(tmp_path: Path) -> None:
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    async with (
        running_discord() as discord,
        served(tmp_path, GIN_DISCORD_API=discord.api, GIN_OPS_PORT=str(port)) as gin,
    ):
        await gin.until_ready(address)
        discord.rest.hold.clear()
        sent = {(await discord.slash(100 + user, "gin help")).id for user in range(PRESSES)}
        await gin.until(lambda: discord.rest.arrived >= sent)
        gin.signal(signal.SIGTERM)
        await gin.until_not_ready(address)
        late = (await discord.slash(99, "gin help")).id
        discord.rest.hold.set()
        assert await gin.code == Exit.STOPPED
        assert not gin.ends_by_force.is_set()
    assert discord.rest.answered >= sent
    assert late not in discord.rest.arrived, "a successor may have the same press"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_discord_that_hangs_does_not_hold_the_process(
    tmp_path: Path, number: signal.Signals
) -> None:
    """Neither the answer nor the end of the connection is ever taken note of."""
    port = free_port()
    async with (
        running_discord(deaf=True) as discord,
        served(tmp_path, GIN_DISCORD_API=discord.api, GIN_OPS_PORT=str(port)) as gin,
    ):
        await gin.until_ready(f"http://127.0.0.1:{port}")
        discord.rest.hold.clear()
        await discord.slash(100, "gin help")
        await gin.until(lambda: bool(discord.rest.arrived))
        began = asyncio.get_running_loop().time()
        gin.signal(number)
        assert await gin.code == Exit.STOPPED
        took = asyncio.get_running_loop().time() - began
        assert exits.ANSWER_SECONDS <= took < exits.LIMIT_SECONDS
        discord.rest.hold.set()


async def test_a_stop_is_said_once_and_a_second_signal_ends_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    port = free_port()
    async with (
        running_discord() as discord,
        served(tmp_path, GIN_DISCORD_API=discord.api, GIN_OPS_PORT=str(port)) as gin,
    ):
        await gin.until_ready(f"http://127.0.0.1:{port}")
        discord.rest.hold.clear()
        await discord.slash(100, "gin help")
        await gin.until(lambda: bool(discord.rest.arrived))
        gin.signal(signal.SIGTERM)
        [said] = capsys.readouterr().err.splitlines()
        assert said.startswith("Stopping: accepted presses are answered first, within 5 seconds.")
        assert not gin.ends_by_force.is_set()
        gin.signal(signal.SIGINT)
        assert gin.ends_by_force.is_set()
        discord.rest.hold.set()
        await gin.code
