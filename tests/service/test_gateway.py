"""Several processes divide the gateway's shards, turns and requests in one database."""

import asyncio
from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path

import pytest
from sqlalchemy import Connection, update

from engine.service.operations import gateway
from engine.service.operations.gateway import GatewayLeases, GatewaySession
from engine.store import Repeatable, Store
from engine.store.schema import gateway_members, gateway_shards, gateway_turns
from tests.databases import ready
from tests.service.world import sqlite_url

SHARDS = 16


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(ready(sqlite_url(tmp_path)))
    yield opened
    await opened.close()


@pytest.fixture
async def shared(url: str) -> AsyncIterator[list[Store]]:
    """Two processes' stores on PostgreSQL."""
    stores = [await Store.open(url) for _ in range(2)]
    yield stores
    for store in stores:
        await store.close()


def processes(store: Store, *names: str) -> list[GatewayLeases]:
    return [GatewayLeases(store, name) for name in names]


async def age(store: Store, ms: int, *, name: str = "") -> None:
    """Let time pass: for everything, or for one process that gives no sign of life."""

    def older(connection: Connection) -> None:
        for table, owner in (
            (gateway_members, gateway_members.c.name),
            (gateway_shards, gateway_shards.c.holder),
            (gateway_turns, gateway_turns.c.holder),
        ):
            which = owner == name if name else table.c.until_ms > 0
            connection.execute(update(table).where(which).values(until_ms=table.c.until_ms - ms))

    await store.write(Repeatable(older))


async def joined(leases: list[GatewayLeases], expected: int) -> list[tuple[int, ...]]:
    for one in leases:
        assert await one.join(SHARDS) == SHARDS
    return [(await one.hold(SHARDS, expected)).own for one in leases]


async def test_each_process_takes_its_part_and_keeps_it(store: Store) -> None:
    leases = processes(store, "a", "b", "c", "d")
    found = await joined(leases, 4)
    assert sorted(shard for own in found for shard in own) == list(range(SHARDS))
    assert [len(own) for own in found] == [4] * 4
    assert [(await one.hold(SHARDS, 4)).own for one in leases] == found


async def test_the_first_one_leaves_the_others_time_to_come(store: Store) -> None:
    [first] = processes(store, "a")
    await first.join(SHARDS)
    assert len((await first.hold(SHARDS, 4)).own) == 4
    assert len((await first.hold(SHARDS, 4)).own) == 4
    await age(store, gateway.PATIENCE_MS)
    assert len((await first.hold(SHARDS, 4)).own) == SHARDS, "nobody else comes"


async def test_a_dead_process_loses_its_shards_to_the_others(store: Store) -> None:
    leases = processes(store, "a", "b")
    await joined(leases, 2)
    await age(store, gateway.LEASE_MS + gateway.PATIENCE_MS - 1000, name="a")
    assert len((await leases[1].hold(SHARDS, 2)).own) == 8, "it may only be starting again"
    await age(store, 1000, name="a")
    found = await leases[1].hold(SHARDS, 2)
    assert found.own == tuple(range(SHARDS))
    assert found.surplus == ()


async def test_one_that_comes_late_is_given_what_the_others_have_too_much(store: Store) -> None:
    first, late = processes(store, "a", "b")
    await joined([first], 1)
    await late.join(SHARDS)
    assert (await late.hold(SHARDS, 2)).own == ()
    found = await first.hold(SHARDS, 2)
    assert found.surplus == tuple(range(8, 16))
    await first.release(SHARDS, found.surplus)
    assert (await late.hold(SHARDS, 2)).own == found.surplus
    assert (await first.hold(SHARDS, 2)).own == tuple(range(8))


async def test_one_that_leaves_is_followed_at_once_by_its_successor(store: Store) -> None:
    leases = processes(store, "a", "b")
    before = await joined(leases, 2)
    await leases[0].leave()
    assert len((await leases[1].hold(SHARDS, 2)).own) == 8
    [successor] = processes(store, "c")
    await successor.join(SHARDS)
    assert (await successor.hold(SHARDS, 2)).own == before[0]


async def test_everybody_counts_the_same_shards(store: Store) -> None:
    first, second = processes(store, "a", "b")
    assert await first.join(16) == 16
    assert await second.join(32) == 16, "Discord recommends more meanwhile"
    await age(store, gateway.LEASE_MS)
    [third] = processes(store, "c")
    assert await third.join(32) == 32


async def test_one_shard_of_a_bucket_identifies_at_a_time(store: Store) -> None:
    first, second = processes(store, "a", "b")
    assert await first.take_turn(0, 4) == 0
    assert await second.take_turn(0, 5) > 0
    assert await first.take_turn(0, 6) > 0
    assert await second.take_turn(1, 7) == 0, "another bucket"
    await second.end_turn(0, 5, 0)
    assert await second.take_turn(0, 5) > 0, "only its holder ends a turn"
    await first.end_turn(0, 4, 5)
    rest = await second.take_turn(0, 5)
    assert 0 < rest <= 5
    await age(store, 5000)
    assert await second.take_turn(0, 5) == 0
    await age(store, gateway.TURN_MS)
    assert await first.take_turn(0, 6) == 0, "its holder is gone"


async def test_only_the_holder_of_a_shard_says_where_its_session_is(store: Store) -> None:
    first, second = processes(store, "a", "b")
    [own, others] = await joined([first, second], 2)
    told = {shard: GatewaySession(f"s{shard}", "wss://one", 3) for shard in range(SHARDS)}
    await first.remember(SHARDS, told)
    await first.remember(SHARDS, {})
    await second.remember(SHARDS, {own[0]: GatewaySession("stale", "wss://two", 9)})
    assert await second.sessions(SHARDS, range(SHARDS)) == {shard: told[shard] for shard in own}
    later = GatewaySession("s0", "wss://one", 8)
    await first.remember(SHARDS, {own[0]: later})
    assert await second.sessions(SHARDS, own[:1]) == {own[0]: later}
    assert await second.sessions(SHARDS, others) == {}
    assert await second.sessions(SHARDS + 1, own) == {}, "other shards, with other servers"


async def test_requests_are_given_out_one_after_another(store: Store) -> None:
    first, second = processes(store, "a", "b")
    assert await first.take_requests(4000, 0.025) == 0
    rest = await second.take_requests(1, 0.025)
    assert 0 < rest <= 100
    assert await first.take_requests(1, 0.025) <= rest + 0.025


@pytest.mark.postgres
async def test_two_processes_never_hold_one_shard(shared: list[Store]) -> None:
    leases = [GatewayLeases(store, f"p{n}") for n, store in enumerate(shared * 2)]
    await asyncio.gather(*(one.join(SHARDS) for one in leases))
    for _ in range(3):
        await asyncio.gather(*(one.hold(SHARDS, 4) for one in leases))
    found = [await one.hold(SHARDS, 4) for one in leases]
    assert sorted(shard for one in found for shard in one.own) == list(range(SHARDS))
    turns = await asyncio.gather(*(one.take_turn(0, n) for n, one in enumerate(leases)))
    assert sorted(turns)[0] == 0
    assert sorted(turns)[1] > 0
    # 25 s each, so that however slow the machine is, they follow one another.
    rests = sorted(await asyncio.gather(*(one.take_requests(1000, 0.025) for one in leases)))
    assert rests[0] == 0
    assert all(later > sooner for sooner, later in pairwise(rests))
