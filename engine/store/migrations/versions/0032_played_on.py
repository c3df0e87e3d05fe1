"""Matches that are played on from a position keep the deck that they were begun with."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("matches", sa.Column("begun", sa.Text(), nullable=True))
