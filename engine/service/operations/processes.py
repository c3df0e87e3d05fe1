"""The processes that answer Discord. Two for the same servers are harmless but seldom intended."""

import json
import secrets
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, delete, select, update

from engine.service.ports import Clock
from engine.store import Repeatable, Store
from engine.store.schema import processes
from engine.store.upsert import upsert

ALIVE_MS: Final = 90_000
"""The time in milliseconds after which a process without a heartbeat counts as gone."""
FORGOTTEN_MS: Final = 24 * 3_600_000


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards of a process: ``own`` of ``count`` shards; no ``own``: all of them."""

    count: int | None = None
    own: tuple[int, ...] = ()

    def overlaps(self, other: "Shards") -> bool:
        """Whether any server is served by both.

        >>> Shards(4, (0, 1)).overlaps(Shards(4, (2, 3)))
        False
        """
        if not self.own or not other.own or self.count != other.count:
            return True
        return not set(self.own).isdisjoint(other.own)


class Processes:
    """Heartbeats of the processes on one database."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.name = secrets.token_hex(8)
        self._store = store
        self._clock = clock

    async def beat(self, shards: Shards) -> tuple[str, ...]:
        """Record a heartbeat; return the other processes that serve some of the same servers."""
        now = self._clock.now_ms()
        return await self._store.write(Repeatable(lambda c: beat(c, self.name, shards, now)))

    async def leave(self) -> None:
        """Remove this process, which ends."""
        own = processes.c.name == self.name
        await self._store.write(
            Repeatable(lambda c: c.execute(delete(processes).where(own)).rowcount)
        )


def beat(connection: Connection, name: str, shards: Shards, now: int) -> tuple[str, ...]:
    """Record a heartbeat; return the other processes that serve some of the same servers."""
    text = json.dumps([shards.count, *shards.own])
    seen = {"shards": text, "seen_ms": now}
    told = connection.execute(update(processes).where(processes.c.name == name).values(seen))
    if told.rowcount == 0:
        connection.execute(
            upsert(connection.dialect.name, processes)
            .values(name=name, **seen)
            .on_conflict_do_nothing()
        )
    connection.execute(delete(processes).where(processes.c.seen_ms < now - FORGOTTEN_MS))
    others = select(processes).where(
        processes.c.name != name, processes.c.seen_ms >= now - ALIVE_MS
    )
    return tuple(
        row.name for row in connection.execute(others) if shards.overlaps(_shards(row.shards))
    )


def _shards(text: str) -> Shards:
    count, *own = json.loads(text)
    return Shards(count, tuple(own))
