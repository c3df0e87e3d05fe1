"""What the tutor has advised a person, to be compared with what they play afterwards."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None

INTEGER = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")


def upgrade() -> None:
    """Create the table."""
    name = "tutor_advice"
    op.create_table(
        name,
        sa.Column("user_id", INTEGER, autoincrement=False, nullable=False),
        sa.Column("given_ms", INTEGER, nullable=False),
        sa.Column("until_ms", INTEGER, nullable=False),
        sa.Column("findings", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name=f"pk_{name}"),
        sqlite_strict=True,
        sqlite_with_rowid=True,
    )
