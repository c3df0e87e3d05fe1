"""Discards that help the opponent: counted for each match, and the pairs that stand out."""

from sqlalchemy import Index, PrimaryKeyConstraint

from engine.store.schema import marks
from engine.store.schema.base import id_column, int_column, new_table, of_match_column
from engine.store.schema.standing import real_column

match_help = new_table(
    "match_help",
    id_column("user_id", marks.OWN),
    of_match_column(),
    id_column("guild_id", marks.SERVER),
    id_column("other_id", marks.ABOUT),
    int_column("ended_ms"),
    int_column("discards", null=True),
    int_column("completed", null=True),
    real_column("expected", null=True),
    real_column("variance", null=True),
    PrimaryKeyConstraint("user_id", "match_id"),
)
"""What one person's discards did for another in a rated match; empty until it is computed."""
Index(
    "ix_match_help_pending",
    match_help.c.match_id,
    sqlite_where=match_help.c.discards.is_(None),
    postgresql_where=match_help.c.discards.is_(None),
)
Index("ix_match_help_pair", match_help.c.guild_id, match_help.c.user_id, match_help.c.other_id)
Index("ix_match_help_other", match_help.c.other_id)

helpful_pairs = new_table(
    "helpful_pairs",
    id_column("guild_id", marks.SERVER),
    id_column("user_id", marks.OWN),
    id_column("other_id", marks.ABOUT),
    int_column("since_ms"),
    int_column("cleared_ms", null=True),
    PrimaryKeyConstraint("guild_id", "user_id", "other_id"),
)
"""Pairs whose discards are too helpful; after ``cleared_ms`` they are counted from nought."""
Index("ix_helpful_pairs_user", helpful_pairs.c.user_id)
Index("ix_helpful_pairs_other", helpful_pairs.c.other_id)
