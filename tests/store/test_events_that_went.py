"""Events of kinds that Gin has no longer, in a database of the last commit that had them."""

from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest
from sqlalchemy import Connection, select

from engine.game.match import EndReason
from engine.game.record import replay
from engine.service import Finished, LiveMatch, MatchId, UserId
from engine.service.events.outcomes import EventNews, NewsKind
from engine.service.events.types import Event, EventId, EventState, PairingState
from engine.service.people import GuildId
from engine.store.schema import event_news, metadata, player_matches, timers
from tests.service.two_servers import AWAY
from tests.service.world import GUILD, World
from tests.worlds.engines import NIGHTLY
from tests.worlds.old_databases import NOW, opened

FOUND = Path(__file__).parent / "events_of_8808ef48.sql.gz"
SERVERS_OVER, SERVERS_TO_COME, SERVERS_PLAYING = EventId(1002), EventId(1317), EventId(1392)
TEAMS_TO_COME, TEAMS_PLAYING = EventId(1310), EventId(1381)
ALONE_OVER, ALONE_PLAYING = EventId(1217), EventId(1323)
ALONE_TO_COME = EventId(5849360430363713166)
"""Everybody against the computer; the one to come follows the one that is over."""
HOME_TEAM, AWAY_TEAM = ("Player 1", "Player 2"), ("Player 11", "Player 12")
FIRST, SECOND, GUEST, SHY_GUEST = UserId(5001), UserId(5002), UserId(5011), UserId(5012)
OWN_BOARDS = MatchId(5849392687618083974)
"""A finished match between a player of each server."""


@pytest.fixture
async def world(request: pytest.FixtureRequest) -> AsyncIterator[World]:
    async with opened(FOUND, request) as one:
        yield one


@pytest.mark.parametrize("engine", NIGHTLY)
async def test_what_is_gone_is_called_off(request: pytest.FixtureRequest, engine: str) -> None:
    async with opened(FOUND, request, engine) as world:
        await called_off(world)
        await alone_called_off(world)


async def events_of(world: World, guild: GuildId) -> dict[EventId, Event]:
    listed = await world.service.events.of_guild(guild)
    return {one.id: one for one in (*listed.current, *listed.history)}


async def untold(world: World, event: EventId) -> Sequence[EventNews]:
    found = await world.service.events.claim_news(event)
    assert found is not None
    return found.news


async def matches_of(world: World, event: Event) -> list[LiveMatch]:
    return [await world.load(match) for one in event.pairings for match in one.matches]


async def called_off(world: World) -> None:
    await world.service.idle()
    home, away = await events_of(world, GUILD), await events_of(world, AWAY)
    for number, messages in ((SERVERS_TO_COME, (30401, 30402)), (SERVERS_PLAYING, (30601, 30602))):
        [other] = [one for one in away.values() if one.message == messages[1]]
        here = home[number]
        assert (here.message, here.channel, other.channel) == (messages[0], 800, 801)
        assert {one.state for one in (here, other)} == {EventState.CANCELLED}
        assert {one.id for one in (here, other)} <= {
            one.id for one in await world.service.events.outdated()
        }
        told = await untold(world, here.id)
        assert [one.kind for one in told][-1] is NewsKind.CANCELLED
        assert {user for one in told for user in one.users if user > 0} == {FIRST, SECOND}
        (only,) = await untold(world, other.id)
        assert (only.kind, set(only.users)) == (NewsKind.CANCELLED, {GUEST, SHY_GUEST})
        assert [one.name for one in other.entries] == list(AWAY_TEAM)
        assert [one.name for one in here.entries if one.team == 1] == list(HOME_TEAM)
        guests = {one.name: one.user_id for one in here.entries if one.team == 2}
        assert guests == {"Player 11@account": -2, "A player": -4}
    running = await matches_of(world, home[SERVERS_PLAYING])
    assert len(running) == 2
    for live in running:
        outcome = live.public().outcome
        assert outcome is not None
        assert (outcome.reason, outcome.winner) == (EndReason.CANCELLED, None)
    assert await world.service._store.read(left_over) == (set(), 0)


def left_over(connection: Connection) -> tuple[set[int], int]:
    """The timers of these events, and the counted results of their matches."""
    gone = (SERVERS_OVER, SERVERS_TO_COME, SERVERS_PLAYING)
    kept = set(connection.execute(select(timers.c.ref_id)).scalars())
    players = player_matches.c.user_id.in_((FIRST, SECOND, GUEST, SHY_GUEST))
    counted = connection.execute(
        select(player_matches).where(players, player_matches.c.ended_ms >= NOW)
    )
    return kept & set(gone), len(counted.all())


