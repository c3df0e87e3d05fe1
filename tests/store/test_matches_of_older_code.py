"""Matches, events and lobbies under way in a database of release 1.0.0 are played to their end.

The file was made by :mod:`tests.store.matches_under_way`.
"""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import Connection, select

from engine import daily
from engine.clocks import HOUR, LIVE, LIVE_5_15
from engine.game.actions import Resume
from engine.game.presets import PRESETS
from engine.game.record import replay
from engine.game.seats import Seat
from engine.service import (
    DIRECT_MESSAGES,
    ChannelId,
    LiveMatch,
    LobbyId,
    MatchId,
    MatchSetup,
    MessageId,
    Person,
    Place,
    Started,
    TableMessage,
    UserId,
)
from engine.service.events.types import EventId, EventState, Verdict
from engine.service.match_setup import SharedBoards
from engine.store.schema import events, matches
from tests.service.events.hall import QUICK, Hall
from tests.service.world import CHANNEL, GUILD, STANDARD, World, existing
from tests.worlds.days import NOON, at_once
from tests.worlds.engines import NIGHTLY
from tests.worlds.old_databases import opened

FOUND: Final = Path(__file__).parent / "matches_of_1_0_0.sql.gz"
NOW: Final = NOON + HOUR
CHAT: Final = ChannelId(900)
IN_DIRECT_MESSAGES: Final = (Place.PRIVATE, "de")
CONTRIBUTIONS: Final = "f54400cf3266d8cce4903e7093f9d6793987f6c28230cda42a9ff449e27d8629"
EXPECTED: Final = {
    1344: (
        MatchSetup(STANDARD, clock=LIVE_5_15, rated=True),
        TableMessage(GUILD, CHANNEL, MessageId(91354), rendered_version=8),
    ),
    1370: (
        MatchSetup(PRESETS["mahjong"], "mahjong"),
        TableMessage(GUILD, CHANNEL, MessageId(91382), rendered_version=10),
    ),
    1447: (
        MatchSetup(PRESETS["casual"], "casual"),
        TableMessage(DIRECT_MESSAGES, CHAT, MessageId(91452), *IN_DIRECT_MESSAGES, 3),
    ),
    1482: (
        MatchSetup(PRESETS["partnership_4"], "partnership_4"),
        TableMessage(GUILD, CHANNEL, MessageId(91488), rendered_version=4),
    ),
    1507: (
        MatchSetup(STANDARD),
        TableMessage(DIRECT_MESSAGES, ChannelId(0), place=Place.APART),
    ),
    1513: (
        MatchSetup(daily.RULES, daily.PRESET, day=20270115),
        TableMessage(DIRECT_MESSAGES, CHANNEL),
    ),
    5849435665459914437: (
        MatchSetup(QUICK, clock=LIVE, rated=True),
        TableMessage(GUILD, CHANNEL),
    ),
}
OF_BOARDS: Final = MatchId(5849529334236269523)
SHARED: Final = SharedBoards(5849548970858539932, ("boards:1016:1", CONTRIBUTIONS))
SINGLE: Final = 16
"""The matches under way that belong to no event."""
EVENTS: Final = 5
ENTRIES: Final = 4
"""The people in each of them."""
FIRST_OF_EVENTS: Final = 1 << 32
"""The ids of other matches are smaller than those that the events have drawn."""
TO_ANYBODY, CHALLENGE, GERMAN, AGAIN = map(LobbyId, (1517, 1518, 1519, 1709))


@pytest.fixture
async def world(request: pytest.FixtureRequest) -> AsyncIterator[World]:
    async with opened(FOUND, request, now=NOW) as one:
        one.service.daily.think = at_once
        yield one


async def test_the_facts_of_a_match_are_read(world: World) -> None:
    for number, expected in EXPECTED.items():
        live = await world.load(MatchId(number))
        assert (live.setup, live.table) == expected
    boards = (await world.load(OF_BOARDS)).setup
    assert boards.boards == SHARED
    assert boards.has_shared_deals
    assert not boards.rated


async def test_the_facts_of_a_lobby_are_read(world: World) -> None:
    lobby = existing(await world.service.lobby(GERMAN))
    assert lobby.table == TableMessage(DIRECT_MESSAGES, CHAT, None, *IN_DIRECT_MESSAGES)
    assert lobby.setup == MatchSetup(STANDARD)
    challenge = existing(await world.service.lobby(CHALLENGE))
    assert (challenge.is_challenge, challenge.setup.clock) == (True, LIVE_5_15)
    again = existing(await world.service.lobby(AGAIN))
    assert again.table == TableMessage(GUILD, CHANNEL, MessageId(90_999), Place.SERVER, "fr", 0)
    assert again.setup == MatchSetup(PRESETS["single"], "single")
    assert (again.rematch_of, again.table.language) == (MatchId(1521), None)


async def numbers(world: World, query: object) -> list[int]:
    def read(connection: Connection) -> list[int]:
        return list(connection.execute(query).scalars())  # type: ignore[call-overload]

    return await world.service._store.read(read)


async def played_out(world: World, live: LiveMatch) -> None:
    """Play a match to its end, whose record then replays to the same end."""
    if live.is_paused:
        live = await world.did(live, Seat.ONE, Resume())
    live = await world.play(live, lambda now: now.is_over)
    record = await world.service.record(live.id)
    if not live.is_hidden:
        assert replay(existing(record)).outcome == live.public().outcome


async def play_single_matches(world: World) -> None:
    """Play what belongs to no event."""
    running = matches.c.status == "live", matches.c.match_id < FIRST_OF_EVENTS
    found = await numbers(world, select(matches.c.match_id).where(*running))
    assert len(found) == SINGLE
    for match in found:
        await played_out(world, await world.load(MatchId(match)))


async def play_events(world: World) -> None:
    """Play all events at the same time, until each is over."""
    found = await numbers(world, select(events.c.event_id))
    halls = [Hall(world, EventId(number)) for number in found]
    running = [one for one in halls if (await one.event()).state is EventState.RUNNING]
    assert len(running) == EVENTS
    while running:
        for hall in running:
            for one in hall.playing(await hall.event()):
                await hall.play(one)
        await halls[0].wait(61_000)
        running = [one for one in halls if (await one.event()).state is EventState.RUNNING]
    for hall in halls:
        event = await hall.event()
        assert event.state is EventState.FINISHED
        assert len(event.standings) == ENTRIES
        assert all(one.verdict in (Verdict.PLAYED, Verdict.BYE) for one in event.pairings)
        assert event.revealed == (event.round if event.plan.kind.is_duplicate else 0)


@pytest.mark.slow
@pytest.mark.parametrize("engine", NIGHTLY)
async def test_matches_of_every_kind_are_played_to_their_end(
    request: pytest.FixtureRequest, engine: str
) -> None:
    async with opened(FOUND, request, engine, now=NOW) as world:
        world.service.daily.think = at_once
        await play_single_matches(world)
        await play_events(world)


async def test_lobbies_become_matches(world: World) -> None:
    for number in (TO_ANYBODY, CHALLENGE, GERMAN, AGAIN):
        lobby = existing(await world.service.lobby(number))
        guest = next(iter(lobby.invited), Person(UserId(77), "Guest"))
        outcome = await world.service.join(world.press(), lobby.id, guest)
        assert isinstance(outcome, Started)
        assert outcome.live.setup == lobby.setup
        assert outcome.live.table.locale == lobby.table.language
        await world.turn(outcome.live)
