"""An index of settled ratings only: a board of ratings need not pass the provisional ones."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the index anew."""
    op.drop_index("ix_standings_rating", "standings")
    op.create_index(
        "ix_standings_rating",
        "standings",
        ["scope", "season", "pool", "shown", "rating", "user_id", "listed_until_ms"],
        sqlite_where=sa.text("listed_until_ms > 0"),
        postgresql_where=sa.text("listed_until_ms > 0"),
    )
