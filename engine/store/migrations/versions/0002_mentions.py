"""Where somebody was told that it is their turn, so that a restart tells nobody twice."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

I64 = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "mentions",
        sa.Column("match_id", I64, nullable=False),
        sa.Column("user_id", I64, nullable=False),
        sa.Column("channel_id", I64, nullable=True),
        sa.Column("message_id", I64, nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.match_id"], name="fk_mentions_match_id"),
        sa.PrimaryKeyConstraint("match_id", "user_id", name="pk_mentions"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
