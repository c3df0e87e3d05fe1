"""What a restore begins anew: an epoch for buttons, another chain of secrets for deals."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

I64 = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")


def upgrade() -> None:
    """Add the columns."""
    epoch = sa.Column("epoch", I64, nullable=False, server_default=sa.text("0"))
    op.add_column("matches", epoch)
    op.add_column("rounds", sa.Column("commitment", sa.Text(), nullable=True))
    earlier = sa.Column("earlier", sa.Text(), nullable=False, server_default=sa.text("'[]'"))
    op.add_column("secrets", earlier)