async def alone_called_off(world: World) -> None:
    await world.service.idle()
    events = await events_of(world, GUILD)
    for number in (ALONE_PLAYING, ALONE_TO_COME):
        assert events[number].state is EventState.CANCELLED
    assert len([one for one in events.values() if one.plan.name == "Same cards"]) == 3
    told = await untold(world, ALONE_PLAYING)
    assert [one.kind for one in told] == [NewsKind.BOARDS_OPEN, NewsKind.CANCELLED]
    assert {user for one in told for user in one.users if user > 0} == set(range(5101, 5105))
    ended, running = await matches_of(world, events[ALONE_PLAYING])
    reasons = [one.reason for one in (ended.public().outcome, running.public().outcome) if one]
    assert reasons == [EndReason.FINISHED, EndReason.CANCELLED]


async def test_events_against_the_computer_that_are_over_are_read_as_before(world: World) -> None:
    event = await world.service.events.event(ALONE_OVER)
    assert event is not None
    made = [(one.user_id, one.place, one.half_points) for one in event.standings]
    assert made == [(5102, 1, 0), (5101, 2, 0), (5103, 3, -55)]
    boards = await world.service.events.boards_of(ALONE_OVER, 1, UserId(5101))
    assert boards is not None
    results = [(one.result, one.cards, one.others) for one in boards.boards]
    assert results == [(14, 14, (14,)), (13, 13, (13,)), (-39, -39, (-39,)), (-29, -29, (-29,))]
    rival = event.entry_of(boards.opponent)
    assert rival is not None
    assert rival.name == "Marge"
    assert await world.service.events.boards_of(ALONE_OVER, 1, UserId(5104)) is None
    proof = await world.service.events.boards_proof(ALONE_OVER)
    assert proof is not None
    assert len(proof.rounds) == 1
    places = [await world.service.events.honours_of(UserId(5100 + one)) for one in range(1, 5)]
    assert [[(one.place, one.entries) for one in each] for each in places] == [
        *([(2, 3)], [(1, 3)], [(3, 3)], [])
    ]
    assert await world.service.forget(world.press(), UserId(5102))


async def test_matches_of_servers_that_are_over_stay_with_their_players(world: World) -> None:
    service = world.service
    await service.idle()
    assert SERVERS_OVER not in {**await events_of(world, GUILD), **await events_of(world, AWAY)}
    assert await service.events.event(SERVERS_OVER) is None
    assert await service.events.event_of_match(OWN_BOARDS) is None
    ended = await service.ended_matches_of(FIRST, Finished(), 5)
    assert len(ended) == 2, "one was called off"
    [played] = [one for one in ended if one.id == OWN_BOARDS]
    record = await service.record(OWN_BOARDS)
    assert record is not None
    assert replay(record).outcome == played.public().outcome


async def test_who_played_for_a_server_exports_and_deletes_their_data(world: World) -> None:
    await world.service.idle()
    exported = await world.service.export_of(GUEST)
    assert "Player 11" in str(exported["event_entries"])
    assert await world.service.forget(world.press(), GUEST)

    def cells(connection: Connection) -> str:
        return str([connection.execute(select(one)).all() for one in metadata.sorted_tables])

    assert str(GUEST) not in await world.service._store.read(cells)


async def test_team_events_within_a_server_go_on(world: World) -> None:
    await world.service.idle()
    home = await events_of(world, GUILD)
    assert home[TEAMS_TO_COME].state is EventState.ANNOUNCED
    playing = home[TEAMS_PLAYING]
    assert [one.state for one in playing.pairings] == [PairingState.PLAYING] * 2
    for live in await matches_of(world, playing):
        await world.play(live, lambda now: now.is_over)
    await world.service.idle()
    world.clock.pass_ms(2 * 60_000)
    await world.service.idle()
    event = await world.service.events.event(TEAMS_PLAYING)
    assert event is not None
    assert event.state is EventState.FINISHED


async def test_other_news_are_kept_and_the_log_says_it_in_words(world: World) -> None:
    def kept(connection: Connection) -> set[int]:
        return set(connection.execute(select(event_news.c.event_id)).scalars())

    assert TEAMS_PLAYING in await world.service._store.read(kept)
    said = [one.deed for one in await world.service.audit_log(AWAY, 20, 0)]
    assert "accepted a challenge of another server" in said
    assert not [one for one in said if one.startswith("event_")]
