"""Events at the Discord on loopback, announced and played by the service."""

import asyncio
from typing import Any, Final

from engine.clocks import HOUR, LIVE
from engine.events.kinds import KNOCKOUT
from engine.events.plan import EventPlan
from engine.game.presets import PRESETS
from engine.service import ChannelId, GuildId, Person, UserId
from engine.service.events.organizer_actions import AwardPairing
from engine.service.events.outcomes import EventChanged, EventOutcome
from engine.service.events.types import Announce, Event, EventId
from tests.keys import fresh
from tests.wire.server import CHANNEL, GUILD
from tests.worlds.wire_people import ANN, BOB, People

HOST: Final = Person(UserId(70_900), "Holly")
SERVER: Final = GuildId(GUILD)


def changed(outcome: EventOutcome) -> Event:
    assert isinstance(outcome, EventChanged), outcome
    return outcome.event


async def announced(here: People, channel: int = CHANNEL, **more: Any) -> EventId:
    plan = EventPlan(
        name="Friday",
        kind=KNOCKOUT,
        preset="standard",
        rules=PRESETS["standard"],
        starts_ms=here.service.now_ms() + HOUR,
        clock=LIVE,
        **more,
    )
    ask = Announce(fresh(), SERVER, ChannelId(channel), HOST, plan)
    return changed(await here.service.events.announce(ask)).id


async def event_of(here: People, number: EventId) -> Event:
    event = await here.service.events.event(number)
    assert event is not None
    return event


async def posted(here: People) -> None:
    await here.until(lambda: bool(here.public_with("Enter")), "no event")


async def entered(here: People, number: EventId) -> None:
    for user in (ANN, BOB):
        person = Person(UserId(user), f"Player {user}")
        changed(await here.service.events.enter(fresh(), number, person))


async def started(here: People, number: EventId) -> Event:
    await entered(here, number)
    await asyncio.sleep(50 * 60)
    for user in (ANN, BOB):
        changed(await here.service.events.check_in(fresh(), number, UserId(user)))
    await asyncio.sleep(11 * 60)
    return await event_of(here, number)


async def awarded(here: People, event: Event, winner: int) -> None:
    award = AwardPairing(event.pairings[0].number, UserId(winner))
    changed(await here.service.events.organize(fresh(), event.id, HOST.user_id, award))
