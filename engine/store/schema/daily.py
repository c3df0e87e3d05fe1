"""The challenge and the puzzle of every day, coins and achievements.

A day is a number such as 20261121 (UTC). Its root secret stands in ``secrets`` under that number,
which no snowflake can have.
"""

from sqlalchemy import CheckConstraint, Index, PrimaryKeyConstraint, UniqueConstraint, text

from engine.store.schema import base
from engine.store.schema.base import (
    id_column,
    int_column,
    key_column,
    new_table,
    of_match_column,
    text_column,
)

TODAY = base.retained(
    "Today's challenge or puzzle, if you have answered it, until the day is over",
    "Deleting yourself would otherwise allow a second try",
)
daily_days = new_table(
    "daily_days",
    key_column("day", base.NONE),
    text_column("anchor"),
    int_column("par", null=True),
    text_column("puzzle", null=True),
    int_column("made_ms"),
    int_column("revealed_ms", null=True),
    rowid=True,
)
"""The prepared days: the commitment is public from ``made_ms`` on, before the day."""

daily_tries = new_table(
    "daily_tries",
    int_column("day"),
    id_column("user_id", TODAY),
    of_match_column(),
    id_column("guild_id", base.SERVER_REPLACED),
    int_column("shown"),
    int_column("points", null=True),
    int_column("streak", 0),
    int_column("ended_ms", null=True),
    PrimaryKeyConstraint("day", "user_id"),
)
"""One person's attempt at a day. ``points``: won less lost; null while it is played and if it was
given up. ``shown``: also on the global board. ``streak``: days in a row, this one included.
"""
_played = text("points IS NOT NULL")
Index(
    "ix_daily_tries_server",
    daily_tries.c.guild_id,
    daily_tries.c.day,
    daily_tries.c.points,
    daily_tries.c.user_id,
    sqlite_where=_played,
    postgresql_where=_played,
)
Index(
    "ix_daily_tries_world",
    daily_tries.c.shown,
    daily_tries.c.day,
    daily_tries.c.points,
    daily_tries.c.user_id,
    sqlite_where=_played,
    postgresql_where=_played,
)
Index("ix_daily_tries_user", daily_tries.c.user_id, daily_tries.c.day)
Index("ix_daily_tries_match", daily_tries.c.match_id)

coins = new_table(
    "coins",
    id_column("user_id", base.OWN),
    int_column("seq"),
    text_column("reason"),
    int_column("amount"),
    int_column("balance"),
    int_column("at_ms"),
    PrimaryKeyConstraint("user_id", "seq"),
    UniqueConstraint("user_id", "reason"),
    CheckConstraint("balance >= 0", name="balance"),
    CheckConstraint("amount <> 0", name="amount"),
    CheckConstraint("seq > 1 OR balance = amount", name="first"),
)
"""An append-only ledger: line ``seq`` of a person carries the balance after it. Two writers of one
line collide in the primary key, so every balance is computed from the last one.
"""

achievements = new_table(
    "achievements",
    id_column("user_id", base.OWN),
    text_column("name"),
    int_column("at_ms"),
    id_column("match_id", base.NONE, null=True),
    int_column("told", 0),
    PrimaryKeyConstraint("user_id", "name"),
)
"""A person's achievements. ``told``: shown to the person."""
Index(
    "ix_achievements_untold",
    achievements.c.user_id,
    sqlite_where=text("told = 0"),
    postgresql_where=text("told = 0"),
)
