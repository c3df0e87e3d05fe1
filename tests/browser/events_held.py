"""Events for the photographs: some that are over, one being played, some to come."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

from engine.clocks import DAILY, HOUR, LIVE_5_15, MINUTE
from engine.events.kinds import FIELD, KNOCKOUT, LEAGUE, ROUND_ROBIN, SWISS, TEAMS
from engine.events.plan import EventKind, EventPlan, check_in_ms
from engine.game.actions import Resign
from engine.game.match import MatchPhase
from engine.game.presets import PRESETS
from engine.players import Level, choose
from engine.service import (
    ChannelId,
    GuildId,
    InteractionId,
    LiveMatch,
    MatchCommand,
    MatchId,
    Person,
    Service,
)
from engine.service.events.outcomes import EventChanged
from engine.service.events.types import Announce, Event, EventId, EventState, PairingState
from tests.service.world import Hands, sensible

Place = tuple[GuildId, ChannelId]


class Organiser:
    """Holds events with four people."""

    def __init__(
        self,
        service: Service,
        clock: Hands,
        ids: Iterator[InteractionId],
        place: Place,
        people: Sequence[Person],
    ) -> None:
        self._service, self._clock, self._ids = service, clock, ids
        self._place, self._people = place, people
        self._rng = random.Random(7)

    async def hold_all(self) -> None:
        """Hold a knockout, a round robin and a field to their ends; begin a league; announce."""
        for kind, name in (
            (KNOCKOUT, "Sunday cup"),
            (ROUND_ROBIN, "Everyone meets"),
        ):
            event = await self._started(kind, name)
            while event.state is EventState.RUNNING:
                await self._played(event)
                self._clock.pass_ms(2 * MINUTE)
                await self._service.idle()
                event = await self._event(event.id)
        await self._boards_played(await self._started(FIELD, "Same cards for all"))
        await self._played(await self._started(LEAGUE, "Winter league"), most=3)
        await self._announced(SWISS, "Friday night")
        await self._announced(SWISS, "Three at most", most=3)
        await self._announced(TEAMS, "Cats against dogs")

    async def _event(self, number: EventId) -> Event:
        event = await self._service.events.event(number)
        assert event is not None
        return event

    async def _announced(self, kind: EventKind, name: str, **more: Any) -> EventId:
        guild, channel = self._place
        slow = kind is LEAGUE
        plan = EventPlan(
            name=name,
            kind=kind,
            preset="standard",
            rules=PRESETS["standard"],
            starts_ms=self._clock.now + 30 * HOUR,
            clock=DAILY if slow else LIVE_5_15,
            third_place=kind is KNOCKOUT,
            **more,
        )
        ask = Announce(next(self._ids), guild, channel, self._people[0], plan)
        announced = await self._service.events.announce(ask)
        assert isinstance(announced, EventChanged)
        for one in self._people:
            await self._service.events.enter(next(self._ids), announced.event.id, one)
        return announced.event.id

    async def _started(self, kind: EventKind, name: str) -> Event:
        event = await self._event(await self._announced(kind, name))
        self._clock.now = event.plan.starts_ms - check_in_ms(event.plan)
        await self._service.idle()
        for one in self._people:
            await self._service.events.check_in(next(self._ids), event.id, one.user_id)
        self._clock.now = event.plan.starts_ms
        await self._service.idle()
        return await self._event(event.id)

    async def _boards_played(self, event: Event) -> None:
        """Play all boards of all rounds."""
        while event.state is EventState.RUNNING:
            for one in [one for one in event.pairings if one.state is PairingState.PLAYING]:
                match = MatchId(one.matches[0])
                while not (live := await self._live(match)).is_over:
                    await self._moved(live, Level.CASUAL)
            await self._service.idle()
            self._clock.pass_ms(2 * MINUTE)
            await self._service.idle()
            event = await self._event(event.id)

    async def _live(self, match: MatchId) -> LiveMatch:
        live = await self._service.load(match)
        assert live is not None
        return live

    async def _moved(self, live: LiveMatch, level: Level | None = None) -> None:
        """Somebody whose turn it is plays sensibly, or as well as a level does."""
        seat = live.public().to_act[0]
        user = live.player(seat).user_id
        assert user is not None
        playing = level is not None and live.public().phase is MatchPhase.PLAYING
        seed = self._rng.randrange(2**30)
        move = choose(live.view(seat), level, seed) if playing and level else sensible(live, seat)
        await self._service.act(
            MatchCommand(next(self._ids), live.id, user, move, live.revision(seat))
        )

    async def _played(self, event: Event, most: int = 99) -> None:
        """Play the matches that are dealt until somebody resigns."""
        order = {one.user_id: number for number, one in enumerate(self._people)}
        playing = [one for one in event.pairings if one.state is PairingState.PLAYING]
        for one in playing[:most]:
            assert one.second is not None
            loser = max(one.first, one.second, key=lambda user: order[user])
            match = MatchId(one.matches[-1])
            while (live := await self._live(match)).public().may_abort:
                await self._moved(live)
            await self._service.act(MatchCommand(next(self._ids), match, loser, Resign(), None))
        await self._service.idle()
