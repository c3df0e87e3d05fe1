"""The trainer: its pool of puzzles, answers and ratings, and the matches looked into."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

INTEGER = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")
REAL = sa.Float(53).with_variant(sqlite.REAL(), "sqlite")


def _integers(*names: str, null: bool = False) -> list[sa.Column[int]]:
    return [sa.Column(name, INTEGER, nullable=null) for name in names]


def _reals(*names: str, null: bool = False) -> list[sa.Column[float]]:
    return [sa.Column(name, REAL, nullable=null) for name in names]


def upgrade() -> None:
    """Create the tables."""
    _create_puzzles()
    _create_answers()
    op.create_table(
        "trainer_people",
        sa.Column("user_id", INTEGER, autoincrement=False, nullable=False),
        *_reals("value", "deviation", "volatility"),
        *_integers("answered", "solved", "at_ms"),
        sa.PrimaryKeyConstraint("user_id", name="pk_trainer_people"),
        sqlite_strict=True,
        sqlite_with_rowid=True,
    )
    op.create_table(
        "trainer_matches",
        *_integers("user_id", "match_id"),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.match_id"], name="fk_trainer_matches_match_id"
        ),
        sa.PrimaryKeyConstraint("user_id", "match_id", name="pk_trainer_matches"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def _create_puzzles() -> None:
    op.create_table(
        "trainer_puzzles",
        sa.Column("puzzle_id", INTEGER, autoincrement=False, nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("puzzle", sa.Text(), nullable=False),
        *_integers("pool", "made_ms"),
        *_reals("value", "deviation", "volatility"),
        sa.PrimaryKeyConstraint("puzzle_id", name="pk_trainer_puzzles"),
        sqlite_strict=True,
        sqlite_with_rowid=True,
    )
    pool = sa.text("pool = 1")
    op.create_index(
        "ix_trainer_puzzles_pool",
        "trainer_puzzles",
        ["question", "value"],
        sqlite_where=pool,
        postgresql_where=pool,
    )


def _create_answers() -> None:
    op.create_table(
        "trainer_answers",
        *_integers("user_id", "puzzle_id", "own", "times", "solved"),
        *_integers("choice", null=True),
        *_reals("lost", "change", null=True),
        *_integers("at_ms", "due_ms", null=True),
        sa.PrimaryKeyConstraint("user_id", "puzzle_id", name="pk_trainer_answers"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    due = sa.text("due_ms IS NOT NULL")
    op.create_index(
        "ix_trainer_answers_due",
        "trainer_answers",
        ["user_id", "due_ms"],
        sqlite_where=due,
        postgresql_where=due,
    )
    op.create_index("ix_trainer_answers_puzzle", "trainer_answers", ["puzzle_id"])
