"""Plans of seats, lobbies with a room and a rating window, and who stayed to the end."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

I64 = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")


def upgrade() -> None:
    """Add the columns and the table."""
    op.add_column("matches", sa.Column("plans", sa.Text(), nullable=False, server_default="[]"))
    op.add_column("lobbies", sa.Column("room", sa.Text(), nullable=True))
    op.add_column("lobbies", sa.Column("rating_low", I64, nullable=True))
    op.add_column("lobbies", sa.Column("rating_high", I64, nullable=True))
    op.create_table(
        "attendance",
        sa.Column("user_id", I64, nullable=False),
        sa.Column("match_id", I64, nullable=False),
        sa.Column("abandoned", I64, nullable=False),
        sa.Column("at_ms", I64, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "match_id", name="pk_attendance"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.match_id"], name="fk_attendance_match_id"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
