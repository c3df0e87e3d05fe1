"""Messages that call a player whose turn it is."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from engine.clocks import DAILY
from engine.service import (
    LiveMatch,
    MatchId,
)
from tests.journeys.world import Shown, World, running_world, shown
from tests.waiting import PATIENCE_S
from tests.worlds.tables import live_match

SOON = 0.01


def called_soon(world: World) -> None:
    """Let somebody who is not looking be called almost at once."""
    world.bot.parts.display.pings.delay = SOON


@asynccontextmanager
async def quick_world(folder: Path) -> AsyncIterator[World]:
    async with running_world(folder, people=3) as world:
        called_soon(world)
        yield world


async def eventually(world: World, is_so: Callable[[], bool]) -> None:
    """Wait for what a timer brings."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        await world.settle()
        if is_so():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it did not happen")


async def nothing_more(world: World) -> None:
    """Let every timer that is due pass."""
    for _ in range(4):
        await world.settle()
        await asyncio.sleep(3 * SOON)
    await world.settle()


async def started(world: World) -> tuple[LiveMatch, Shown]:
    """A challenge that was accepted; nobody's panel is live."""
    alice, bob = world.members[:2]
    message = (await world.slash(alice, "challenge", opponent=bob, clock=DAILY.name)).response
    # Accepting opens a panel; were it known for a moment, a quick timer would trust in it.
    with patch.object(world.bot.parts.display.panels, "opened"):
        await world.press(bob, shown(message, message.components), "Accept")
    match = await live_match(world)
    return await loaded(world, match), shown(message, world.stored(message.id).components)


async def loaded(world: World, match: MatchId) -> LiveMatch:
    live = await world.service.load(match)
    assert live is not None
    return live


def calls(world: World) -> list[Any]:
    """The messages in the channel that mention somebody."""
    stored = world.env.backend.messages[world.channel.id].values()
    return [one for one in stored if "your turn vs" in shown(one, one.components).text]


def called(world: World) -> list[int]:
    """Who is mentioned, a number a message."""
    return [user for one in calls(world) for user in one.mention_user_ids]
