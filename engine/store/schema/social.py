"""Friendships."""

from sqlalchemy import Index, PrimaryKeyConstraint

from engine.store.schema import marks
from engine.store.schema.base import id_column, int_column, new_table

friends = new_table(
    "friends",
    id_column("user_id", marks.OWN),
    id_column("friend_id", marks.ABOUT),
    int_column("since_ms"),
    PrimaryKeyConstraint("user_id", "friend_id"),
)
"""One row per direction: ``user_id`` has added ``friend_id`` to their list."""
Index("ix_friends_friend", friends.c.friend_id)
