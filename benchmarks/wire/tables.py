"""Tables at which two people play by pressing what their panels offer."""

import asyncio
import itertools
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from bot.ui.custom_id import parse_custom_id
from engine.game.cards import cards_from
from engine.game.melds import STANDARD, solver
from tests.waiting import until
from tests.wire.messages import Message
from tests.wire.objects import Channel, Payload, User
from tests.wire.server import Discord

FIRST_USER: Final = 10_000
AT_ONCE: Final = 4
"""Tables that are opened at the same time."""
TRIES: Final = 5
"""Challenges until one is taken: a busy machine may refuse some."""
FIRST_CHOICE: Final = (
    "Gin!",
    "Big gin!",
    "Best",
    "Knock with",
    "Lay off",
    "Done, no layoffs",
    "Finish",
    "Ready for",
)
DRAWS: Final = ("Stock", "Pass", "Take")
PICK: Final = "pick-"


@dataclass(frozen=True, slots=True)
class Press:
    """A press to make."""

    user: int
    message: Message
    custom_id: str


class Place(Protocol):
    """A message or some messages that can be pressed, one press at a time."""

    def next_press(self) -> Press | None:
        """Return the next press; ``None`` while nothing is offered."""


@dataclass
class EchoPlace:
    """A message of the echo bot."""

    message: Message

    def next_press(self) -> Press:
        return Press(FIRST_USER, self.message, "again")


@dataclass
class ParrotPlace:
    """A panel of the parrot, any button of which says everything again."""

    panel: Message

    def next_press(self) -> Press:
        pressed = next(part["custom_id"] for _, part in _buttons(self.panel))
        return Press(FIRST_USER, self.panel, str(pressed))


class Table:
    """A match of two people: its public message and their panels."""

    def __init__(self, table: Message, panels: dict[int, Message], seed: int) -> None:
        self.table = table
        self.panels = panels
        self._rng = random.Random(seed)

    def next_press(self) -> Press | None:
        for user, panel in self.panels.items():
            chosen = choose(panel, self._rng)
            if chosen is not None:
                return Press(user, panel, chosen)
        return None

    def refresh(self) -> Press | None:
        """A press that brings a panel up to date, for one that was left behind."""
        for user, panel in self.panels.items():
            for label, part in _buttons(panel):
                if label.startswith("Refresh"):
                    return Press(user, panel, part["custom_id"])
        return None


def choose(panel: Message, rng: random.Random) -> str | None:
    """Choose as a sensible person would among the buttons; ``None`` if none of them plays."""
    buttons = dict(_buttons(panel))
    for start in FIRST_CHOICE:
        for label, part in buttons.items():
            if label.startswith(start):
                return str(part["custom_id"])
    draws = [part for label, part in buttons.items() if label.startswith(DRAWS)]
    if draws:
        draws.sort(key=lambda one: not str(one.get("label")).startswith(DRAWS[:2]))
        return str((draws[0] if rng.random() < 0.9 else draws[-1])["custom_id"])
    for label, part in buttons.items():
        if label.startswith("Discard "):
            return str(part["custom_id"])
    return _best_pick(panel)


def _best_pick(panel: Message) -> str | None:
    """The card that leaves the least deadwood when it is discarded."""
    held, offered = 0, {}
    for part in panel.parts():
        press = parse_custom_id(str(part.get("custom_id", "")))
        if press is not None and press.what.startswith(PICK):
            card = cards_from(press.what.removeprefix(PICK))[0]
            held |= 1 << card
            if not part.get("disabled"):
                offered[card] = str(part["custom_id"])
    if not offered:
        return None
    count = solver(STANDARD).deadwood
    return offered[min(offered, key=lambda card: count(held & ~(1 << card)))]


def _buttons(message: Message) -> Iterator[tuple[str, Payload]]:
    for number, part in enumerate(message.parts()):
        if part.get("type") == 2 and "custom_id" in part and not part.get("disabled"):
            yield str(part.get("label") or f"#{number}"), part


def button(message: Message, start: str) -> str:
    """Return the custom id of the button whose label begins with ``start``."""
    for label, part in _buttons(message):
        if label.startswith(start):
            return str(part["custom_id"])
    raise AssertionError(f"no button {start!r} on {message.text!r}")


async def seat(discord: Discord, pair: tuple[int, int], channel: int) -> Table:
    """Play the beginning of a match: a challenge, accepted, both panels open."""
    host, guest = pair
    message = await _challenged(discord, host, guest, channel)
    accepted = await discord.press(guest, message, button(message, "Accept"))
    await discord.answered(accepted)
    await until(lambda: bool(accepted.shown))
    opened = await discord.answered(await discord.press(host, message, button(message, "My hand")))
    return Table(message, {host: opened.shown[-1], guest: accepted.shown[-1]}, host)


async def _challenged(discord: Discord, host: int, guest: int, channel: int) -> Message:
    said = ""
    for _ in range(TRIES):
        asked = await discord.slash(host, "gin challenge", channel=channel, opponent=User(guest))
        await discord.answered(asked)
        for message in asked.shown:
            if any(label == "Accept" for label, _ in _buttons(message)):
                return message
            said = message.text
        await asyncio.sleep(1)
    raise AssertionError(f"nobody can be challenged: {said}")


async def seat_all(
    discord: Discord, pairs: Sequence[tuple[int, int]], channels: Sequence[int]
) -> list[Table]:
    """Open many tables, in the channels by turns, some at a time."""
    ahead = asyncio.Semaphore(AT_ONCE)

    async def one(pair: tuple[int, int], channel: int) -> Table:
        async with ahead:
            return await seat(discord, pair, channel)

    found = zip(pairs, itertools.cycle(channels), strict=False)
    return list(await asyncio.gather(*(one(pair, channel) for pair, channel in found)))


def add_channels(discord: Discord, numbers: Iterable[int]) -> list[int]:
    """Add channels before the bot connects."""
    found = [one << 22 for one in numbers]
    for number in found:
        discord.guild.channels[number] = Channel(number, discord.guild.id)
    return found
