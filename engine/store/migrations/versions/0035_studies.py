"""Studies: positions and rounds with notes and lines, private or shared by a link."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None

INTEGER = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")


def upgrade() -> None:
    """Create the table."""
    name = "studies"
    op.create_table(
        name,
        sa.Column("study_id", INTEGER, autoincrement=False, nullable=False),
        sa.Column("user_id", INTEGER, nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("version", INTEGER, nullable=False),
        sa.Column("created_ms", INTEGER, nullable=False),
        sa.Column("updated_ms", INTEGER, nullable=False),
        sa.Column("name", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("study_id", name=f"pk_{name}"),
        sqlite_strict=True,
        sqlite_with_rowid=True,
    )
    op.create_index(f"uq_{name}_name", name, ["name"], unique=True)
    op.create_index(f"ix_{name}_user", name, ["user_id", "updated_ms"])
