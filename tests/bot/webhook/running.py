"""The real process, reached by people through the gateway or through the second door."""

import contextlib
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.bot.process.running import answers, environment, free_port, started, until
from tests.bot.webhook.door import Door
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
    door, ops = Door(f"http://127.0.0.1:{free_port()}/interactions"), free_port()
    more = {
        "DISCORD_TOKEN": TOKEN,
        "GIN_OPS_PORT": str(ops),
        "GIN_WEBHOOK_PORT": door.address.partition("1:")[2].partition("/")[0],
        "GIN_PUBLIC_KEY": door.public_key,
        **({} if gateway else {"GIN_SHARD_IDS": "none"}),
        **settings,
    }
    async with (
        running_discord() as discord,
        started(
            command, environment(folder, GIN_DISCORD_API=discord.api, **more), folder
        ) as process,
    ):
        if by_door:
            use_door(discord, door)
        await until(lambda: answers(f"http://127.0.0.1:{ops}/readyz"), process)
        yield Reached(discord, door, process)


def use_door(discord: Discord, door: Door) -> None:
    """Let Discord deliver every interaction to the door; each has to be taken."""

    async def deliver(guild: int, event: str, data: Any) -> int:
        assert event == "INTERACTION_CREATE"
        status, _, content = await door.deliver(data)
        assert (status, content) == (202, b"")
        return 1

    discord.gateway.tell = deliver  # type: ignore[method-assign]
