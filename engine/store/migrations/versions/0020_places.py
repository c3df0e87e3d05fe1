"""The kind of chat that a table or an invitation is in, and the language of a table's message."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; everything so far was played on servers."""
    for table in ("lobbies", "matches"):
        place = sa.Column("place", sa.Text(), nullable=False, server_default=sa.text("'server'"))
        op.add_column(table, place)
    op.add_column("matches", sa.Column("locale", sa.Text(), nullable=True))
