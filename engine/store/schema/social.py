"""Friendships."""

from sqlalchemy import Index, PrimaryKeyConstraint

from engine.store.schema.base import int_column, new_table

friends = new_table(
    "friends",
    int_column("user_id"),
    int_column("friend_id"),
    int_column("since_ms"),
    PrimaryKeyConstraint("user_id", "friend_id"),
)
"""One row per direction: ``user_id`` has added ``friend_id`` to their list."""
Index("ix_friends_friend", friends.c.friend_id)
