"""Plays the games and writes down what the bot sends."""

import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import patch

import time_machine

from bot.presses.go import GoPress, GoVerb
from bot.render import DRAWINGS
from engine.service import SystemEntropy, TimeSettings
from tests.bot.outside.running import GROUP, Outside, running_outside
from tests.journeys.world import Time
from tests.wire.recording.games import Game
from tests.wire.recording.players import Seats, seated
from tests.wire.recording.requests import RequestLog
from tests.wire.server import CHANNEL

BEGINNING = datetime(2026, 1, 5, 12, tzinfo=UTC)
STEP_S = 1.0
"""The time between two presses."""
MOST_PRESSES = 3_000
BUTTON = 2


class StandingClock(Time):
    """A clock that stands still between steps."""

    def elapsed_ms(self) -> int:
        return self.now_ms()


@contextmanager
def fixed(name: str) -> Iterator[time_machine.Traveller]:
    """While it lasts, clock and secrets are those of the game with this name."""
    drawn = random.Random(name)
    with ExitStack() as stack:
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
        self.note("the table")
        for number in range(1, MOST_PRESSES):
            if number == self.game.resigns:
                await self._resign(seats)
            press = seats.next_press()
            if press is None:
                break
            self.clock.shift(STEP_S)
            await seats.make(press)
            self.note(f"{number}: {press.user} presses {press.custom_id} {press.value}".rstrip())
        else:
            raise AssertionError(f"{self.game.name} does not end")
        await self._afterwards(next(iter(seats.panels)), channel)

    def note(self, step: str) -> None:
        """Write down a step with its requests."""
        self.lines += [f"== {step}", *self.log.taken()]

    async def _resign(self, seats: Seats) -> None:
        user, panel = next(iter(seats.panels.items()))
        await self.world.press(user, panel, "More")
        self.note("more")
        asked = await self.world.press(user, panel, "Resign…")
        self.note("asked whether to resign")
        await self.world.press(user, asked.shown[-1], "Yes, resign")
        self.note("resigned")

    async def _afterwards(self, user: int, channel: int) -> None:
        for command in ("gin profile", "gin history"):
            await self.world.slash(user, command, channel=channel)
            self.note(f"/{command}")
        [help_] = (await self.world.slash(user, "gin help", channel=channel)).shown
        self.note("/gin help")
        offered = {part.get("custom_id") for part in help_.parts() if part.get("type") == BUTTON}
        for verb in GoVerb:
            if str(GoPress(verb)) in offered and verb is not GoVerb.PRACTICE:
                await self.world.press_id(user, help_, str(GoPress(verb)))
                self.note(f"{verb} of /gin help")


async def record(game: Game, folder: Path) -> str:
    """Return the recording of a game, which uses a database below ``folder``."""
    with fixed(game.name) as clock:
        async with running_outside(
            folder, terms=TimeSettings(pause_ms=3_600_000, pace_ms=(0, 0)), clock=StandingClock()
        ) as world:
            with patch("bot.ui.compose.DRAWINGS", DRAWINGS):
                log = RequestLog(world.discord.messages)
                world.discord.rest.limits.is_on = False
                world.discord.rest.listener = log.add
                recorder = Recorder(game, world, clock, log, [])
                await recorder.play()
                await world.settle()
    return "\n".join([*recorder.lines, ""])
