"""Independent and regular opponents, as they are found in stored matches."""

from pathlib import Path

import pytest
from sqlalchemy import Connection

from engine.clocks import DAY
from engine.game.actions import Resign
from engine.game.match import MatchPhase
from engine.service import Applied
from engine.service.standings.match_facts import ALL_TIME, EVERYWHERE, NEVER, MatchFacts
from engine.service.standings.unrated import is_independent, is_known
from engine.standings.credit import (
    KNOWN_AFTER,
    MOST_FROM_REGULARS,
    REGULAR_AFTER,
    SETTLED_PEOPLE,
)
from engine.standings.rating import parse_pool
from engine.store.schema import player_matches, rating_history, ratings, standings
from tests.service.world import ANN, BOB, GUILD, World, sqlite_url
from tests.transactions import reading
from tests.worlds.engines import changed_by
from tests.worlds.query_plans import scans, written_down

POOL = "standard.correspondence"
RING = range(1001, 1016)
FARMER = 1000
CLUB = 2001
CROWD = range(6000, 6040)
NOW = 100 * DAY


def met(connection: Connection, one: int, other: int, at_ms: int, **more: int) -> int:
    """Two people's finished rated match; returns its id."""
    match_id = at_ms * 100_000 + one * 10 + other
    line = {
        "ended_ms": at_ms,
        "match_id": match_id,
        "guild_id": GUILD,
        "pool": POOL,
        "preset": "standard",
        "rated": 1,
        "quit": 0,
        "rounds": 5,
    } | more
    places = ({"user_id": one, "seat": 0, "result": 1}, {"user_id": other, "seat": 1, "result": -1})
    connection.execute(
        player_matches.insert(), [line | place | {"party": place["seat"]} for place in places]
    )
    return match_id


def judged(
    connection: Connection, *, user: int, besides: int, together: int = 0, now: int = NOW
) -> bool:
    """Whether somebody's play rests on others, in a pool of the server."""
    return is_independent(reading(connection), facts_at(now), GUILD, user, besides, together)


def facts_at(now: int) -> MatchFacts:
    return MatchFacts(1, GUILD, parse_pool(POOL), "standard", "2026-11", now, ())


def club(connection: Connection) -> None:
    """Twelve settled people who have played each other for long."""
    line = {"season": ALL_TIME, "pool": POOL, "shown": 1, "last_ms": 1, "listed_until_ms": NEVER}
    people = range(CLUB, CLUB + 12)
    connection.execute(
        standings.insert(), [line | {"scope": GUILD, "user_id": one} for one in people]
    )
    for one in people:
        for other in range(CLUB, one):
            met(connection, one, other, 1)


def ring(connection: Connection) -> None:
    """Fifteen new accounts that have all played each other, and the farmer."""
    for one in RING:
        for other in range(FARMER, one):
            met(connection, one, other, NOW - DAY)


async def test_new_accounts_are_independent_of_nobody(world: World, tmp_path: Path) -> None:
    """They are where nobody is established yet, for then nobody can be told apart."""
    store = world.service._store
    await changed_by(sqlite_url(tmp_path), ring)
    assert await store.read(lambda c: judged(c, user=RING[0], besides=FARMER))
    await changed_by(sqlite_url(tmp_path), club)
    assert not await store.read(lambda c: judged(c, user=RING[0], besides=FARMER))
    assert await store.read(lambda c: judged(c, user=CLUB, besides=FARMER))


async def test_a_ring_that_waits_a_month_is_an_open_circle_only_in_a_small_pool(
    world: World, tmp_path: Path
) -> None:
    store, later = world.service._store, NOW + 40 * DAY

    def seven(connection: Connection) -> None:
        club(connection)
        for one in RING[:7]:
            for other in range(RING[0], one):
                met(connection, one, other, NOW)

    await changed_by(sqlite_url(tmp_path), seven)
    pair = {"user": RING[0], "besides": FARMER, "now": later}
    assert await store.read(lambda c: judged(c, **pair))

    def many(connection: Connection) -> None:
        line = {"season": ALL_TIME, "pool": POOL, "shown": 1, "last_ms": 1}
        people = [dict(line, scope=GUILD, user_id=one, listed_until_ms=NEVER) for one in CROWD]
        connection.execute(standings.insert(), people)
        for one in CROWD:
            met(connection, one, one + 1, 2)

    await changed_by(sqlite_url(tmp_path), many)
    assert not await store.read(lambda c: judged(c, **pair))


