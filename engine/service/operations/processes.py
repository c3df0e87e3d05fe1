"""The processes that answer Discord. Two for the same servers are harmless but seldom intended."""

import json
import secrets
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from sqlalchemy import delete, select, update

from engine.service.commands import Commands, repeatable
from engine.service.tx import Tx
from engine.store.schema import processes

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


def beat(tx: Tx, name: str, shards: Shards) -> tuple[str, ...]:
    """Record a heartbeat; return the other processes that serve some of the same servers."""
    text = json.dumps([shards.count, *shards.own])
    seen = {"shards": text, "seen_ms": tx.now}
    known = tx.execute(update(processes).where(processes.c.name == name).values(seen))
    if known.rowcount == 0:
        tx.execute(tx.upsert(processes).values(name=name, **seen).on_conflict_do_nothing())
    tx.execute(delete(processes).where(processes.c.seen_ms < tx.now - FORGOTTEN_MS))
    others = select(processes).where(
        processes.c.name != name, processes.c.seen_ms >= tx.now - ALIVE_MS
    )
    return tuple(row.name for row in tx.execute(others) if shards.overlaps(_shards(row.shards)))


def remove(tx: Tx, name: str) -> None:
    """Remove a process, which ends."""
    tx.execute(delete(processes).where(processes.c.name == name))


def _shards(text: str) -> Shards:
    count, *own = json.loads(text)
    return Shards(count, tuple(own))


class Processes(Commands):
    """Heartbeats of the processes on one database."""

    _beat = repeatable(beat)
    _remove = repeatable(remove)

    @cached_property
    def name(self) -> str:
        """The name of this process."""
        return secrets.token_hex(8)

    async def beat(self, shards: Shards) -> tuple[str, ...]:
        """Record a heartbeat; return the other processes that serve some of the same servers."""
        return await self._beat(self.name, shards)

    async def leave(self) -> None:
        """Remove this process, which ends."""
        await self._remove(self.name)
