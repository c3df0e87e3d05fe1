"""What unknown opponents brought, and resignations as what they are for the completion rate."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

REAL = sa.Float(53).with_variant(sqlite.REAL(), "sqlite")


def upgrade() -> None:
    """Add the column, and mark the matches that somebody resigned."""
    op.add_column(
        "rating_history", sa.Column("from_unknown", REAL, nullable=False, server_default="0")
    )
    op.execute(
        "UPDATE attendance SET abandoned = 2 WHERE abandoned = 0 AND EXISTS ("
        "SELECT 1 FROM player_matches WHERE player_matches.user_id = attendance.user_id "
        "AND player_matches.match_id = attendance.match_id AND player_matches.quit = 1)"
    )
