"""Finished matches that a player shows to everybody who has the link."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

INTEGER = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "shares",
        sa.Column("match_id", INTEGER, nullable=False),
        sa.Column("user_id", INTEGER, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("since_ms", INTEGER, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.match_id"], name="fk_shares_match_id"),
        sa.PrimaryKeyConstraint("match_id", name="pk_shares"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("uq_shares_name", "shares", ["name"], unique=True)
    op.create_index("ix_shares_user", "shares", ["user_id"], unique=False)
