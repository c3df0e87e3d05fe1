"""Invitations that end in every way, on messages that went in every way.

Afterwards no message offers what is over, and nobody is shut out by what cannot be seen: the two
people sit at a table or can begin anew.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.wire.interactions import Interaction
from tests.wire.messages import Message
from tests.wire.objects import Channel, User
from tests.wire.server import CHANNEL, GUILD, Discord, running_discord
from tests.worlds.served import Served, served

ANN, BOB, CLEO = 21, 22, 23
ELSEWHERE = 7002 << 22
DRAWN_S = 60.0
EXPIRES_S = 900.0
OFFERS = ("Accept", "Join", "Start", "Decline", "Cancel")


@dataclass
class Server:
    """Two channels and two people."""

    discord: Discord
    gin: Served

    @property
    def public(self) -> list[Message]:
        channels = {CHANNEL, ELSEWHERE, *self.discord.guild.channels}
        found = [one for number in channels for one in self.discord.messages.in_channel(number)]
        return [one for one in found if not one.is_ephemeral]

    def public_with(self, label: str) -> list[Message]:
        return [one for one in self.public if button(one, label)]

    async def slash(
        self, user: int, name: str, channel: int = CHANNEL, **options: object
    ) -> Interaction:
        one = await self.discord.slash(user, name, channel=channel, **options)
        return await self.discord.answered(one)

    async def press(self, user: int, message: Message, label: str) -> Interaction:
        custom_id = button(message, label)
        assert custom_id, f"no {label} on {message.text}"
        return await self.discord.answered(await self.discord.press(user, message, custom_id))

    async def until(self, is_so: Callable[[], bool], what: str, seconds: float = DRAWN_S) -> None:
        end = asyncio.get_running_loop().time() + seconds
        while not is_so():
            assert asyncio.get_running_loop().time() < end, (
                what,
                [one.text for one in self.public],
            )
            await asyncio.sleep(0.5)


def button(message: Message, label: str) -> str:
    """The custom id of a button; empty if there is none."""
    for part in message.parts():
        if str(part.get("label", "")) == label and "custom_id" in part:
            return str(part["custom_id"])
    return ""


@contextlib.asynccontextmanager
async def running(folder: Path) -> AsyncIterator[Server]:
    async with running_discord() as discord:
        discord.guild.channels[ELSEWHERE] = Channel(ELSEWHERE, GUILD, "elsewhere")
        async with served(folder, GIN_DISCORD_API=discord.api) as gin:
            await gin.until(discord.gateway.identified.is_set)
            await asyncio.sleep(3)
            yield Server(discord, gin)


# -- what is offered -------------------------------------------------------------------------


async def challenge(server: Server) -> Message:
    one = await server.slash(ANN, "gin challenge", opponent=User(BOB))
    return one.shown[0]


async def open_table(server: Server) -> Message:
    one = await server.slash(ANN, "gin open")
    return one.shown[0]


async def table_of_three(server: Server) -> Message:
    """Bob has a seat, and one is free."""
    one = await server.slash(ANN, "gin open", rules="three_handed")
    await server.press(BOB, one.shown[0], "Join")
    return one.shown[0]


async def rematch(server: Server) -> Message:
    await server.press(BOB, await challenge(server), "Accept")
    await server.until(lambda: bool(server.public_with("My hand")), "no table")
    [table] = server.public_with("My hand")
    hand = (await server.press(BOB, table, "My hand")).shown[0]
    for label in ("More", "Resign…"):
        hand = [hand, *(await server.press(BOB, hand, label)).shown][-1]
    await server.press(BOB, hand, "Yes, resign")
    await server.until(lambda: bool(button(table, "Rematch")), "not over")
    asked = await server.press(ANN, table, "Rematch")
    return asked.shown[0]


# -- how it ends -----------------------------------------------------------------------------


async def pressed(server: Server, offer: Message, user: int, label: str) -> None:
    await server.press(user, offer, label)


async def refused(server: Server, user: int, label: str) -> None:
    """Ask anew elsewhere; the refusal brings the offer."""
    other = User(BOB if user == ANN else ANN)
    one = await server.slash(user, "gin challenge", ELSEWHERE, opponent=other)
    assert "already have an open challenge" in one.shown[0].text
    assert one.shown[0].is_ephemeral
    await server.press(user, one.shown[0], label)


async def found(server: Server) -> None:
    """Bob takes the seat from the list of tables that wait."""
    finder = (await server.slash(BOB, "gin find", ELSEWHERE)).shown[0]
    menu = next(
        part
        for part in finder.parts()
        if part["type"] == 3
        and any(one["value"].isdecimal() and len(one["value"]) > 9 for one in part["options"])
    )
    one = await server.discord.select(
        BOB, finder, str(menu["custom_id"]), [menu["options"][0]["value"]]
    )
    await server.discord.answered(one)


ENDS: dict[str, Callable[[Server, Message], Awaitable[None]]] = {
    "accepted": lambda server, offer: pressed(server, offer, BOB, "Accept"),
    "joined": lambda server, offer: pressed(server, offer, BOB, "Join"),
    "declined": lambda server, offer: pressed(server, offer, BOB, "Decline"),
    "cancelled": lambda server, offer: pressed(server, offer, ANN, "Cancel"),
    "filled": lambda server, offer: pressed(server, offer, CLEO, "Join"),
    "left": lambda server, offer: pressed(server, offer, ANN, "Leave"),
    "found": lambda server, offer: found(server),
    "expired": lambda server, offer: asyncio.sleep(EXPIRES_S + 60),
    "asked back": lambda server, offer: refused(server, BOB, "Accept"),
    "asked back, declined": lambda server, offer: refused(server, BOB, "Decline"),
    "asked again, cancelled": lambda server, offer: refused(server, ANN, "Cancel"),
}


async def asked_at_the_table(server: Server, user: int) -> None:
    """Press Rematch on the table that is over."""
    [table] = server.public_with("Rematch")
    await server.press(user, table, "Rematch")


ENDS["by the other button"] = lambda server, offer: asked_at_the_table(server, BOB)


# -- what becomes of its message -----------------------------------------------------------------


async def stays(server: Server, offer: Message) -> None:
    pass


async def deleted(server: Server, offer: Message) -> None:
    del server.discord.messages.all[offer.id]


async def channel_deleted(server: Server, offer: Message) -> None:
    channel = server.discord.guild.channels.pop(CHANNEL)
    for message in server.discord.messages.in_channel(CHANNEL):
        del server.discord.messages.all[message.id]
    await server.discord.gateway.tell(GUILD, "CHANNEL_DELETE", channel.payload())


async def hidden(server: Server, offer: Message) -> None:
    server.discord.guild.channels[CHANNEL].is_forbidden = True


FATES = {one.__name__: one for one in (stays, deleted, channel_deleted, hidden)}
BY_BUTTON = {
    challenge: ("accepted", "declined", "cancelled"),
    open_table: ("joined", "cancelled"),
    table_of_three: ("filled", "left", "cancelled"),
    rematch: ("accepted", "declined", "cancelled"),
}
WITHOUT = {
    challenge: ("expired", "asked back", "asked back, declined", "asked again, cancelled"),
    open_table: ("expired", "found"),
    table_of_three: ("expired",),
    rematch: ("expired", "by the other button", "asked back", "asked again, cancelled"),
}
PLAYED = ("accepted", "joined", "filled", "found", "asked back", "by the other button")
QUICK = {
    ("challenge", "asked back", "deleted"),
    ("challenge", "asked again, cancelled", "deleted"),
    ("rematch", "by the other button", "stays"),
}
CELLS = [
    (offer, end, fate)
    for offer in BY_BUTTON
    for fate in FATES
    for end in (*(BY_BUTTON[offer] if fate == "stays" else ()), *WITHOUT[offer])
    # Nobody sees the other button, or finds the table, where its channel is gone.
    if not (end == "by the other button" and fate in ("channel_deleted", "hidden"))
    and not (end == "found" and fate == "channel_deleted")
]


@pytest.mark.parametrize(
    ("offer", "end", "fate"),
    [
        pytest.param(
            *cell, marks=() if (cell[0].__name__, *cell[1:]) in QUICK else pytest.mark.slow
        )
        for cell in CELLS
    ],
    ids=lambda value: value if isinstance(value, str) else value.__name__,
)
async def test_nothing_is_offered_that_is_over(
    tmp_path: Path, offer: Callable[[Server], Awaitable[Message]], end: str, fate: str
) -> None:
    async with running(tmp_path) as server:
        message = await offer(server)
        await FATES[fate](server, message)
        await ENDS[end](server, message)
        is_hidden = fate == "hidden"  # what the bot cannot reach stays as it is
        await server.until(
            lambda: is_hidden or not any(server.public_with(label) for label in OFFERS),
            "an offer that is over",
        )
        plays = end in PLAYED
        if plays:
            hands = [await server.slash(user, "gin hand", ELSEWHERE) for user in (ANN, BOB)]
            assert all(any("hand" in name for name in one.shown[0].files.values()) for one in hands)
            if fate in ("stays", "deleted"):
                await server.until(lambda: len(server.public_with("My hand")) == 1, "no table")
        anew = await server.slash(ANN, "gin challenge", ELSEWHERE, opponent=User(BOB))
        assert button(anew.shown[0], "Accept"), anew.shown[0].text


async def test_whoever_has_too_many_invitations_gets_them_with_their_buttons(
    tmp_path: Path,
) -> None:
    async with running(tmp_path) as server:
        for _ in range(3):
            await deleted(server, await open_table(server))
        refused = (await server.slash(ANN, "gin open")).shown[0]
        assert refused.is_ephemeral
        assert "Cancel one of them first" in refused.text
        await server.press(ANN, refused, "Cancel")
        assert not (await server.slash(ANN, "gin open")).shown[0].is_ephemeral
