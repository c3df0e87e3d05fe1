"""INSERT … ON CONFLICT for every database."""

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite


def upsert(dialect: str, table: Table) -> sqlite.Insert | postgresql.Insert:
    """Return an INSERT that can handle an existing row, for a dialect of SQLAlchemy."""
    if dialect == "sqlite":
        return sqlite.insert(table)
    return postgresql.insert(table)
