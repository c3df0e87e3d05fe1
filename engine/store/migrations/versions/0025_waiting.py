"""The waiting list of events: the place of each entrant who waits."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

INTEGER = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")


def upgrade() -> None:
    """Add the column."""
    op.add_column("event_entries", sa.Column("waits", INTEGER, nullable=True))
