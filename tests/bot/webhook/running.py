"""The real process, reached by people through the gateway or through its webhook."""

import contextlib
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.bot.process.running import answers, environment, started, until
from tests.bot.webhook.endpoint import Endpoint
from tests.ports import free_port
from tests.wire.server import Discord, running_discord

TOKEN = "x" * 30
BOT = (sys.executable, "-m", "bot")


@dataclass
class Reached:
    """A bot's process, its Discord and its webhook, which is open beside the gateway or instead."""

    discord: Discord
    endpoint: Endpoint
    process: Process


@contextlib.asynccontextmanager
async def reached(
    folder: Path, *, gateway: bool, by_webhook: bool, command: Sequence[str] = BOT, **settings: str
) -> AsyncIterator[Reached]:
    """Start the bot, its webhook open, and wait until it is ready.

    ``by_webhook``: Discord delivers interactions to the webhook, as it does for an application that
    has given it an address.
    """
    async with (
        running_discord() as discord,
        joined(discord, folder, gateway=gateway, command=command, **settings) as bot,
    ):
        if by_webhook:
            use_endpoints(discord, [bot.endpoint])
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
    """Start a process of the bot at a Discord, its webhook open, and wait until it is ready."""
    endpoint, ops = Endpoint(f"http://127.0.0.1:{free_port()}/interactions"), free_port()
    more = {
        "DISCORD_TOKEN": TOKEN,
        "GIN_OPS_PORT": str(ops),
        "GIN_WEBHOOK_PORT": endpoint.address.partition("1:")[2].partition("/")[0],
        "GIN_PUBLIC_KEY": endpoint.public_key,
        **({} if gateway else {"GIN_SHARD_IDS": "none"}),
        **settings,
    }
    env = environment(folder, GIN_DISCORD_API=discord.api, **more)
    async with started(command, env, folder) as process:
        await until(lambda: answers(f"http://127.0.0.1:{ops}/readyz"), process)
        yield Reached(discord, endpoint, process)


def use_endpoints(discord: Discord, endpoints: Sequence[Endpoint]) -> None:
    """Let Discord deliver each person's interactions to one webhook, which must take them."""

    async def deliver(guild: int, event: str, data: Any) -> int:
        assert event == "INTERACTION_CREATE"
        endpoint = endpoints[int(data["member"]["user"]["id"]) % len(endpoints)]
        status, _, content = await endpoint.deliver(data)
        assert (status, content) == (202, b"")
        return 1

    discord.gateway.tell = deliver  # type: ignore[method-assign]
