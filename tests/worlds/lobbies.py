"""Lobbies that are opened, filled and played from by their messages."""

from collections.abc import Sequence
from typing import Any

from engine.game.match import MatchPhase
from engine.service import LiveMatch, UserId
from tests.journeys.people import Person
from tests.journeys.world import Shown, World, shown


def now(world: World, message: Any) -> Shown:
    """A message as it is now."""
    return shown(message, world.stored(message.id).components)


async def play_round(world: World, people: Sequence[Person]) -> LiveMatch:
    """Everybody plays until the round is over at every table; one lucky round may end the match."""
    for _ in range(1200):
        live = await world.service.last_match_of(UserId(world.members[0].id))
        assert live is not None
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
