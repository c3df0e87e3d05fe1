"""The news of events that have not been told yet."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

INTEGER = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")
TABLE = "event_news"


def upgrade() -> None:
    """Add the table."""

    def number(name: str, *, null: bool = False) -> sa.Column[int]:
        return sa.Column(name, INTEGER, nullable=null)

    op.create_table(
        TABLE,
        *(number(name) for name in ("event_id", "team", "version")),
        sa.Column("news", sa.Text(), nullable=False),
        number("created_ms"),
        *(number(name, null=True) for name in ("batch", "claimed_ms")),
        sa.ForeignKeyConstraint(["event_id"], ["events.event_id"], name=f"fk_{TABLE}_event_id"),
        sa.PrimaryKeyConstraint("event_id", "team", "version", name=f"pk_{TABLE}"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
