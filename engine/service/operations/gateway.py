"""The division of Discord's gateway among processes that share a token and a database.

Shards are leased: a process that does not renew its leases loses them to the others. Identifying
is done by one process at a time in each bucket, and the requests of all processes are given out
one after another. All times are the database's, so that the processes' clocks may differ.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, Connection, delete, func, select, text, true, update

from engine.store import Repeatable, Store
from engine.store.schema import (
    gateway_members,
    gateway_sessions,
    gateway_shards,
    gateway_turns,
)
from engine.store.upsert import upsert

LEASE_MS: Final = 15_000
"""Time in milliseconds for which a process keeps its shards without a sign of life."""
PATIENCE_MS: Final = 10_000
"""Time in milliseconds for which a free shard is left to a process that has fewer than its part,
so that a restart moves no shards but its own.
"""
TURN_MS: Final = 30_000
"""Time in milliseconds after which an identify that never ended is forgotten."""
FORGOTTEN_MS: Final = 24 * 3_600_000
NOBODY: Final = ""
REQUESTS: Final = "requests"


@dataclass(frozen=True, slots=True)
class HeldShards:
    """The shards of a process. ``surplus``: those among them that others are short of."""

    own: tuple[int, ...]
    surplus: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class GatewaySession:
    """A shard's session at Discord, with which any process can go on.

    ``url``: where to resume it. ``sequence``: the number of its last event that was handled.
    """

    id: str
    url: str
    sequence: int


class GatewayLeases:
    """One process's part of the gateway. ``name``: the process."""

    def __init__(self, store: Store, name: str) -> None:
        self._store = store
        self._name = name

    async def join(self, shards: int) -> int:
        """Take part; return the number of all shards: the others' if there are any."""
        return await self._store.write(Repeatable(lambda c: join(c, self._name, shards)))

    async def hold(self, shards: int, processes: int) -> HeldShards:
        """Renew the leases and take free shards. ``processes``: how many are expected."""
        return await self._store.write(Repeatable(lambda c: hold(c, self._name, shards, processes)))

    async def remember(self, shards: int, sessions: Mapping[int, GatewaySession]) -> None:
        """Store the sessions of this process's shards for whoever runs them next."""
        if sessions:
            await self._store.write(Repeatable(lambda c: remember(c, self._name, shards, sessions)))

    async def sessions(self, shards: int, which: Collection[int]) -> dict[int, GatewaySession]:
        """Return the last known sessions of some shards."""
        return await self._store.read(lambda c: sessions(c, shards, which))

    async def release(self, shards: int, given_up: tuple[int, ...]) -> None:
        """Give shards up to the other processes."""
        await self._store.write(
            Repeatable(lambda c: release(c, self._name, _among(shards, given_up)))
        )

    async def leave(self) -> None:
        """Give everything up and take part no more."""
        await self._store.write(Repeatable(lambda c: leave(c, self._name)))

    async def take_turn(self, bucket: int, shard: int) -> float:
        """Begin to identify a shard: 0, or the seconds after which to ask again."""
        holder = f"{self._name}:{shard}"
        return await self._store.write(
            Repeatable(lambda c: take_turn(c, f"identify:{bucket}", holder))
        )

    async def end_turn(self, bucket: int, shard: int, pause_s: float) -> None:
        """End identifying a shard; the next one may begin after a pause."""
        holder = f"{self._name}:{shard}"
        await self._store.write(
            Repeatable(lambda c: end_turn(c, f"identify:{bucket}", holder, int(1000 * pause_s)))
        )

    async def take_requests(self, count: int, interval_s: float) -> float:
        """Reserve some requests at an interval; return the seconds until the first of them.

        A reservation that is made twice, because its COMMIT was in doubt, leaves the first unused.
        """
        every = int(1000 * interval_s)
        return await self._store.write(Repeatable(lambda c: take_requests(c, count, every)))


def join(connection: Connection, name: str, shards: int) -> int:
    """Add a process; return the number of all shards."""
    now = now_ms(connection)
    alive = gateway_members.c.until_ms > now
    found = connection.execute(
        select(gateway_members.c.shards).where(alive, gateway_members.c.name != name).limit(1)
    ).scalar_one_or_none()
    count = found or shards
    if found is None:
        # After a standstill the first process would otherwise take the others' parts at once.
        connection.execute(
            update(gateway_shards)
            .where(gateway_shards.c.until_ms < now)
            .values(holder=NOBODY, until_ms=now)
        )
    rows = [
        {"shards": count, "shard": shard, "holder": NOBODY, "until_ms": now}
        for shard in range(count)
    ]
    connection.execute(
        upsert(connection.dialect.name, gateway_shards).on_conflict_do_nothing(), rows
    )
    _appear(connection, name, count, now)
    return count


