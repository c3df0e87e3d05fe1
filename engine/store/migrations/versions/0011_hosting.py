"""Servers that the bot is away from, and the processes that serve."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

I64 = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "guild_absence",
        sa.Column("guild_id", I64, primary_key=True, autoincrement=False, nullable=False),
        sa.Column("since_ms", I64, nullable=False),
        sa.Column("removed", I64, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=True,
    )
    op.create_table(
        "processes",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("shards", sa.Text(), nullable=False),
        sa.Column("seen_ms", I64, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_processes"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
