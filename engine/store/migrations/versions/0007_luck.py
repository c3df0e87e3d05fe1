"""How much of a match's points was luck."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

I64 = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")
REAL = sa.Float(53).with_variant(sqlite.REAL(), "sqlite")


def upgrade() -> None:
    """Create the table and its index."""
    op.create_table(
        "match_luck",
        sa.Column("user_id", I64, nullable=False),
        sa.Column("match_id", I64, nullable=False),
        sa.Column("rounds", I64, nullable=True),
        *(sa.Column(name, REAL, nullable=True) for name in ("deal", "draws", "play")),
        sa.PrimaryKeyConstraint("user_id", "match_id", name="pk_match_luck"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.match_id"], name="fk_match_luck_match_id"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    pending = sa.text("rounds IS NULL")
    op.create_index(
        "ix_match_luck_pending",
        "match_luck",
        ["match_id"],
        sqlite_where=pending,
        postgresql_where=pending,
    )
