"""People at the Discord on loopback who press what the served bot offers them."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.app import GinBot
from engine.game.actions import Resign
from engine.service import Applied, LiveMatch, MatchCommand, MatchId, Service, UserId
from tests.keys import fresh
from tests.service.world import sensible
from tests.wire.interactions import Interaction
from tests.wire.messages import Message
from tests.wire.objects import WITHOUT_THREADS, Channel, User
from tests.wire.server import CHANNEL, GUILD, Discord, running_discord
from tests.worlds.served import Served, served

ANN, BOB, CLEO = 70_021, 70_022, 70_023
ELSEWHERE: Final = 7002 << 22
DRAWN_S: Final = 60.0


@dataclass
class People:
    """Two channels of a server, and who is there."""

    discord: Discord
    gin: Served
    room: int = CHANNEL
    """Where they usually are: a channel, or a thread of it."""
    page_port: int = 0

    @property
    def bot(self) -> GinBot:
        return self.gin.bot

    @property
    def service(self) -> Service:
        return self.bot.parts.messenger.service

    @property
    def public(self) -> list[Message]:
        """What everybody sees, in the channels that there are."""
        channels = {CHANNEL, ELSEWHERE, *self.discord.guild.channels}
        return [one for number in channels for one in self.discord.messages.in_channel(number)]

    def public_with(self, label: str) -> list[Message]:
        return [one for one in self.public if button(one, label)]

    async def slash(self, user: int, name: str, channel: int = 0, **options: object) -> Interaction:
        one = await self.discord.slash(user, name, channel=channel or self.room, **options)
        return await self.discord.answered(one)

    async def press(self, user: int, message: Message, label: str) -> Interaction:
        custom_id = button(message, label)
        assert custom_id, f"no {label} on {message.text}"
        return await self.press_id(user, message, custom_id)

    async def press_id(self, user: int, message: Message, custom_id: str) -> Interaction:
        return await self.discord.answered(await self.discord.press(user, message, custom_id))

    async def choose(self, user: int, message: Message, word: str, value: str) -> Interaction:
        """Choose in the menu whose custom id has this word."""
        ids = [str(one.get("custom_id", "")) for one in message.parts()]
        [menu] = [one for one in ids if word in one]
        return await self.discord.answered(await self.discord.select(user, message, menu, [value]))

    async def until(self, is_so: Callable[[], bool], what: str, seconds: float = DRAWN_S) -> None:
        end = asyncio.get_running_loop().time() + seconds
        while not is_so():
            assert not self.gin.code.done(), self.gin.code
            assert asyncio.get_running_loop().time() < end, (
                what,
                [one.text for one in self.public],
            )
            await asyncio.sleep(0.5)

    # -- matches -----------------------------------------------------------------------------

    async def table(self, channel: int = 0, **options: object) -> tuple[MatchId, Message]:
        """A match of Ann and Bob, with its message."""
        asked = await self.slash(ANN, "gin challenge", channel, opponent=User(BOB), **options)
        await self.press(BOB, asked.shown[0], "Accept")
        await self.until(lambda: bool(self.public_with("My hand")), "no table")
        [live] = await self.service.live_matches_of(UserId(ANN))
        return live.id, self.public_with("My hand")[-1]

    async def live(self, match: MatchId) -> LiveMatch:
        live = await self.service.load(match)
        assert live is not None
        return live

    async def turn(self, match: MatchId) -> LiveMatch:
        """Whoever is to move does something sensible."""
        live = await self.live(match)
        seat = live.public().to_act[0]
        user = live.player(seat).user_id
        assert user is not None
        command = MatchCommand(fresh(), match, user, sensible(live, seat), live.revision(seat))
        outcome = await self.service.act(command)
        assert isinstance(outcome, Applied), outcome
        return outcome.live

    async def begun(self, match: MatchId) -> LiveMatch:
        """Play until the match counts when somebody resigns."""
        live = await self.live(match)
        while live.public().may_abort:
            live = await self.turn(match)
        return live

    async def resign(self, match: MatchId, loser: int) -> LiveMatch:
        """Lose a match that has begun."""
        await self.begun(match)
        command = MatchCommand(fresh(), match, UserId(loser), Resign(), None)
        outcome = await self.service.act(command)
        assert isinstance(outcome, Applied), outcome
        return outcome.live


def button(message: Message, label: str) -> str:
    """The custom id of a button; empty if there is none."""
    for part in message.parts():
        if str(part.get("label", "")) == label and "custom_id" in part:
            return str(part["custom_id"])
    return ""


@contextlib.asynccontextmanager
async def meeting(discord: Discord, folder: Path, **settings: str) -> AsyncIterator[People]:
    """The bot is served to a Discord that runs."""
    async with served(folder, playground=False, GIN_DISCORD_API=discord.api, **settings) as gin:
        await gin.until(discord.gateway.identified.is_set)
        await asyncio.sleep(3)
        yield People(discord, gin)


@contextlib.asynccontextmanager
async def people(folder: Path, **settings: str) -> AsyncIterator[People]:
    async with running_discord() as discord:
        discord.guild.rights = WITHOUT_THREADS
        discord.guild.channels[ELSEWHERE] = Channel(ELSEWHERE, GUILD, "elsewhere")
        async with meeting(discord, folder, **settings) as here:
            yield here
