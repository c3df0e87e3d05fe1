"""Finished matches that a player shows to everybody who has the link."""

from sqlalchemy import Index, PrimaryKeyConstraint

from engine.store.schema import marks
from engine.store.schema.base import id_column, int_column, new_table, of_match_column, text_column

shares = new_table(
    "shares",
    of_match_column(),
    id_column("user_id", marks.OWN),
    text_column("name"),
    int_column("since_ms"),
    PrimaryKeyConstraint("match_id"),
)
"""``name``: the unguessable part of the link. ``user_id``: the player who shares the match."""
Index("uq_shares_name", shares.c.name, unique=True)
Index("ix_shares_user", shares.c.user_id)
