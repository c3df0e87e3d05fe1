"""Tables at which members sit: how they are stored and shown, and the limits of messages."""

import random

from bot.ui.screen import MAX_CHARACTERS
from engine.service import LiveMatch, MatchId
from tests.bot.ui.screen_limits import MAX_COMPONENTS
from tests.journeys.people import Person
from tests.journeys.world import Shown, World, shown, walk


async def sit_down(host: Person, guest: Person, **options: object) -> Shown:
    """A challenge, accepted; both hands open. Returns the table."""
    world = host.world
    result = await world.slash(host.member, "challenge", opponent=guest.member, **options)
    message = result.response
    await world.press(guest.member, shown(message, message.components), "Accept")
    table = shown(message, world.stored(message.id).components)
    for person in (host, guest):
        await person.open_hand(table)
    return table


async def seated(world: World, seed: int, **options: object) -> tuple[list[Person], Shown]:
    """The first two sit down."""
    people = [
        Person(world, member, random.Random(seed + number))
        for number, member in enumerate(world.members[:2])
    ]
    host, guest = people
    return people, await sit_down(host, guest, **options)


def assert_fits(components: list[dict[str, object]]) -> None:
    """What was sent keeps Discord's limits (components/reference)."""
    parts = list(walk(components))
    assert len(parts) <= MAX_COMPONENTS
    assert sum(len(str(p["content"])) for p in parts if p["type"] == 10) <= MAX_CHARACTERS
    ids = [str(p["custom_id"]) for p in parts if "custom_id" in p]
    assert len(set(ids)) == len(ids)
    assert all(len(one) <= 100 for one in ids)


async def live_match(world: World) -> MatchId:
    running = await world.service.running()
    assert len(running) == 1
    return running[0].id


async def loaded(world: World, match: MatchId) -> LiveMatch:
    """A match as its row holds it, with what was recorded of its message so far."""
    await world.service.messages.flush()
    live = await world.service.load(match)
    assert live is not None
    return live


def board(world: World, message: int) -> str:
    stored = world.stored(message)
    return shown(stored, stored.components).text
