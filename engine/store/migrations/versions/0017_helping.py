"""What a person's discards did for another, and the pairs that stand out."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

REAL = sa.Float(53).with_variant(sqlite.REAL(), "sqlite")
INTEGER = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")


def _whole(name: str, *, null: bool = False) -> sa.Column[int]:
    return sa.Column(name, INTEGER, nullable=null)


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "match_help",
        _whole("user_id"),
        _whole("match_id"),
        _whole("guild_id"),
        _whole("other_id"),
        _whole("ended_ms"),
        _whole("discards", null=True),
        _whole("completed", null=True),
        sa.Column("expected", REAL, nullable=True),
        sa.Column("variance", REAL, nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.match_id"], name="fk_match_help_match_id"),
        sa.PrimaryKeyConstraint("user_id", "match_id", name="pk_match_help"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    pending = sa.text("discards IS NULL")
    op.create_index(
        "ix_match_help_pending",
        "match_help",
        ["match_id"],
        sqlite_where=pending,
        postgresql_where=pending,
    )
    op.create_index("ix_match_help_pair", "match_help", ["guild_id", "user_id", "other_id"])
    op.create_index("ix_match_help_other", "match_help", ["other_id"])
    op.create_table(
        "helpful_pairs",
        _whole("guild_id"),
        _whole("user_id"),
        _whole("other_id"),
        _whole("since_ms"),
        _whole("cleared_ms", null=True),
        sa.PrimaryKeyConstraint("guild_id", "user_id", "other_id", name="pk_helpful_pairs"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_helpful_pairs_user", "helpful_pairs", ["user_id"])
    op.create_index("ix_helpful_pairs_other", "helpful_pairs", ["other_id"])
