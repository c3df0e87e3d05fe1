"""Plays the games and writes down what the bot sends."""

import asyncio
import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import patch

import pytest
import time_machine

from bot.presses.menu import MenuPress, MenuVerb
from bot.render import DRAWINGS
from engine.service import SystemEntropy, TimeSettings
from tests.bot.outside.running import GROUP, Outside, running_outside
from tests.journeys.world import Time
from tests.patient import be_patient
from tests.waiting import PATIENCE_S
from tests.wire.recording.games import Game
from tests.wire.recording.players import Seats, seated
from tests.wire.recording.requests import RequestLog
from tests.wire.server import CHANNEL

BEGINNING = datetime(2026, 1, 5, 12, tzinfo=UTC)
STEP_S = 1.0
"""The time between two presses."""
MOST_PRESSES = 3_000
BUTTON = 2
QUIET_TURNS = 3


class StandingClock(Time):
    """A clock that stands still between steps."""

    def elapsed_ms(self) -> int:
        return self.now_ms()


@contextmanager
def fixed(name: str) -> Iterator[time_machine.Traveller]:
    """While it lasts, clock and secrets are those of the game with this name, and the bot has all
    the time that it needs.
    """
    drawn = random.Random(name)
    with ExitStack() as stack:
        be_patient(stack.enter_context(pytest.MonkeyPatch.context()))
        stack.enter_context(
            patch.object(SystemEntropy, "token", lambda _, count: drawn.randbytes(count))
        )
        yield stack.enter_context(time_machine.travel(BEGINNING, tick=False))


@dataclass
class Recorder:
    """One game on its own bot and database."""

    game: Game
    world: Outside
    clock: time_machine.Traveller
    log: RequestLog
    lines: list[str]

    async def play(self) -> None:
        """Play the match to its end, and look at what can be seen afterwards."""
        channel = GROUP if self.game.in_group else CHANNEL
        seats = await seated(self.world, self.game, channel)
        await self.note("the table")
        for number in range(1, MOST_PRESSES):
            if number == self.game.resigns:
                await self._resign(seats)
            press = seats.next_press()
            if press is None:
                break
            self.clock.shift(STEP_S)
            await seats.make(press)
            await self.note(
                f"{number}: {press.user} presses {press.custom_id} {press.value}".rstrip()
            )
        else:
            raise AssertionError(f"{self.game.name} does not end")
        await self._afterwards(next(iter(seats.panels)), channel)

    async def note(self, step: str) -> None:
        """Write down a step with its requests, when nothing more comes of it."""
        await self._quiet()
        self.lines += [f"== {step}", *self.log.taken()]

    async def _quiet(self) -> None:
        """Wait until the bot has nothing left to do.

        Bot and Discord share the event loop, so that a busy machine delays this as well; pictures
        and the database have threads of their own, and are asked.
        """
        rest, store = self.world.discord.rest, self.world.service._store
        turns = 0
        while turns < QUIET_TURNS:
            sent = len(rest.records.all)
            await self.world.settle()
            await asyncio.sleep(0.002)
            is_busy = bool(rest.open or store._reading or DRAWINGS._begun)
            turns = 0 if is_busy or len(rest.records.all) > sent else turns + 1

    async def _resign(self, seats: Seats) -> None:
        user, panel = next(iter(seats.panels.items()))
        await self.world.press(user, panel, "More")
        await self.note("more")
        asked = await self.world.press(user, panel, "Resign…")
        await self.note("asked whether to resign")
        await self.world.press(user, asked.shown[-1], "Yes, resign")
        await self.note("resigned")

    async def _afterwards(self, user: int, channel: int) -> None:
        for command in ("gin profile", "gin history"):
            await self.world.slash(user, command, channel=channel)
            await self.note(f"/{command}")
        [help_] = (await self.world.slash(user, "gin help", channel=channel)).shown
        await self.note("/gin help")
        offered = {part.get("custom_id") for part in help_.parts() if part.get("type") == BUTTON}
        for verb in MenuVerb:
            if str(MenuPress(verb)) in offered and verb is not MenuVerb.PRACTICE:
                await self.world.press_id(user, help_, str(MenuPress(verb)))
                await self.note(f"{verb} of /gin help")


async def record(game: Game, folder: Path) -> str:
    """Return the recording of a game, which uses a database below ``folder``."""
    with fixed(game.name) as clock:
        async with running_outside(
            folder,
            terms=TimeSettings(pause_ms=3_600_000, pace_ms=(0, 0)),
            clock=StandingClock(),
            watchdog_s=PATIENCE_S,
        ) as world:
            with patch("bot.ui.compose.DRAWINGS", DRAWINGS):
                # Whether somebody is called depends on how soon they press.
                world.bot.parts.display.pings.delay = 3_600.0
                log = RequestLog(world.discord.messages)
                world.discord.rest.limits.is_on = False
                world.discord.rest.listener = log.add
                recorder = Recorder(game, world, clock, log, [])
                await recorder.play()
                await world.settle()
    return "\n".join([*recorder.lines, ""])
