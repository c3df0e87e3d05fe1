"""Matches in a chat that the bot is no member of."""

import asyncio
import random
import time

from benchmarks.wire.tables import choose
from engine.service import UserId
from tests.bot.outside.running import (
    ANN,
    BOB,
    GROUP,
    Outside,
    button,
)
from tests.waiting import PATIENCE_S
from tests.wire.interactions import UPDATE
from tests.wire.messages import Message
from tests.wire.objects import User


async def table_of_two(
    world: Outside, channel: int = GROUP, **options: object
) -> tuple[Message, dict[int, Message]]:
    """A challenge, accepted; both hands are open."""
    asked = await world.slash(ANN, "gin challenge", channel=channel, opponent=User(BOB), **options)
    [table] = asked.shown
    assert not table.is_ephemeral
    accepted = await world.press(BOB, table, "Accept")
    assert accepted.callback == UPDATE
    opened = await world.press(ANN, table, "My hand")
    return table, {ANN: opened.shown[-1], BOB: accepted.shown[-1]}


async def play(world: Outside, panels: dict[int, Message], presses: int, seed: int = 1) -> int:
    """Press what the panels offer; return how many presses were possible until the match ended.

    In a running match somebody is always offered a press, if only after a moment.
    """
    rng = random.Random(seed)
    for number in range(presses):
        offered = _offered(panels, rng)
        if not offered:
            offered = await _offered_later(world, panels, rng)
        if not offered:
            return number
        for user, custom_id in offered:
            await world.press_id(user, panels[user], custom_id)
    return presses


async def move(world: Outside, panels: dict[int, Message]) -> None:
    """Press until a move is stored."""
    [live] = await world.service.live_matches_of(UserId(ANN))
    moved = live
    while moved.version == live.version:
        assert await play(world, panels, 1) == 1
        [moved] = await world.service.live_matches_of(UserId(ANN))


def _offered(panels: dict[int, Message], rng: random.Random) -> list[tuple[int, str]]:
    found = [(user, choose(panel, rng)) for user, panel in panels.items()]
    offered = [(user, custom_id) for user, custom_id in found if custom_id is not None]
    # Whose panel has lost its token brings it up to date by its own button.
    old = [user for user, panel in panels.items() if "Refresh" in _labels(panel)]
    return offered or [(user, button(panels[user], "Refresh")) for user in old]


async def _offered_later(
    world: Outside, panels: dict[int, Message], rng: random.Random
) -> list[tuple[int, str]]:
    """Wait until a panel offers a press; nothing if the match is over."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        last = [await world.service.last_match_of(UserId(user)) for user in panels]
        offered = _offered(panels, rng)
        if offered or all(live is None or live.is_over for live in last):
            return offered
        await asyncio.sleep(0.005)
    raise AssertionError([message.text for message in panels.values()])


def _labels(message: Message) -> set[str]:
    return {str(one.get("label", "")) for one in message.parts() if one.get("type") == 2}
