"""Lobbies that are opened, filled and played from by their messages."""

import random
from collections.abc import Sequence
from typing import Any

from engine.game.match import MatchPhase
from engine.service import LiveMatch, UserId
from tests.journeys.people import Person
from tests.journeys.world import Shown, World, shown


def now(world: World, message: Any) -> Shown:
    """A message as it is now."""
    return shown(message, world.stored(message.id).components)


async def the_match(world: World) -> LiveMatch:
    """The only match of this world; one lucky round may have ended it."""
    live = await world.service.last_match_of(UserId(world.members[0].id))
    assert live is not None
    return live


async def opened(world: World, preset: str, **options: object) -> Any:
    """An open table that everybody in the room has joined."""
    result = await world.slash(world.members[0], "open", rules=preset, **options)
    for member in world.members[1:]:
        await world.press(member, now(world, result.response), "Join")
    return result.response


async def seated_all(world: World, message: Any, seed: int = 1) -> list[Person]:
    table = now(world, message)
    people = []
    for number, member in enumerate(world.members):
        person = Person(world, member, random.Random(seed + number))
        await person.open_hand(table)
        people.append(person)
    return people


async def play_round(world: World, people: Sequence[Person]) -> LiveMatch:
    """Everybody plays until the round is over at every table."""
    for _ in range(1200):
        live = await the_match(world)
        if live.public().phase is not MatchPhase.PLAYING:
            return live
        moved = False
        for person in people:
            if person.may_move:
                await person.take_turn()
                moved = True
                break
        assert moved, [list(person.panel().buttons) for person in people]
    raise AssertionError("the round did not end")
