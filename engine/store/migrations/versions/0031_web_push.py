"""Browsers that want to hear of a turn, and the key with which they are told."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None

INTEGER = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")


def upgrade() -> None:
    """Create the tables."""
    name = "push_subscriptions"
    op.create_table(
        name,
        sa.Column("endpoint", sa.Text(), nullable=False),
        sa.Column("user_id", INTEGER, nullable=False),
        sa.Column("p256dh", sa.Text(), nullable=False),
        sa.Column("auth", sa.Text(), nullable=False),
        sa.Column("since_ms", INTEGER, nullable=False),
        sa.PrimaryKeyConstraint("endpoint", name=f"pk_{name}"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index(f"ix_{name}_user", name, ["user_id"])
    op.create_table(
        "server_keys",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("made_ms", INTEGER, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_server_keys"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
