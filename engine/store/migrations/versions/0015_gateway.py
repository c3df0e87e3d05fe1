"""Shards, identifying and requests divided among several processes."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

INTEGER = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")


def upgrade() -> None:
    """Create the three tables."""
    _table("gateway_members", [_text("name"), _number("shards"), _number("until_ms")], "name")
    _table(
        "gateway_shards",
        [_number("shards"), _number("shard"), _text("holder"), _number("until_ms")],
        "shards",
        "shard",
    )
    _table("gateway_turns", [_text("name"), _text("holder"), _number("until_ms")], "name")


def _table(name: str, columns: list[sa.Column[str] | sa.Column[int]], *key: str) -> None:
    op.create_table(
        name,
        *columns,
        sa.PrimaryKeyConstraint(*key, name=f"pk_{name}"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=False)


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, INTEGER, nullable=False, autoincrement=False)
