"""The share of luck in a match's points."""

from sqlalchemy import Index, PrimaryKeyConstraint

from engine.store.schema import marks
from engine.store.schema.base import id_column, int_column, new_table, of_match_column
from engine.store.schema.standing import real_column

match_luck = new_table(
    "match_luck",
    id_column("user_id", marks.OWN),
    of_match_column(),
    int_column("rounds", null=True),
    real_column("deal", null=True),
    real_column("draws", null=True),
    real_column("play", null=True),
    PrimaryKeyConstraint("user_id", "match_id"),
)
"""One ended match of one person, in points to that person; empty until it is computed."""
Index(
    "ix_match_luck_pending",
    match_luck.c.match_id,
    sqlite_where=match_luck.c.rounds.is_(None),
    postgresql_where=match_luck.c.rounds.is_(None),
)
