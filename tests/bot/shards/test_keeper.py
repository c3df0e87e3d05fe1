"""Shards come and go between processes; each is connected by one of them in the end."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bot.shards import keeper, turns
from bot.shards.keeper import ShardKeeper
from bot.shards.turns import IdentifyTurns
from engine.service.operations import gateway
from engine.service.operations.gateway import GatewayLeases, GatewaySession
from engine.store import Store, StoreFailedError
from tests.databases import ready
from tests.service.world import sqlite_url
from tests.waiting import until

SHARDS = 8


class Wire:
    """Connections that Discord welcomes at once."""

    def __init__(self, open_now: list[tuple[str, int]], name: str) -> None:
        self.keeper: ShardKeeper
        self.name = name
        self.resumed: dict[int, GatewaySession] = {}
        self._open = open_now

    async def connect_shard(self, shard: int) -> None:
        self._open.append((self.name, shard))
        await self.keeper.welcomed(shard)

    async def resume_shard(self, shard: int, session: GatewaySession) -> None:
        self.resumed[shard] = session

    async def settle_shard(self, shard: int) -> None:
        self.resumed.pop(shard, None)

    def sessions(self) -> dict[int, GatewaySession]:
        return {shard: session_of(self.name, shard) for shard in self.connected_shards()}

    async def drop_shard(self, shard: int) -> None:
        if (self.name, shard) in self._open:
            self._open.remove((self.name, shard))

    def connected_shards(self) -> frozenset[int]:
        return frozenset(shard for name, shard in self._open if name == self.name)


def session_of(name: str, shard: int) -> GatewaySession:
    return GatewaySession(f"{name}:{shard}", "wss://gateway", 7)


class Cluster:
    """Processes on one database."""

    def __init__(self, store: Store) -> None:
        self.open: list[tuple[str, int]] = []
        self.keepers: dict[str, ShardKeeper] = {}
        self.wires: dict[str, Wire] = {}
        self._store = store

    async def start(self, name: str, processes: int) -> ShardKeeper:
        leases = GatewayLeases(self._store, name)
        await leases.join(SHARDS)
        wire = self.wires[name] = Wire(self.open, name)
        found = ShardKeeper(leases, IdentifyTurns(leases, 2), wire, SHARDS, processes)
        wire.keeper = self.keepers[name] = found
        await found.start()
        return found

    def served_by(self, *names: str) -> Callable[[], bool]:
        """Whether every shard is connected once, and each process has its part."""

        def so() -> bool:
            parts = [sum(name == one for one, _ in self.open) for name in names]
            shards = sorted(shard for _, shard in self.open)
            return shards == list(range(SHARDS)) and max(parts) <= -(-SHARDS // len(names))

        return so


@pytest.fixture
async def cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Cluster]:
    monkeypatch.setattr(keeper, "BEAT_S", 0.05)
    monkeypatch.setattr(turns, "WINDOW_S", 0.0)
    monkeypatch.setattr(gateway, "PATIENCE_MS", 0)
    store = await Store.open(ready(sqlite_url(tmp_path)))
    found = Cluster(store)
    yield found
    await asyncio.gather(*(one.stop() for one in found.keepers.values()))
    await store.close()


async def test_one_that_comes_late_gets_its_part(cluster: Cluster) -> None:
    await cluster.start("a", 2)
    await until(cluster.served_by("a"))
    await cluster.start("b", 2)
    await until(cluster.served_by("a", "b"))


async def test_one_that_leaves_hands_its_shards_over(cluster: Cluster) -> None:
    first = await cluster.start("a", 2)
    await cluster.start("b", 2)
    await until(cluster.served_by("a", "b"))
    await first.stop()
    cluster.open[:] = [one for one in cluster.open if one[0] != "a"]
    await first.leave()
    await until(cluster.served_by("b"))


@pytest.mark.slow
async def test_one_that_dies_loses_its_shards(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gateway, "LEASE_MS", 1000)
    first = await cluster.start("a", 2)
    await cluster.start("b", 2)
    await until(cluster.served_by("a", "b"))
    await first.stop()
    cluster.open[:] = [one for one in cluster.open if one[0] != "a"]
    await until(cluster.served_by("b"))


@pytest.mark.slow
async def test_one_that_dies_is_followed_before_it_is_anybody_s_turn(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gateway, "LEASE_MS", 1000)
    first = await cluster.start("a", 2)
    await cluster.start("b", 2)
    await until(cluster.served_by("a", "b"))
    theirs = cluster.wires["a"].connected_shards()
    await first.store_sessions()
    nobody_s_turn = asyncio.Event()

    async def waits(_turns: IdentifyTurns, _shard: int) -> None:
        await nobody_s_turn.wait()

    monkeypatch.setattr(IdentifyTurns, "begin", waits)
    await first.stop()
    cluster.open[:] = [one for one in cluster.open if one[0] != "a"]
    sessions = {shard: session_of("a", shard) for shard in theirs}
    await until(lambda: cluster.wires["b"].resumed == sessions)
    nobody_s_turn.set()
    await until(cluster.served_by("b"))
    assert cluster.wires["b"].resumed == {}


async def test_without_the_database_the_shards_stay_connected(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    await cluster.start("a", 1)
    await until(cluster.served_by("a"))
    asked = asyncio.Event()

    async def fails(*_: object) -> None:
        asked.set()
        raise StoreFailedError(reason="gone")

    monkeypatch.setattr(GatewayLeases, "hold", fails)
    await asked.wait()
    asked.clear()
    await asked.wait()
    assert cluster.served_by("a")()
