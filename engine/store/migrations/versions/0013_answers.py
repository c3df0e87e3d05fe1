"""Answers to commands, so that an interaction that comes again gets the same."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

I64 = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "answers",
        sa.Column("interaction_id", I64, nullable=False),
        sa.Column("command", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("interaction_id", "command", name="pk_answers"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
