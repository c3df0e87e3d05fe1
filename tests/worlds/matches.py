"""Matches as they are stored."""

from engine.service import LiveMatch, MatchId
from tests.journeys.world import World


async def loaded(world: World, match: MatchId) -> LiveMatch:
    """A match as its row holds it, with what was recorded of its message so far."""
    await world.service.messages.flush()
    live = await world.service.load(match)
    assert live is not None
    return live
