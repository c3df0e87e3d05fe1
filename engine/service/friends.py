"""The list of friends that somebody keeps."""

from sqlalchemy import Connection, delete, select

from engine.service.people import UserId
from engine.service.sums import upsert
from engine.store.schema import friends


def befriend(connection: Connection, user_id: UserId, friend_id: UserId, now: int) -> bool:
    """Put somebody on one's list; ``False``: they were on it, or it is oneself."""
    if user_id == friend_id:
        return False
    row = {"user_id": user_id, "friend_id": friend_id, "since_ms": now}
    added = connection.execute(upsert(connection, friends).on_conflict_do_nothing(), row)
    return added.rowcount == 1


def unfriend(connection: Connection, user_id: UserId, friend_id: UserId) -> bool:
    """Take somebody off one's list; ``False``: they were not on it."""
    gone = connection.execute(
        delete(friends).where(friends.c.user_id == user_id, friends.c.friend_id == friend_id)
    )
    return gone.rowcount == 1


def friends_of(connection: Connection, user_id: UserId) -> tuple[UserId, ...]:
    """The people on somebody's list, longest there first."""
    found = connection.execute(
        select(friends.c.friend_id)
        .where(friends.c.user_id == user_id)
        .order_by(friends.c.since_ms, friends.c.friend_id)
    )
    return tuple(UserId(friend_id) for friend_id in found.scalars())
