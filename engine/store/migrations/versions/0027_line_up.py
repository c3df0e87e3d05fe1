"""The line-up of teams: the order in which the players of a team meet those of the other."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

INTEGER = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")


def upgrade() -> None:
    """Add the column."""
    op.add_column("event_entries", sa.Column("line_up", INTEGER, nullable=True))
