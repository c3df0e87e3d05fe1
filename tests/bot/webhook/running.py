"""The real process, reached by people through the gateway or through the second door."""

import contextlib
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.bot.process.running import answers, environment, started, until
from tests.bot.webhook.door import Door
from tests.ports import free_port
from tests.wire.server import Discord, running_discord

TOKEN = "x" * 30
BOT = (sys.executable, "-m", "bot")


@dataclass
class Reached:
    """A bot's process, its Discord and its door, which is open beside the gateway or instead."""

    discord: Discord
    door: Door
    process: Process


@contextlib.asynccontextmanager
async def reached(
    folder: Path, *, gateway: bool, by_door: bool, command: Sequence[str] = BOT, **settings: str
) -> AsyncIterator[Reached]:
    """Start the bot, its door open, and wait until it is ready.

    ``by_door``: Discord delivers interactions to the door, as it does for an application that has
    given it an address.
    """
    async with (
        running_discord() as discord,
        joined(discord, folder, gateway=gateway, command=command, **settings) as bot,
    ):
        if by_door:
            use_doors(discord, [bot.door])
        yield bot


@contextlib.asynccontextmanager
async def joined(
    discord: Discord,
    folder: Path,
    *,
    gateway: bool,
    command: Sequence[str] = BOT,
    **settings: str,
) -> AsyncIterator[Reached]:
    """Start a process of the bot at a Discord, its door open, and wait until it is ready."""
    door, ops = Door(f"http://127.0.0.1:{free_port()}/interactions"), free_port()
    more = {
        "DISCORD_TOKEN": TOKEN,
        "GIN_OPS_PORT": str(ops),
        "GIN_WEBHOOK_PORT": door.address.partition("1:")[2].partition("/")[0],
        "GIN_PUBLIC_KEY": door.public_key,
        **({} if gateway else {"GIN_SHARD_IDS": "none"}),
        **settings,
    }
    env = environment(folder, GIN_DISCORD_API=discord.api, **more)
    async with started(command, env, folder) as process:
        await until(lambda: answers(f"http://127.0.0.1:{ops}/readyz"), process)
        yield Reached(discord, door, process)


def use_doors(discord: Discord, doors: Sequence[Door]) -> None:
    """Let Discord deliver each person's interactions to one of the doors, which must take them."""

    async def deliver(guild: int, event: str, data: Any) -> int:
        assert event == "INTERACTION_CREATE"
        door = doors[int(data["member"]["user"]["id"]) % len(doors)]
        status, _, content = await door.deliver(data)
        assert (status, content) == (202, b"")
        return 1

    discord.gateway.tell = deliver  # type: ignore[method-assign]
