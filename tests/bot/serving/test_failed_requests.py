"""Every request that fails for a while, in every way, during a whole turn of two people.

Afterwards whoever is to move was called once, tables and panels show the newest state, and the log
has lines instead of tracebacks.
"""

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest

from benchmarks.wire.tables import choose
from tests.seeds import lots
from tests.wire.interactions import Interaction
from tests.wire.messages import Message
from tests.wire.objects import User
from tests.wire.server import CHANNEL, Discord, running_discord
from tests.worlds.covering import in_part
from tests.worlds.served import Served, served
from tests.worlds.troubles import EVERY, FAULTS, OF_A_TURN, RECOVERED_S, Trouble, troubled

ANN, BOB = 21, 22
LOOK_S: Final = 30.0
"""What was drawn is stored at the next look, on a database of one process."""
ROUTES = (*OF_A_TURN, EVERY)
LOGS = ("bot.ui.requests", "bot.ui.reply", "bot.match", "bot.ui.public_message")
NEVER_LEARNT = ((EVERY, "reset after it was done"), (EVERY, "half a body"))
"""Nothing is answered for a whole turn: the id of its call is never learnt, so the call stays."""
_CELLS: Final = [(route, fault) for route in ROUTES for fault in FAULTS]
QUICK: Final = [(route, "reset") for route in ROUTES]
CELLS = [
    pytest.param(*cell, marks=marks)
    for cell, marks in zip(_CELLS, in_part(_CELLS, QUICK), strict=True)
]


@dataclass
class Room:
    """A channel with two people, who look at it and press what is offered to them."""

    discord: Discord
    gin: Served
    folder: Path
    asked: list[Interaction] = field(default_factory=list)

    # -- what people see ---------------------------------------------------------------------

    @property
    def public(self) -> list[Message]:
        return [one for one in self.discord.messages.in_channel(CHANNEL) if not one.is_ephemeral]

    def offering(self, label: str) -> tuple[Message, str] | None:
        """The newest public message with a button, and the button."""
        for message in reversed(self.public):
            for part in message.parts():
                if str(part.get("label", "")).startswith(label) and "custom_id" in part:
                    return message, str(part["custom_id"])
        return None

    def calls(self, user: int, kind: str = "your turn") -> list[Message]:
        """The messages that call somebody to their turn, in the channel or directly."""
        direct = self.discord.messages.in_channel(self.discord.direct(user))
        called = [one for one in self.public if f"<@{user}>" in one.text and kind in one.text]
        return called + [one for one in direct if kind.capitalize() in one.text]

    def panel(self, user: int) -> Message | None:
        """Somebody's newest hand."""
        hands = [
            message
            for one in self.asked
            for message in one.shown
            if one.user == user and any(name.startswith("hand-") for name in message.files.values())
        ]
        return max(hands, key=lambda one: one.id, default=None)

    def next_press(self, user: int) -> str | None:
        panel = self.panel(user)
        return None if panel is None else choose(panel, lots("presses"))

    # -- what they do ------------------------------------------------------------------------

    async def press(self, user: int, message: Message, custom_id: str) -> None:
        self.asked.append(await self.discord.press(user, message, custom_id))
        await asyncio.sleep(8)  # discord.py repeats a 502 by itself before it gives up

    async def until(self, is_so: Callable[[], bool], seconds: float, what: str) -> None:
        end = asyncio.get_running_loop().time() + seconds
        while not is_so():
            assert not self.gin.code.done(), self.gin.code
            assert asyncio.get_running_loop().time() < end, f"{what}: {self._seen()}"
            await asyncio.sleep(0.25)

    def _seen(self) -> list[str]:
        return [one.text for one in self.public]

    # -- what is stored ----------------------------------------------------------------------

    def match(self) -> sqlite3.Row | None:
        with contextlib.closing(sqlite3.connect(self.folder / "gin.db")) as database:
            database.row_factory = sqlite3.Row
            found: sqlite3.Row | None = database.execute("SELECT * FROM matches").fetchone()
            return found

    def is_drawn(self) -> bool:
        match = self.match()
        return match is not None and match["rendered_version"] == match["version"]


