"""Duplicate events: the commitment to their boards, and the matches that play them."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

INTEGER = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")


def words(name: str) -> sa.Column[str]:
    """Return a text column without a value in the rows that are there."""
    return sa.Column(name, sa.Text(), nullable=True)


def upgrade() -> None:
    """Add the columns."""
    for name in ("anchor", "pressed", "secret"):
        op.add_column("events", words(name))
    op.add_column("events", sa.Column("revealed", INTEGER, nullable=False, server_default="0"))
    op.add_column("event_matches", words("boards"))
    op.add_column("matches", sa.Column("boards", INTEGER, nullable=True))
    op.add_column("matches", words("boards_said"))
    shared = sa.text("boards IS NOT NULL")
    op.create_index(
        "ix_matches_boards",
        "matches",
        ["boards", "match_id"],
        unique=False,
        sqlite_where=shared,
        postgresql_where=shared,
    )
