"""Hands of the week, and what members have answered."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None

INTEGER = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")


def upgrade() -> None:
    """Create the tables."""
    name = "weekly_hands"
    op.create_table(
        name,
        sa.Column("hand_id", INTEGER, autoincrement=False, nullable=False),
        sa.Column("guild_id", INTEGER, nullable=False),
        sa.Column("channel_id", INTEGER, nullable=False),
        sa.Column("message_id", INTEGER, nullable=True),
        sa.Column("host_id", INTEGER, nullable=False),
        sa.Column("position", sa.Text(), nullable=False),
        sa.Column("solution", sa.Text(), nullable=False),
        sa.Column("locale", sa.Text(), nullable=True),
        sa.Column("posted_ms", INTEGER, nullable=False),
        sa.Column("closes_ms", INTEGER, nullable=False),
        sa.Column("closed_ms", INTEGER, nullable=True),
        sa.Column("version", INTEGER, nullable=False),
        sa.Column("rendered_version", INTEGER, nullable=False),
        sa.PrimaryKeyConstraint("hand_id", name=f"pk_{name}"),
        sqlite_strict=True,
        sqlite_with_rowid=True,
    )
    is_open = sa.text("closed_ms IS NULL")
    op.create_index(
        f"uq_{name}_open",
        name,
        ["guild_id"],
        unique=True,
        sqlite_where=is_open,
        postgresql_where=is_open,
    )
    op.create_index(f"ix_{name}_closes", name, ["closes_ms"])
    op.create_index(f"ix_{name}_guild", name, ["guild_id"])
    op.create_index(f"ix_{name}_host", name, ["host_id"])
    name = "weekly_answers"
    op.create_table(
        name,
        sa.Column("hand_id", INTEGER, nullable=False),
        sa.Column("user_id", INTEGER, nullable=False),
        sa.Column("choice", INTEGER, nullable=False),
        sa.Column("at_ms", INTEGER, nullable=False),
        sa.PrimaryKeyConstraint("hand_id", "user_id", name=f"pk_{name}"),
        sa.ForeignKeyConstraint(["hand_id"], ["weekly_hands.hand_id"], name=f"fk_{name}_hand_id"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index(f"ix_{name}_user", name, ["user_id"])
