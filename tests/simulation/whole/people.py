"""People in a channel: they press what they are shown, old buttons too, twice, and all at once."""

import asyncio
import copy
import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from benchmarks.wire.tables import choose
from bot.ui.custom_id import Area, parse_custom_id
from engine.service import UserId
from tests.wire.interactions import Interaction
from tests.wire.messages import Message
from tests.wire.objects import User
from tests.wire.server import CHANNEL

if TYPE_CHECKING:
    from tests.simulation.whole.run import World

KEPT: Final = 12
"""Messages that somebody still has before their eyes, as they were."""
DEAR: Final = ("Resign", "Yes", "Leave", "Delete", "Report", "Block", "Hint", "Coach", "Analy")
"""Starts of labels that are pressed seldom or never: they end matches, or think for long."""


class Person:
    """One person; ``rival``: whom they challenge, or 0 for somebody who plays computers."""

    def __init__(self, world: "World", user: int, rival: int, chance: random.Random) -> None:
        self._world = world
        self.user = UserId(user)
        self._rival = rival
        self._chance = chance
        self._old: list[tuple[Message, str]] = []
        self._asked_at = -1e9
        self.presses = 0
        self.has_gone = False

    async def live(self) -> None:
        """Press until told to stop."""
        while not self.has_gone:
            calm = self._world.is_calm
            await asyncio.sleep(self._chance.uniform(0.6, 2.0 if calm else 5.0))
            if not calm and self._chance.random() < 0.02:
                await asyncio.sleep(self._chance.uniform(10, 60))
            if not self.has_gone:
                await self._once()

    async def _once(self) -> None:
        dice = self._chance.random()
        if dice < 0.05 and self._old:
            message, what = self._chance.choice(self._old)
            await self._press(message, what)
        elif dice < 0.12 and not self._world.is_calm:
            await self._press_anything()
        elif dice < 0.25 or not await self._play():
            await self._begin_or_look()

    # -- what is before their eyes ---------------------------------------------------------

    def public(self) -> list[Message]:
        """What everybody sees."""
        return self._world.discord.messages.in_channel(CHANNEL)

    def own(self) -> list[Message]:
        """What only this person sees, oldest first."""
        found = self._world.discord.messages.all.values()
        answers = self._world.discord.interactions.all
        return [
            one
            for one in found
            if one.is_ephemeral
            and one.interaction in answers
            and answers[one.interaction].user == self.user
        ]

    def panels(self) -> dict[int, Message]:
        """The newest panel of each match."""
        return {match: found[-1] for match, found in self.all_panels().items()}

    def all_panels(self) -> dict[int, list[Message]]:
        """All panels of each match, oldest first."""
        found: dict[int, list[Message]] = {}
        for message in self.own():
            for match in matches_on(message, (Area.PLAY, Area.HAND)):
                found.setdefault(match, []).append(message)
        return found

    def tables(self) -> list[tuple[int, Message]]:
        """The table messages of matches in which this person plays."""
        found = []
        for message in self.public():
            for match in matches_on(message, (Area.TABLE,)):
                live = self._world.watch.lives.get(match)
                if live is not None and not live.is_over and live.seat_of(self.user) is not None:
                    found.append((match, message))
        return found

    def running(self) -> list[int]:
        """The matches in which this person plays."""
        lives = self._world.watch.lives.values()
        return [one.id for one in lives if not one.is_over and one.seat_of(self.user) is not None]

    # -- what they do ------------------------------------------------------------------------

    async def _play(self) -> bool:
        """Press what a panel offers; whether one did."""
        running = self.running()
        panels = list(self.panels().items())
        self._chance.shuffle(panels)
        for match, panel in panels:
            chosen = choose(panel, self._chance)
            if match not in running or chosen is None:
                continue
            await self._press(panel, chosen)
            return True
        return False

    async def _begin_or_look(self) -> None:
        now = asyncio.get_running_loop().time()
        for message in self.public():
            for label, what in buttons_of(message):
                if label == "Accept" and f"<@{self.user}>" in message.text:
                    await self._press(message, what)
                    return
        tables, running = self.tables(), self.running()
        if running and (len(tables) < len(running) or self._chance.random() < 0.05):
            await self._sent(await self._world.discord.slash(self.user, "gin hand"))
            return
        if tables:
            _, message = self._chance.choice(tables)
            for label, what in buttons_of(message):
                if label == "My hand" and self._chance.random() < 0.5:
                    await self._press(message, what)
            return
        waits = any(one.text.startswith(f"### Player {self.user} chall") for one in self.public())
        if running or now < self._asked_at + 30.0 or waits:
            return
        self._asked_at = now
        discord = self._world.discord
        if not self._rival:
            await self._sent(await discord.slash(self.user, "gin practice", target=10))
        elif self.user < self._rival:
            clock = self._chance.choice(("live", "daily"))
            await self._sent(
                await discord.slash(
                    self.user, "gin challenge", opponent=User(self._rival), target=10, clock=clock
                )
            )

    async def _press_anything(self) -> None:
        messages = [*self.public()[-4:], *self.own()[-4:]]
        found = [
            (message, what)
            for message in messages
            for label, what in buttons_of(message)
            if not label.startswith(DEAR) or (label == "Resign" and self._chance.random() < 0.1)
        ]
        if found:
            await self._press(*self._chance.choice(found))

    async def _press(self, message: Message, what: str) -> None:
        self._old = [*self._old[-KEPT:], (copy.deepcopy(message), what)]
        await self._sent(await self._world.press(self.user, message, what))
        if self._chance.random() < 0.06:
            self._world.storm.count("pressed twice")
            await self._sent(await self._world.press(self.user, self._old[-1][0], what))

    async def _sent(self, one: Interaction) -> None:
        self.presses += 1
        self._world.sent.append(one)
        if self._chance.random() < 0.7:
            try:
                async with asyncio.timeout(5.0):
                    await one.answered.wait()
            except TimeoutError:
                pass


def buttons_of(message: Message) -> Iterator[tuple[str, str]]:
    """The labels and custom ids of the buttons that can be pressed."""
    for part in message.parts():
        if part.get("type") == 2 and "custom_id" in part and not part.get("disabled"):
            yield str(part.get("label") or ""), str(part["custom_id"])


def matches_on(message: Message, areas: tuple[Area, ...]) -> dict[int, None]:
    """The matches that a message's buttons in these areas are about."""
    found: dict[int, None] = {}
    for part in message.parts():
        press = parse_custom_id(str(part.get("custom_id", "")))
        if press is not None and press.area in areas and press.id:
            found[press.id] = None
    return found
