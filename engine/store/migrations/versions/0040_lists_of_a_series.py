"""A list of puzzles belongs to a series, as the answers to it do; so far all are races."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None

I64 = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")


def upgrade() -> None:
    """Make the table anew, since its key changes."""
    op.execute("CREATE TABLE races_before AS SELECT list_id, puzzles, made_ms FROM exercise_lists")
    op.drop_table("exercise_lists")
    op.create_table(
        "exercise_lists",
        sa.Column("series", sa.Text(), nullable=False),
        sa.Column("list_id", I64, nullable=False),
        sa.Column("puzzles", sa.Text(), nullable=False),
        sa.Column("made_ms", I64, nullable=False),
        sa.PrimaryKeyConstraint("series", "list_id", name="pk_exercise_lists"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.execute(
        "INSERT INTO exercise_lists (series, list_id, puzzles, made_ms) "
        "SELECT 'race', list_id, puzzles, made_ms FROM races_before"
    )
    op.drop_table("races_before")
    op.create_index("ix_exercise_lists_made", "exercise_lists", ["series", "made_ms"])