def hold(connection: Connection, name: str, shards: int, processes: int) -> HeldShards:
    """Renew a process's leases, and take free shards up to its part."""
    now = now_ms(connection)
    _appear(connection, name, shards, now)
    members = select(func.count()).where(gateway_members.c.until_ms > now)
    alive = connection.execute(members.select_from(gateway_members)).scalar_one()
    mine = (gateway_shards.c.shards == shards, gateway_shards.c.holder == name)
    until = now + LEASE_MS
    connection.execute(update(gateway_shards).where(*mine).values(until_ms=until))
    own = list(connection.execute(select(gateway_shards.c.shard).where(*mine)).scalars())
    part = -(-shards // alive)
    usual = -(-shards // max(alive, processes))
    for most, free_since in ((usual, now), (part, now - PATIENCE_MS)):
        own += _take(connection, name, shards, most - len(own), free_since, until)
    own.sort()
    return HeldShards(tuple(own), tuple(own[part:]))


def _take(
    connection: Connection, name: str, shards: int, count: int, free_since: int, until: int
) -> list[int]:
    """Take so many shards that have been free since a moment; return them."""
    if count <= 0:
        return []
    free = (gateway_shards.c.shards == shards, gateway_shards.c.until_ms <= free_since)
    found = connection.execute(
        select(gateway_shards.c.shard).where(*free).order_by(gateway_shards.c.shard).limit(count)
    )
    taken = []
    for shard in found.scalars().all():
        one = update(gateway_shards).where(*free, gateway_shards.c.shard == shard)
        if connection.execute(one.values(holder=name, until_ms=until)).rowcount:
            taken.append(shard)
    return taken


def remember(
    connection: Connection, name: str, shards: int, found: Mapping[int, GatewaySession]
) -> None:
    """Store sessions of the shards that a process holds."""
    mine = (gateway_shards.c.shards == shards, gateway_shards.c.holder == name)
    held = set(connection.execute(select(gateway_shards.c.shard).where(*mine)).scalars())
    rows = [
        {
            "shards": shards,
            "shard": shard,
            "session": one.id,
            "url": one.url,
            "sequence": one.sequence,
        }
        for shard, one in sorted(found.items())
        if shard in held
    ]
    if not rows:
        return
    new = upsert(connection.dialect.name, gateway_sessions)
    told = {column: new.excluded[column] for column in ("session", "url", "sequence")}
    connection.execute(
        new.on_conflict_do_update(index_elements=["shards", "shard"], set_=told), rows
    )


def sessions(
    connection: Connection, shards: int, which: Collection[int]
) -> dict[int, GatewaySession]:
    """Return the last known sessions of some shards."""
    table = gateway_sessions.c
    found = connection.execute(
        select(table.shard, table.session, table.url, table.sequence).where(
            table.shards == shards, table.shard.in_(which)
        )
    )
    return {row.shard: GatewaySession(row.session, row.url, row.sequence) for row in found}


def release(connection: Connection, name: str, which: ColumnElement[bool]) -> None:
    """Free some of a process's shards."""
    now = now_ms(connection)
    mine = gateway_shards.c.holder == name
    connection.execute(
        update(gateway_shards).where(mine, which).values(holder=NOBODY, until_ms=now)
    )


def leave(connection: Connection, name: str) -> None:
    """Remove a process."""
    release(connection, name, true())
    connection.execute(delete(gateway_members).where(gateway_members.c.name == name))


def take_turn(connection: Connection, name: str, holder: str) -> float:
    """Take a turn that is free: 0, or the seconds until it may be."""
    now = now_ms(connection)
    _make(connection, name)
    turn = gateway_turns.c.name == name
    taken = connection.execute(
        update(gateway_turns)
        .where(turn, (gateway_turns.c.until_ms <= now) | (gateway_turns.c.holder == holder))
        .values(holder=holder, until_ms=now + TURN_MS)
    )
    if taken.rowcount:
        return 0.0
    until = connection.execute(select(gateway_turns.c.until_ms).where(turn)).scalar_one()
    return max(1, int(until) - now) / 1000


def end_turn(connection: Connection, name: str, holder: str, pause_ms: int) -> None:
    """Free a turn after a pause, if it is still this holder's."""
    connection.execute(
        update(gateway_turns)
        .where(gateway_turns.c.name == name, gateway_turns.c.holder == holder)
        .values(holder=NOBODY, until_ms=now_ms(connection) + pause_ms)
    )


def take_requests(connection: Connection, count: int, every_ms: int) -> float:
    """Reserve the next requests; return the seconds until the first of them."""
    _make(connection, REQUESTS)
    row = gateway_turns.c.name == REQUESTS
    # The row is locked before the clock is read: whoever waits for it gets a later time.
    connection.execute(update(gateway_turns).where(row).values(holder=NOBODY))
    now = now_ms(connection)
    free = connection.execute(select(gateway_turns.c.until_ms).where(row)).scalar_one()
    first = max(now, int(free))
    connection.execute(update(gateway_turns).where(row).values(until_ms=first + count * every_ms))
    return (first - now) / 1000


def now_ms(connection: Connection) -> int:
    """Return the database's time in epoch milliseconds."""
    if connection.dialect.name == "sqlite":
        asked = "SELECT (julianday('now') - 2440587.5) * 86400000"
    else:
        asked = "SELECT extract(epoch FROM clock_timestamp()) * 1000"
    return int(connection.execute(text(asked)).scalar_one())


def _appear(connection: Connection, name: str, shards: int, now: int) -> None:
    row = {"name": name, "shards": shards, "until_ms": now + LEASE_MS}
    told = connection.execute(
        update(gateway_members).where(gateway_members.c.name == name).values(row)
    )
    if told.rowcount == 0:
        connection.execute(
            upsert(connection.dialect.name, gateway_members).values(row).on_conflict_do_nothing()
        )
    old = gateway_members.c.until_ms < now - FORGOTTEN_MS
    connection.execute(delete(gateway_members).where(old))


def _among(shards: int, which: tuple[int, ...]) -> ColumnElement[bool]:
    return (gateway_shards.c.shards == shards) & gateway_shards.c.shard.in_(which)


def _make(connection: Connection, name: str) -> None:
    row = {"name": name, "holder": NOBODY, "until_ms": 0}
    connection.execute(
        upsert(connection.dialect.name, gateway_turns).values(row).on_conflict_do_nothing()
    )