@pytest.mark.parametrize(("together", "found"), [(0, True), (5, True), (6, False)])
async def test_whoever_loses_to_one_person_more_than_to_others_is_not_independent(
    world: World, tmp_path: Path, together: int, found: bool
) -> None:
    """Each of the twelve has finished eleven matches with the others."""
    await changed_by(sqlite_url(tmp_path), club)
    store = world.service._store
    asked = {"user": CLUB, "besides": FARMER, "together": together}
    assert await store.read(lambda c: judged(c, **asked)) is found


@pytest.mark.parametrize(
    ("more", "found"),
    [({}, True), ({"quit": 1}, False), ({"rounds": 2}, False), ({"rated": 0}, False)],
)
async def test_matches_that_make_known(
    world: World, tmp_path: Path, more: dict[str, int], found: bool
) -> None:
    def play(connection: Connection) -> None:
        for number in range(KNOWN_AFTER):
            met(connection, BOB.user_id, 3000 + number, number, **more)
            met(connection, BOB.user_id, ANN.user_id, number)

    store = world.service._store
    await changed_by(sqlite_url(tmp_path), play)
    assert await store.read(lambda c: is_known(reading(c), BOB.user_id, ANN.user_id)) is found


def settled(connection: Connection) -> None:
    """A server with many settled ratings, among them Ann's and Bob's."""
    line = {"season": ALL_TIME, "pool": POOL, "shown": 1, "last_ms": 1, "listed_until_ms": NEVER}
    connection.execute(
        standings.insert(),
        [
            line | {"scope": scope, "user_id": 4000 + number}
            for scope in (GUILD, EVERYWHERE)
            for number in range(SETTLED_PEOPLE + 1)
        ],
    )
    rating = {"pool": POOL, "rating": 1500.0, "deviation": 60.0, "volatility": 0.06, "best": 0.0}
    connection.execute(
        ratings.insert(),
        [
            rating | {"scope": scope, "user_id": person.user_id, "games": 9}
            for scope in (GUILD, EVERYWHERE)
            for person in (ANN, BOB)
        ],
    )
    for number in range(20):  # Both have open circles.
        met(connection, ANN.user_id, 3000 + number, number)
        met(connection, BOB.user_id, 3000 + number, number)


def gained(connection: Connection, now: int) -> None:
    """Ann has gained the most that regular opponents give from matches with Bob."""
    for number in range(1, REGULAR_AFTER):
        at_ms = now - number * DAY
        match_id = met(connection, ANN.user_id, BOB.user_id, at_ms)
        line = {"ended_ms": at_ms, "match_id": match_id, "pool": POOL, "before": 1400.0}
        points = MOST_FROM_REGULARS / (REGULAR_AFTER - 1)
        line |= {"rating": 1400.0 + points, "deviation": 60.0, "volatility": 0.06}
        connection.execute(
            rating_history.insert(),
            [line | {"scope": scope, "user_id": ANN.user_id} for scope in (GUILD, EVERYWHERE)],
        )


@pytest.mark.slow
@pytest.mark.parametrize("is_full", [False, True])
async def test_a_settled_rating_gains_only_so_much_from_regulars(
    world: World, tmp_path: Path, is_full: bool
) -> None:
    await changed_by(sqlite_url(tmp_path), settled)
    if is_full:
        await changed_by(sqlite_url(tmp_path), lambda c: gained(c, world.clock.now_ms()))
    live = await world.match(ANN, BOB, rated=True)
    live = await world.play(
        live, lambda now: now.public().phase is MatchPhase.BETWEEN and now.public().number >= 3
    )
    seat = next(one.seat for one in live.players if one.user_id == BOB.user_id)
    with written_down() as statements:
        outcome = await world.act(live, seat, Resign())
    assert isinstance(outcome, Applied)
    assert outcome.live.ratings is not None
    changes = {live.player(one.seat).user_id: one.change for one in outcome.live.ratings.changes}
    assert all(one.is_reduced is is_full for one in outcome.live.ratings.changes)
    if is_full:
        assert changes == {ANN.user_id: 0, BOB.user_id: 0}
    else:
        assert changes[ANN.user_id] == -changes[BOB.user_id] > 0
    assert scans(tmp_path / "gin.db", statements) == []
