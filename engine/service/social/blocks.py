"""Blocks: two people who do not meet. The blocked person is never told."""

from collections.abc import Iterable
from typing import Final

from sqlalchemy import Connection, and_, delete, or_, select, tuple_

from engine.service.changes import YES_NO
from engine.service.people import UserId
from engine.service.tx import Commands, Tx, command, query
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


def are_two_apart(connection: Connection, user_id: UserId, other: UserId) -> bool:
    """Whether one of two people has blocked the other."""
    return are_apart(connection, user_id, [other])


def blocked_by(connection: Connection, user_id: int) -> tuple[UserId, ...]:
    """Return the people whom a person has blocked, longest ago first."""
    found = select(blocks.c.blocked_id).where(blocks.c.user_id == user_id)
    ordered = connection.execute(found.order_by(blocks.c.since_ms))
    return tuple(UserId(user) for user in ordered.scalars())


def block(tx: Tx, user_id: UserId, other: UserId) -> bool:
    """Block challenges, shared tables and notes, and end a friendship.

    ``False`` for oneself, or if the list is full.
    """
    connection = tx.connection
    mine = blocked_by(connection, user_id)
    if user_id == other or (other not in mine and len(mine) >= MOST_BLOCKED):
        return False
    both = tuple_(friends.c.user_id, friends.c.friend_id)
    connection.execute(delete(friends).where(both.in_([(user_id, other), (other, user_id)])))
    row = {"user_id": user_id, "blocked_id": other, "since_ms": tx.now}
    connection.execute(upsert(connection.dialect.name, blocks).on_conflict_do_nothing(), row)
    return True


def unblock(tx: Tx, user_id: UserId, other: UserId) -> bool:
    """Remove a block; ``False`` if there was none."""
    gone = delete(blocks).where(blocks.c.user_id == user_id, blocks.c.blocked_id == other)
    return bool(tx.connection.execute(gone).rowcount)


class Blocks(Commands):
    """The block lists of people."""

    block = command("block", YES_NO, block)
    unblock = command("unblock", YES_NO, unblock)
    of = query(blocked_by)
    are_apart = query(are_two_apart)
