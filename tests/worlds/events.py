"""Events that are played to their end."""

from simcord.actors import MemberActor

from engine.service import MatchCommand, UserId
from engine.service.events.types import Event, EventState
from engine.service.people import MatchId
from tests.bot.events.evening import Evening
from tests.keys import fresh
from tests.service.events.hall import Hall, loser_by_number
from tests.service.world import sensible


async def play(here: Evening, match: MatchId) -> None:
    """Play a match to its end through the service."""
    live = await here.live(match)
    while not live.is_over:
        seat = next(one for one in live.public().to_act if live.player(one).user_id is not None)
        user = live.player(seat).user_id
        assert user is not None
        command = MatchCommand(fresh(), match, user, sensible(live, seat), live.revision(seat))
        await here.world.service.act(command)
        live = await here.live(match)
        if not live.is_over and all(
            live.player(one).user_id is None for one in live.public().to_act
        ):
            await here.world.settle()
            live = await here.live(match)


async def play_boards(here: Evening, event: Event) -> Event:
    """Play every table of the round to its end."""
    for one in [one for one in event.pairings if one.matches and one.round == event.round]:
        await play(here, one.matches[0])
    await here.world.settle()
    return await here.event(event)


def member_of(here: Evening, user: UserId | None) -> MemberActor:
    return next(one for one in here.players if one.id == user)


async def played_out(opened: Hall) -> Event:
    """Everybody with the higher number loses, until the event is over."""
    event = await opened.event()
    while event.state is EventState.RUNNING:
        for one in opened.playing(event):
            await opened.resign(loser_by_number(one), one)
        event = await opened.wait(61_000)
    return event
