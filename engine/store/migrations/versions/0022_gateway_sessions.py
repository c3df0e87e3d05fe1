"""Sessions of shards, with which another process goes on."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

INTEGER = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "gateway_sessions",
        sa.Column("shards", INTEGER, nullable=False),
        sa.Column("shard", INTEGER, nullable=False),
        sa.Column("session", sa.Text(), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("sequence", INTEGER, nullable=False),
        sa.PrimaryKeyConstraint("shards", "shard", name="pk_gateway_sessions"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
