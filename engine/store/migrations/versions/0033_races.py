"""Races of the trainer, and who has run them."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None

INTEGER = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")


def upgrade() -> None:
    """Create the tables."""
    name = "trainer_races"
    op.create_table(
        name,
        sa.Column("race_id", INTEGER, nullable=False, autoincrement=False),
        sa.Column("puzzles", sa.Text(), nullable=False),
        sa.Column("made_ms", INTEGER, nullable=False),
        sa.PrimaryKeyConstraint("race_id", name=f"pk_{name}"),
        sqlite_strict=True,
    )
    op.create_index(f"ix_{name}_made", name, ["made_ms"])
    name = "trainer_attempts"
    op.create_table(
        name,
        sa.Column("race_id", INTEGER, nullable=False),
        sa.Column("user_id", INTEGER, nullable=False),
        sa.Column("guild_id", INTEGER, nullable=False),
        sa.Column("started_ms", INTEGER, nullable=False),
        sa.Column("results", sa.Text(), nullable=False),
        sa.Column("solved", INTEGER, nullable=False),
        sa.Column("ended_ms", INTEGER, nullable=True),
        sa.PrimaryKeyConstraint("race_id", "user_id", name=f"pk_{name}"),
        sa.ForeignKeyConstraint(["race_id"], ["trainer_races.race_id"], name=f"fk_{name}_race_id"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index(f"ix_{name}_user", name, ["user_id", "started_ms"])
    op.create_index(f"ix_{name}_board", name, ["guild_id", "started_ms"])
