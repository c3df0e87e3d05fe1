"""Two servers and a team match between them, as their organisers and players bring it about."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

from engine.clocks.clock import HOUR, MINUTE
from engine.service import GuildConfig, GuildId, Person, Prefs, UserId
from engine.service.events.deed_types import Deed
from engine.service.events.invitation_types import Accept, Invite, Invited
from engine.service.events.outcome_types import EventOutcome
from engine.service.events.types import Event, EventKind, EventPlan
from tests.keys import fresh
from tests.service.events.hall import HOST, Hall, changed, person, plan
from tests.service.two_servers import ADMIN, AWAY, AWAY_CHANNEL, PLACES, account
from tests.service.world import CHANNEL, GUILD, STANDARD, open_world

AWAY_HOST = Person(UserId(901), "Ada", "Ada@account")
TEAMS = ("Lisbon", "Porto")
BOARDS = 4
HOSTS = {GUILD: HOST, AWAY: AWAY_HOST}


def member(team: int, number: int) -> Person:
    """The n-th player of a team."""
    return account(person(10 * (team - 1) + number))


@dataclass
class Contest(Hall):
    """A match of two servers; team 1 belongs to the first."""

    async def open(self, *guilds: GuildId, **more: Any) -> None:
        for guild in guilds or (GUILD, AWAY):
            config = GuildConfig(across=True, **more)
            await self.world.service.set_guild_config(fresh(), guild, ADMIN, config)

    async def show_names(self, *people: Person) -> None:
        for one in people:
            await self.world.service.set_prefs(fresh(), one, Prefs(world_board=True))

    def offered(self, **more: Any) -> EventPlan:
        plain: dict[str, Any] = {
            "rules": STANDARD,
            "boards": BOARDS,
            "teams": (TEAMS[0], ""),
            "starts_ms": self.in_ms(HOUR),
        }
        return plan(EventKind.TEAMS, **plain | more)

    async def invite(self, guild: GuildId = GUILD, **more: Any) -> Invited:
        channel = PLACES[guild]
        ask = Invite(self.world.press(), guild, channel, HOSTS[guild], self.offered(**more), "en")
        return await self.world.service.server_matches.invite(ask)

    async def code(self, **more: Any) -> str:
        found = (await self.invite(**more)).code
        assert found is not None
        return found

    def acceptance(self, code: str, **more: Any) -> Accept:
        ask = Accept(self.world.press(), AWAY, AWAY_CHANNEL, AWAY_HOST, code, TEAMS[1], "pt")
        return replace(ask, **more)

    async def accept(self, code: str, **more: Any) -> EventOutcome:
        return await self.world.service.server_matches.accept(self.acceptance(code, **more))

    async def agreed(self, **more: Any) -> Event:
        await self.open()
        event = changed(await self.accept(await self.code(**more)))
        self.id = event.id
        await self.world.service.idle()
        return event

    async def join(self, guild: GuildId, who: Person) -> EventOutcome:
        press = self.world.press()
        return await self.world.service.events.enter(press, self.id, who, guild=guild)

    async def fill(self, side: int) -> None:
        for number in range(1, side + 1):
            for team, guild in ((1, GUILD), (2, AWAY)):
                changed(await self.join(guild, member(team, number)))

    async def be_here(self, *people: Person) -> None:
        event = await self.event()
        await self.jump(max(0, event.plan.starts_ms - 15 * MINUTE - self.world.clock.now))
        for one in people:
            press = self.world.press()
            changed(await self.world.service.events.check_in(press, self.id, one.user_id))

    async def begun(self, side: int = 2, **more: Any) -> Event:
        """A running match with full teams."""
        await self.agreed(side=side, **more)
        await self.fill(side)
        await self.be_here(*(member(team, one) for one in range(1, side + 1) for team in (1, 2)))
        return await self.start()

    async def start(self) -> Event:
        event = await self.event()
        await self.jump(event.plan.starts_ms - self.world.clock.now)
        return await self.event()

    async def seen(self) -> tuple[Event, Event]:
        event = await self.event()
        return event.seen_in(GUILD), event.seen_in(AWAY)

    async def do(self, guild: GuildId, deed: Deed) -> EventOutcome:
        press, actor = self.world.press(), HOSTS[guild].user_id
        return await self.world.service.events.manage(press, self.id, actor, deed, guild)

    async def finish(self) -> Event:
        """Everybody plays all boards."""
        for pairing in self.playing(await self.event()):
            await self.play(pairing)
        await self.wait(2 * MINUTE)
        return await self.event()


@asynccontextmanager
async def contest(url: str, **more: Any) -> AsyncIterator[Contest]:
    world = await open_world(url, **more)
    opened = Contest(world)
    world.service.event_hub.subscribe(opened.listen)
    yield opened
    await world.service.close()


__all__ = ["AWAY", "AWAY_CHANNEL", "CHANNEL", "GUILD", "Contest", "contest", "member"]
