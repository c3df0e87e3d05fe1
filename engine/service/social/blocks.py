"""Blocks: two people who do not meet. The blocked person is never told."""

from collections.abc import Iterable
from typing import Final

from sqlalchemy import Connection, and_, delete, or_, select, tuple_

from engine.service.changes import YES_NO, Once
from engine.service.people import InteractionId, UserId
from engine.service.ports import Clock
from engine.store import Store
from engine.store.schema import blocks, friends
from engine.store.upsert import upsert

MOST_BLOCKED: Final = 500


def are_apart(connection: Connection, user_id: int, others: Iterable[int]) -> bool:
    """Whether one of ``others`` has blocked this person, or the other way round."""
    listed = list(others)
    found = select(blocks.c.user_id).where(
        or_(
            and_(blocks.c.user_id == user_id, blocks.c.blocked_id.in_(listed)),
            and_(blocks.c.user_id.in_(listed), blocks.c.blocked_id == user_id),
        )
    )
    return connection.execute(found.limit(1)).first() is not None


def has_blocked(connection: Connection, user_id: int, other: int) -> bool:
    """Whether the first person has blocked the second."""
    found = select(blocks.c.user_id).where(
        blocks.c.user_id == user_id, blocks.c.blocked_id == other
    )
    return connection.execute(found).first() is not None


def blocked_by(connection: Connection, user_id: int) -> list[int]:
    """Return the people whom a person has blocked, longest ago first."""
    found = select(blocks.c.blocked_id).where(blocks.c.user_id == user_id)
    return list(connection.execute(found.order_by(blocks.c.since_ms)).scalars())


def block(connection: Connection, user_id: UserId, other: UserId, now: int) -> bool:
    """Block a person and end a friendship; ``False`` for oneself, or if the list is full."""
    mine = blocked_by(connection, user_id)
    if user_id == other or (other not in mine and len(mine) >= MOST_BLOCKED):
        return False
    both = tuple_(friends.c.user_id, friends.c.friend_id)
    connection.execute(delete(friends).where(both.in_([(user_id, other), (other, user_id)])))
    row = {"user_id": user_id, "blocked_id": other, "since_ms": now}
    connection.execute(upsert(connection.dialect.name, blocks).on_conflict_do_nothing(), row)
    return True


class Blocks:
    """The block lists of people. Raises StoreBusyError or StoreFailedError."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def block(self, interaction: InteractionId, user_id: UserId, other: UserId) -> bool:
        """Block challenges, shared tables and notes; ``False`` for oneself or with a full list."""
        now = self._clock.now_ms()
        return await self._store.write(
            Once(interaction, "block", YES_NO, lambda c: block(c, user_id, other, now))
        )

    async def unblock(self, interaction: InteractionId, user_id: UserId, other: UserId) -> bool:
        """Remove a block; ``False`` if there was none."""
        gone = delete(blocks).where(blocks.c.user_id == user_id, blocks.c.blocked_id == other)
        return await self._store.write(
            Once(interaction, "unblock", YES_NO, lambda c: bool(c.execute(gone).rowcount))
        )

    async def of(self, user_id: UserId) -> tuple[UserId, ...]:
        """Return the people whom a person has blocked."""
        return await self._store.read(lambda c: tuple(map(UserId, blocked_by(c, user_id))))

    async def are_apart(self, user_id: UserId, other: UserId) -> bool:
        """Whether one of the two has blocked the other."""
        return await self._store.read(lambda c: are_apart(c, user_id, [other]))
