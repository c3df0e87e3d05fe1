"""Each rating has one by matches against independent opponents alone; so far both are the same."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None

I64 = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")
REAL = sa.Float(53).with_variant(sqlite.REAL(), "sqlite")


def upgrade() -> None:
    """Add the columns, and fill them from the rating."""
    for name, default in (("", "1500"), ("_deviation", "350"), ("_volatility", "0.06")):
        column = sa.Column(f"independent{name}", REAL, nullable=False, server_default=default)
        op.add_column("ratings", column)
    op.add_column("ratings", sa.Column("independent_ms", I64, nullable=True))
    op.execute(
        "UPDATE ratings SET independent = rating, independent_deviation = deviation, "
        "independent_volatility = volatility, independent_ms = last_ms"
    )
