"""Completion of matches, and matches left to the clock."""

from sqlalchemy import PrimaryKeyConstraint

from engine.store.schema import marks
from engine.store.schema.base import id_column, int_column, new_table, of_match_column

attendance = new_table(
    "attendance",
    id_column("user_id", marks.OWN),
    of_match_column(),
    int_column("abandoned"),
    int_column("at_ms"),
    PrimaryKeyConstraint("user_id", "match_id"),
)
"""One row for each person in each ended match between people. ``abandoned``: 0 played to the end,
1 left to the clock, 2 resigned.
"""
