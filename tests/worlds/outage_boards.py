"""Boards of matches during an outage."""

from tests.journeys.world import World, shown


def board(world: World, message: int) -> str:
    stored = world.stored(message)
    return shown(stored, stored.components).text
