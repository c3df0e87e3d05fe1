"""The challenge and the puzzle of every day, coins and achievements."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

I64 = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")


def upgrade() -> None:
    """Create the tables, and mark the matches of a day."""
    _mark_matches()
    _days_and_tries()
    _puzzles()
    _coins()
    _achievements()


def _number(name: str, default: int | None = None, *, null: bool = False) -> "sa.Column[int]":
    server = None if default is None else sa.text(str(default))
    return sa.Column(name, I64, nullable=null, server_default=server)


def _mark_matches() -> None:
    op.add_column("matches", _number("day", null=True))
    marked = sa.text("day IS NOT NULL")
    op.create_index(
        "ix_matches_day",
        "matches",
        ["day", "match_id"],
        sqlite_where=marked,
        postgresql_where=marked,
    )


def _days_and_tries() -> None:
    op.create_table(
        "daily_days",
        sa.Column("day", I64, primary_key=True, autoincrement=False, nullable=False),
        sa.Column("anchor", sa.Text(), nullable=False),
        _number("par", null=True),
        sa.Column("puzzle", sa.Text(), nullable=True),
        _number("made_ms"),
        _number("revealed_ms", null=True),
        sqlite_strict=True,
        sqlite_with_rowid=True,
    )
    op.create_table(
        "daily_tries",
        _number("day"),
        _number("user_id"),
        _number("match_id"),
        _number("guild_id"),
        _number("shown"),
        _number("points", null=True),
        _number("streak", 0),
        _number("ended_ms", null=True),
        sa.PrimaryKeyConstraint("day", "user_id", name="pk_daily_tries"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.match_id"], name="fk_daily_tries_match_id"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    played = sa.text("points IS NOT NULL")
    for name, first in (("server", "guild_id"), ("world", "shown")):
        op.create_index(
            f"ix_daily_tries_{name}",
            "daily_tries",
            [first, "day", "points", "user_id"],
            sqlite_where=played,
            postgresql_where=played,
        )
    op.create_index("ix_daily_tries_user", "daily_tries", ["user_id", "day"])
    op.create_index("ix_daily_tries_match", "daily_tries", ["match_id"])


def _puzzles() -> None:
    op.create_table(
        "puzzle_answers",
        *(_number(name) for name in ("day", "user_id", "choice", "best", "at_ms")),
        sa.PrimaryKeyConstraint("day", "user_id", name="pk_puzzle_answers"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("ix_puzzle_answers_user", "puzzle_answers", ["user_id", "day"])


def _coins() -> None:
    op.create_table(
        "coins",
        _number("user_id"),
        _number("seq"),
        sa.Column("reason", sa.Text(), nullable=False),
        *(_number(name) for name in ("amount", "balance", "at_ms")),
        sa.PrimaryKeyConstraint("user_id", "seq", name="pk_coins"),
        sa.UniqueConstraint("user_id", "reason", name="uq_coins_user_id_reason"),
        sa.CheckConstraint("balance >= 0", name="ck_coins_balance"),
        sa.CheckConstraint("amount <> 0", name="ck_coins_amount"),
        sa.CheckConstraint("seq > 1 OR balance = amount", name="ck_coins_first"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def _achievements() -> None:
    op.create_table(
        "achievements",
        _number("user_id"),
        sa.Column("name", sa.Text(), nullable=False),
        _number("at_ms"),
        _number("match_id", null=True),
        _number("told", 0),
        sa.PrimaryKeyConstraint("user_id", "name", name="pk_achievements"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    untold = sa.text("told = 0")
    op.create_index("ix_achievements_name", "achievements", ["name"])
    op.create_index(
        "ix_achievements_untold",
        "achievements",
        ["user_id"],
        sqlite_where=untold,
        postgresql_where=untold,
    )
