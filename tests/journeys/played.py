"""Rounds and matches for journeys that begin after somebody has played.

Moves go to the service without presses, so that not every one of them is drawn.
"""

from collections.abc import Callable

from engine.game.match import MatchPhase
from engine.service import Applied, LiveMatch, MatchCommand, MatchId, Stale, UserId
from tests.journeys.world import World
from tests.keys import fresh
from tests.service.world import sensible

MOST_MOVES = 2000


async def play_until(world: World, match: MatchId, until: Callable[[LiveMatch], bool]) -> LiveMatch:
    """Everybody plays sensibly until something is so and shown."""
    for _ in range(MOST_MOVES):
        live = await world.service.load(match)
        assert live is not None
        if until(live):
            await world.settle()
            return live
        people = [live.player(seat).user_id for seat in live.public().to_act]
        user = next((one for one in people if one is not None), None)
        if user is None:
            await world.service.idle()
            continue
        seat = live.seat_of(user)
        assert seat is not None
        command = MatchCommand(fresh(), match, user, sensible(live, seat), live.revision(seat))
        assert isinstance(await world.service.act(command), Applied | Stale), "a computer was first"
    raise AssertionError("it does not come to that")


async def play_round(world: World) -> LiveMatch:
    """The newest match of the first member goes on until its round is over."""
    live = await world.service.last_match_of(UserId(world.members[0].id))
    assert live is not None
    return await play_until(
        world, live.id, lambda now: now.public().phase is not MatchPhase.PLAYING
    )


async def play_rounds(world: World, match: MatchId, rounds: int) -> LiveMatch:
    """A match goes on until so many rounds are over and the next one is dealt."""

    def is_dealt(live: LiveMatch) -> bool:
        view = live.public()
        return len(view.played) >= rounds and view.phase is MatchPhase.PLAYING

    return await play_until(world, match, is_dealt)
