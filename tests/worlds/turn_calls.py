"""Messages that call a player whose turn it is."""

import asyncio
import time
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from engine.clocks import DAILY
from engine.service import LiveMatch
from tests.journeys.club import Club, Seen
from tests.journeys.world import World, shown
from tests.waiting import PATIENCE_S

SOON = 0.01


def called_soon(world: World) -> None:
    """Let somebody who is not looking be called almost at once."""
    world.bot.parts.display.pings.delay = SOON


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


async def started(club: Club) -> tuple[LiveMatch, Seen]:
    """A challenge that was accepted; nobody's panel is live."""
    table = await club.alice.challenges(club.bob, clock=DAILY.name)
    # Accepting opens a panel; were it known for a moment, a quick timer would trust in it.
    with patch.object(club.bot.parts.display.panels, "opened"):
        await club.bob.accepts(table)
    return await club.match(), table


def calls(world: World) -> list[Any]:
    """The messages in the channel that mention somebody."""
    stored = world.env.backend.messages[world.channel.id].values()
    return [one for one in stored if "your turn vs" in shown(one, one.components).text]


def called(world: World) -> list[int]:
    """Who is mentioned, a number a message."""
    return [user for one in calls(world) for user in one.mention_user_ids]
