"""People who press what their panels offer, the same way each time."""

import random
from dataclasses import dataclass
from typing import Final

from benchmarks.wire.tables import choose
from tests.bot.outside.running import Outside
from tests.wire.messages import Message
from tests.wire.objects import User
from tests.wire.recording.games import Game

FIRST: Final = 21
MENUS: Final = ("Put down a meld", "Lay off a card")


@dataclass(frozen=True, slots=True)
class Press:
    """Who presses what; ``value``: the choice, if it is a menu."""

    user: int
    custom_id: str
    value: str = ""

    def __str__(self) -> str:
        return f"{self.custom_id} {self.value}".rstrip()


@dataclass
class Seats:
    """A match under way: its table message, and the panel of each player."""

    world: Outside
    table: Message
    panels: dict[int, Message]
    rng: random.Random

    def next_press(self) -> Press | None:
        """Return the next press, ``None`` if nobody is offered a move."""
        for user, panel in self.panels.items():
            for part in panel.parts():
                if part.get("placeholder") in MENUS and not part.get("disabled"):
                    return Press(user, part["custom_id"], part["options"][0]["value"])
            custom_id = choose(panel, self.rng)
            if custom_id is not None:
                return Press(user, custom_id)
        return None

    async def make(self, press: Press) -> None:
        """Press a button, or choose in a menu."""
        panel = self.panels[press.user]
        if press.value:
            asked = await self.world.discord.select(
                press.user, panel, press.custom_id, [press.value]
            )
            await self.world.answered(asked)
        else:
            await self.world.press_id(press.user, panel, press.custom_id)


async def seated(world: Outside, game: Game, channel: int) -> Seats:
    """Offer a match, take every seat, and open every hand."""
    host, *guests = range(FIRST, FIRST + game.players)
    if game.in_words:
        settings = await world.slash(guests[0], "gin settings", channel=channel)
        await world.press(guests[0], settings.shown[0], "Text mode")
    if game.players == 2:
        asked = await world.slash(
            host,
            "gin challenge",
            channel=channel,
            opponent=User(guests[0]),
            rules=game.preset,
            **game.options,
        )
        join = "Accept"
    else:
        asked = await world.slash(
            host, "gin open", channel=channel, rules=game.preset, **game.options
        )
        join = "Join"
    [table] = asked.shown
    panels: dict[int, Message] = {}
    for guest in guests:
        taken = await world.press(guest, table, join)
        if taken.shown:
            panels[guest] = taken.shown[-1]
    for user in range(FIRST, FIRST + game.players):
        if user not in panels or not any("custom_id" in one for one in panels[user].parts()):
            opened = await world.press(user, table, "My hand")
            panels[user] = opened.shown[-1]
    return Seats(world, table, dict(sorted(panels.items())), random.Random(game.name))