@contextlib.asynccontextmanager
async def troubled_room(
    folder: Path, route: str, fault: str
) -> AsyncIterator[tuple[Room, Trouble]]:
    async with running_discord() as discord, served(folder, GIN_DISCORD_API=discord.api) as gin:
        await gin.until(discord.gateway.identified.is_set)
        with troubled(discord, route, fault) as trouble:
            yield Room(discord, gin, folder), trouble


async def wants_direct_messages(room: Room, user: int) -> None:
    one = await room.discord.answered(await room.discord.slash(user, "gin settings"))
    [menu] = [
        str(part["custom_id"])
        for part in one.shown[0].parts()
        if str(part.get("custom_id", "")).endswith("notify")
    ]
    await room.discord.answered(await room.discord.select(user, one.shown[0], menu, ["dm"]))


async def begun(room: Room) -> None:
    """Ann challenges Bob, who accepts, both as often as it takes."""
    room.asked.append(await room.discord.slash(ANN, "gin challenge", opponent=User(BOB)))
    await room.until(lambda: room.offering("Accept") is not None, 100, "no invitation")
    while (offered := room.offering("Accept")) is not None and room.match() is None:
        await room.press(BOB, *offered)
    await room.until(lambda: room.offering("My hand") is not None, 100, "no table")


async def hand_opened(room: Room, user: int) -> None:
    for _ in range(12):
        if room.panel(user) is not None:
            return
        offered = room.offering("My hand")
        assert offered is not None
        await room.press(user, *offered)
    raise AssertionError("no hand")


async def turn_taken(room: Room, user: int) -> None:
    """Press until the hand offers nothing more; what is not answered is pressed again."""
    for _ in range(20):
        custom_id, panel = room.next_press(user), room.panel(user)
        if custom_id is None or panel is None:
            return
        await room.press(user, panel, custom_id)
    raise AssertionError(f"{user} is still to move")


@pytest.mark.parametrize(("route", "fault"), CELLS)
async def test_a_turn_survives(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, route: str, fault: str
) -> None:
    caplog.set_level(logging.INFO, "bot")
    async with troubled_room(tmp_path, route, fault) as (room, trouble):
        if route == "POST /users/@me/channels":
            await wants_direct_messages(room, ANN)
        with trouble.lasting():
            await begun(room)
            await hand_opened(room, BOB)
        await room.until(room.is_drawn, RECOVERED_S + LOOK_S, "the table is behind")
        assert room.offering("Accept") is None, "nobody is offered what is over"
        if room.next_press(BOB) is not None:
            with trouble.lasting():
                await turn_taken(room, BOB)
        await room.until(lambda: len(room.calls(ANN)) == 1, RECOVERED_S, "nobody is called")
        await asyncio.sleep(RECOVERED_S)
        assert len(room.calls(ANN)) == 1, "called once"
        with trouble.lasting():
            await hand_opened(room, ANN)
            await turn_taken(room, ANN)
        await room.until(lambda: not room.calls(ANN), RECOVERED_S, "the call stays")
        # The id of a hand whose answer was cut off is not known: whoever has it is called instead.
        await room.until(
            lambda: room.next_press(BOB) is not None or room.calls(BOB) != [],
            RECOVERED_S,
            "an old panel",
        )
        assert len(room.calls(BOB)) <= 1 or (route, fault) in NEVER_LEARNT
        await room.until(room.is_drawn, RECOVERED_S + LOOK_S, "the table is behind")
        assert room.next_press(ANN) is None, "an old panel"
    assert trouble.strikes
    assert [one.exc_info for one in caplog.records if one.exc_info] == []
    # discord.py repeats what was answered with 502, aiohttp a deletion; both say nothing.
    is_silent = fault == "a page with 502" or route.startswith("DELETE")
    if not is_silent:
        assert [one for one in caplog.records if one.name.startswith(LOGS)]
