"""A server's events as their players see them: people enter, check in, play and resign."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from engine.clocks import HOUR, LIVE, MINUTE
from engine.events.plan import EventKind, EventPlan
from engine.game.actions import Resign
from engine.game.match import MatchPhase
from engine.service import Applied, GuildId, MatchCommand, Person, UserId
from engine.service.events.organizer_actions import OrganizerAction
from engine.service.events.outcomes import (
    EventChanged,
    EventCode,
    EventNews,
    EventOutcome,
    EventRefused,
)
from engine.service.events.types import Announce, Event, EventId, EventPairing, PairingState
from engine.service.live import stored_of
from tests.service.world import CHANNEL, GUILD, NOW, STANDARD, World, existing, open_world

NO_EVENT = EventId(0)
HOST = Person(UserId(900), "Holly")
QUICK = replace(STANDARD, target=10)
__all__ = ["HOST", "QUICK", "Hall", "hall", "person"]


def person(number: int) -> Person:
    """The n-th member, from 1."""
    return Person(UserId(5000 + number), f"Player {number}")


def plan(kind: EventKind, **more: Any) -> EventPlan:
    plain: dict[str, Any] = {
        "name": "Friday",
        "kind": kind,
        "preset": "standard",
        "rules": QUICK,
        "starts_ms": NOW + HOUR,
        "clock": LIVE,
    }
    return EventPlan(**plain | more)


@dataclass
class Hall:
    """One event, and a world to hold it in."""

    world: World
    id: EventId = NO_EVENT
    heard: list[EventChanged] = field(default_factory=list)

    @property
    def events(self) -> Any:
        return self.world.service.events

    @property
    def news(self) -> list[EventNews]:
        return [one for each in self.heard for one in each.news]

    async def listen(self, news: EventChanged) -> None:
        self.heard.append(news)

    @property
    def guild(self) -> GuildId:
        return GUILD

    def in_ms(self, duration: int) -> int:
        return self.world.clock.now + duration

    async def ask(self, kind: EventKind, **more: Any) -> EventOutcome:
        asked = Announce(self.world.press(), GUILD, CHANNEL, HOST, plan(kind, **more))
        return await self.world.service.events.announce(asked)

    async def announced_only(self, kind: EventKind, **more: Any) -> Event:
        """An announced event, before any of its timers has fired."""
        return changed(await self.ask(kind, starts_ms=self.in_ms(HOUR), **more))

    async def announced(self, kind: EventKind, **more: Any) -> Event:
        event = changed(await self.ask(kind, **more))
        self.id = event.id
        await self.world.service.idle()
        return event

    async def enter(self, number: int) -> EventOutcome:
        return await self.world.service.events.enter(self.world.press(), self.id, person(number))

    async def check_in(self, number: int) -> EventOutcome:
        user = person(number).user_id
        return await self.world.service.events.check_in(self.world.press(), self.id, user)

    async def enter_all(self, *numbers: int) -> None:
        for number in numbers:
            changed(await self.enter(number))

    async def check_in_all(self, *numbers: int) -> None:
        for number in numbers:
            changed(await self.check_in(number))

    async def withdraw(self, number: int) -> EventOutcome:
        user = person(number).user_id
        return await self.world.service.events.withdraw(self.world.press(), self.id, user)

    async def pause(self, number: int, paused: bool) -> EventOutcome:
        user = person(number).user_id
        return await self.world.service.events.pause(self.world.press(), self.id, user, paused)

    async def organize(self, action: OrganizerAction) -> EventOutcome:
        press = self.world.press()
        return await self.world.service.events.organize(press, self.id, HOST.user_id, action)

    async def event(self) -> Event:
        return existing(await self.world.service.events.event(self.id))

    async def wait(self, duration: int) -> Event:
        """Let time pass, in steps, so that no timer is late."""
        end = self.world.clock.now + duration
        while self.world.clock.now < end:
            self.world.clock.now = min(end, self.world.clock.now + 30_000)
            await self.world.service.idle()
        return await self.event()

    async def started(self, kind: EventKind, count: int, **more: Any) -> Event:
        """An event that ``count`` people have entered and checked in for."""
        await self.announced(kind, **more)
        await self.enter_all(*range(1, count + 1))
        event = await self.event()
        window = event.plan.starts_ms - self.world.clock.now
        lead = 15 * MINUTE if event.plan.clock == LIVE else 24 * HOUR
        if window > lead:
            await self.jump(window - lead)
        await self.check_in_all(*range(1, count + 1))
        await self.jump(event.plan.starts_ms - self.world.clock.now)
        return await self.event()

    async def jump(self, duration: int) -> None:
        self.world.clock.now += duration
        await self.world.service.idle()

    def playing(self, event: Event) -> list[EventPairing]:
        return [one for one in event.pairings if one.state is PairingState.PLAYING]

    async def resign(self, loser: UserId, pairing: EventPairing) -> None:
        """One player of a running pairing resigns, after a discard of each."""
        live = await self.world.load(pairing.matches[-1])
        while not live.is_over and stored_of(live).match.may_abort:
            live = await self.world.turn(live)
        if live.is_over and live.version:  # a knock came before the first discard
            await self.world.service.idle()
            return
        command = MatchCommand(self.world.press(), live.id, loser, Resign(), None)
        outcome = await self.world.service.act(command)
        assert isinstance(outcome, Applied), outcome
        await self.world.service.idle()

    async def begin(self, pairing: EventPairing, only: UserId | None = None) -> None:
        """Both players press something, or only one of them if it is their turn."""
        live = await self.world.load(pairing.matches[-1])
        seen: set[UserId | None] = set()
        while len(seen) < 2:
            seat = live.public().to_act[0]
            if only is not None and live.player(seat).user_id != only:
                return
            seen.add(live.player(seat).user_id)
            live = await self.world.turn(live)

    async def play(self, pairing: EventPairing) -> None:
        """Both play a match to its end."""
        live = await self.world.load(pairing.matches[-1])
        await self.world.play(live, lambda one: one.public().phase is MatchPhase.OVER)
        await self.world.service.idle()


def changed(outcome: EventOutcome) -> Event:
    assert isinstance(outcome, EventChanged), outcome
    return outcome.event


def code(outcome: EventOutcome) -> EventCode:
    assert isinstance(outcome, EventRefused), outcome
    return outcome.code


@asynccontextmanager
async def hall(url: str, **more: Any) -> AsyncIterator[Hall]:
    world = await open_world(url, **more)
    opened = Hall(world)
    world.service.bus.subscribe(EventChanged, opened.listen)
    try:
        yield opened
    finally:
        await world.service.close()


def loser_by_number(pairing: EventPairing) -> UserId:
    """Whoever has the higher number loses."""
    assert pairing.second is not None
    return max(pairing.first, pairing.second)
