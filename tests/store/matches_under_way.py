"""Makes a database with matches, events and lobbies of every kind under way.

``python -m tests.store.matches_under_way FILE`` has made ``matches_of_1_0_0.sql.gz`` at the commit
of that release.
"""

import asyncio
import gzip
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from engine.clocks import DAILY, HOUR, LIVE, LIVE_5_15, MINUTE, ClockRules
from engine.events.kinds import ARENA, FIELD, KNOCKOUT, SWISS, TEAMS
from engine.events.plan import EventKind
from engine.game.actions import AskPause, Vacation
from engine.game.match import MatchPhase
from engine.game.presets import PRESETS
from engine.game.seats import Seat
from engine.service import (
    DIRECT_MESSAGES,
    ChannelId,
    LiveMatch,
    LobbyId,
    MessageId,
    Person,
    Place,
    Rematch,
)
from tests.service.events.hall import Hall, person
from tests.service.two_servers import match_of_two_servers
from tests.service.world import CHANNEL, World
from tests.worlds.days import begun, open_day

CHAT: Final = ChannelId(900)
EVENTS: Final[tuple[tuple[EventKind, dict[str, Any]], ...]] = (
    (SWISS, {"rounds": 2}),
    (KNOCKOUT, {}),
    (ARENA, {}),
    (FIELD, {"rounds": 2, "boards": 4}),
    (TEAMS, {"boards": 4}),
)


@dataclass
class Party:
    """People who have not sat down yet, and the world that they play in."""

    world: World
    seated: int = 100

    def next(self) -> Person:
        self.seated += 1
        return person(self.seated)

    async def two(
        self,
        preset: str,
        until: Callable[[LiveMatch], bool],
        clock: ClockRules = DAILY,
        *,
        rated: bool = False,
        **more: Any,
    ) -> LiveMatch:
        """A match of two that is played on, whose table message is posted."""
        how: dict[str, Any] = {
            "rules": PRESETS[preset],
            "preset": preset,
            "clock": clock,
            "rated": rated,
        }
        live = await self.world.match(self.next(), self.next(), **how, **more)
        live = await self.world.play(live, until)
        await self.posted(live, more.get("channel", CHANNEL))
        return live

    async def more_than_two(self, preset: str, count: int, sides: dict[int, int]) -> None:
        """A match of several people, of whom some have chosen a side."""
        people = [self.next() for _ in range(count)]
        lobby = await self.world.opened(
            people[0], rules=PRESETS[preset], preset=preset, seats=count, max_seats=count
        )
        for one in people[1:-1]:
            await self.world.service.join(self.world.press(), lobby, one)
        for number, side in sides.items():
            user = people[number].user_id
            await self.world.service.choose_side(self.world.press(), lobby, user, side)
        await self.world.service.join(self.world.press(), lobby, people[-1])
        [live] = await self.world.service.live_matches_of(people[0].user_id)
        await self.posted(await self.world.play(live, after(5)))

    async def posted(self, live: LiveMatch, channel: ChannelId = CHANNEL) -> None:
        """Record a table message that shows an older version."""
        message = MessageId(90_000 + self.world.press())
        await self.world.service.messages.rendered(live, live.version - 1, channel, message)


def after(moves: int) -> Callable[[LiveMatch], bool]:
    return lambda live: live.version >= moves


def is_between(live: LiveMatch) -> bool:
    return live.public().phase is MatchPhase.BETWEEN


def people_of(event: int) -> range:
    """The numbers of the four who have entered an event."""
    return range(4 * event + 1, 4 * event + 5)


async def events_under_way(world: World) -> None:
    """Start one event of each of five kinds at the same moment, and play some of its matches."""
    starts = world.clock.now + HOUR
    halls: list[Hall] = []
    for number, (kind, more) in enumerate(EVENTS):
        opened = Hall(world)
        await opened.announced(kind, starts_ms=starts, clock=LIVE, **more)
        await opened.enter_all(*people_of(number))
        halls.append(opened)
    await halls[0].jump(45 * MINUTE)
    for number, opened in enumerate(halls):
        await opened.check_in_all(*people_of(number))
    await halls[0].jump(15 * MINUTE)
    for opened in halls:
        event = await opened.event()
        done, *running = opened.playing(event)
        if running:
            await opened.play(done)
        for one in running or [done]:
            live = await world.load(one.matches[-1])
            await world.play(live, after(7))


async def lobbies_open(party: Party) -> None:
    """An open table, a challenge, a request for another match, and a table that speaks German."""
    world = party.world
    await world.opened(party.next(), rules=PRESETS["hollywood"], preset="hollywood", rated=True)
    await world.opened(party.next(), party.next(), clock=LIVE_5_15)
    await world.opened(
        party.next(), guild=DIRECT_MESSAGES, channel=CHAT, place=Place.PRIVATE, locale="de"
    )
    over = await party.two("single", lambda live: live.is_over)
    asker = over.player(Seat.ONE)
    assert asker.user_id is not None
    again = Rematch(
        world.press(),
        over.id,
        CHANNEL,
        Person(asker.user_id, asker.name),
        world.clock.now + HOUR,
        "fr",
    )
    await world.service.rematch(again)
    await world.service.messages.lobby_rendered(
        LobbyId(again.interaction), 0, CHANNEL, MessageId(90_999)
    )


async def matches_under_way(party: Party) -> None:
    """Matches of two to five people, with computers, of two servers, in a chat, of the day."""
    world = party.world
    await party.two("standard", after(9), LIVE_5_15, rated=True)
    for preset in ("oklahoma_hollywood", "mahjong", "straight", "round_corner"):
        await party.two(preset, after(11))
    await party.two("tournament", is_between, rated=True)
    await party.two(
        "casual", after(4), guild=DIRECT_MESSAGES, channel=CHAT, place=Place.PRIVATE, locale="de"
    )
    paused = await party.two("classic", after(3))
    for seat in (Seat.ONE, Seat.TWO):
        paused = await world.did(paused, seat, AskPause())
    away = await party.two("big_gin_50", after(3))
    await world.did(away, Seat.ONE, Vacation(2))
    await party.more_than_two("three_handed", 3, {})
    await party.more_than_two("partnership_4", 4, {0: 1, 3: 1})
    await party.more_than_two("captains_5", 5, {2: 0})
    await world.play(await world.practice(PRESETS["standard"]), after(6))
    await world.play(await world.practice(PRESETS["partnership_4"], seats=4), after(6))
    await world.play(await match_of_two_servers(world), after(5))
    await world.play(await begun(world, party.next()), after(5))


async def make(folder: Path) -> None:
    world = await open_day(folder)
    try:
        await events_under_way(world)
        party = Party(world)
        await matches_under_way(party)
        await lobbies_open(party)
        await world.service.messages.flush()
    finally:
        await world.service.close()


def main(target: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(make(Path(folder)))
        with closing(sqlite3.connect(Path(folder) / "gin.db")) as file:
            script = "\n".join(file.iterdump())
    target.write_bytes(gzip.compress(script.encode(), mtime=0))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
