"""An index of the matches being played on one server."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the index."""
    op.create_index(
        "ix_matches_live_guild",
        "matches",
        ["guild_id", "match_id"],
        sqlite_where=sa.text("status = 'live'"),
        postgresql_where=sa.text("status = 'live'"),
    )
