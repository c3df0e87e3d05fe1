"""A team match of two servers on the real bot: both organisers, both teams, what each is shown."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from simcord.actors import MemberActor

from engine.clocks.clock import HOUR, MINUTE
from engine.service.events.types import Event
from engine.service.people import GuildId
from tests.bot.events.evening import Evening
from tests.journeys.two_servers import Club, TwoServers
from tests.journeys.world import Shown

TEAMS = ("Lisbon", "Porto")
CODE = re.compile(r"[A-Z2-7]{5}(?:-[A-Z2-7]{1,5})+")


@dataclass
class Side(Evening):
    """One of the two servers, and what its people do."""

    club: Club

    @property
    def guild(self) -> GuildId:
        return GuildId(self.club.guild.id)

    async def event(self, event: Event) -> Event:
        return (await super().event(event)).seen_in(self.guild)

    async def between(self, member: MemberActor) -> Shown:
        """The page of matches between servers."""
        return await self.press(member, await self.open_list(member), "Between servers")

    async def challenge(self, side: int, boards: int = 4) -> str:
        """Plan a match, name the own team, and get the code."""
        panel = await self.press(self.host, await self.between(self.host), "Challenge a server")
        panel = await self.press(self.host, panel, "More")
        for verb, value in (("size", side), ("boards", boards)):
            panel = await self.choose(self.host, panel, f"build-{verb}", str(value))
        panel = await self.press(self.host, panel, "Back")
        starts = datetime.fromtimestamp((self.world.time.now_ms() + 30 * HOUR) / 1000, UTC)
        panel = await self.fill(self.host, panel, "Start", f"{starts:%Y-%m-%d %H:%M} UTC")
        told = await self.fill(self.host, panel, "Challenge a server", TEAMS[0])
        found = CODE.search(told.text)
        assert found is not None, told.text
        return found[0]

    async def accept(self, code: str) -> Shown:
        """Enter a code, look at the challenge, and accept it with a name for the own team."""
        panel = await self.fill(self.host, await self.between(self.host), "Enter a code", code)
        assert "A challenge by Lisbon" in panel.text, panel.text
        return await self.fill(self.host, panel, "Accept", TEAMS[1])

    async def each(self, event: Event, label: str) -> list[Shown]:
        """Every player of the team presses the same button of the message."""
        return [await self.panel(one, event, label) for one in self.players]


@dataclass
class Match:
    """Both servers in a team match."""

    clubs: TwoServers
    sides: tuple[Side, Side]

    async def agreed(self, side: int) -> Event:
        home, away = self.sides
        answer = await away.accept(await home.challenge(side))
        assert "The match is agreed." in answer.text, answer.text
        return await self.newest()

    async def newest(self) -> Event:
        home = self.sides[0]
        return (await home.world.service.events.of_guild(home.guild)).current[-1]

    async def started(self, side: int) -> Event:
        """Everybody enters on their own server's message, checks in, and the boards are dealt."""
        event = await self.agreed(side)
        for one in self.sides:
            await one.each(event, "Enter")
        await self.sides[0].until(event.plan.starts_ms - 15 * MINUTE)
        for one in self.sides:
            await one.each(event, "Check in")
        await self.sides[0].until(event.plan.starts_ms)
        return await self.sides[0].event(event)


def match_of(clubs: TwoServers, **more: Any) -> Match:
    """Both servers with their organisers; everybody else plays."""
    clubs.world.bot.parts.events.left_alone_s = 0.0
    first, second = (
        Side(club.world, club.boss, club.members[1:], club) for club in (clubs.first, clubs.second)
    )
    return Match(clubs, (first, second))
