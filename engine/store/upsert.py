"""INSERT … ON CONFLICT for every database."""

from sqlalchemy import Table, TextClause, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.default import DefaultDialect


def upsert(dialect: str, table: Table) -> sqlite.Insert | postgresql.Insert:
    """Return an INSERT that can handle an existing row, for a dialect of SQLAlchemy."""
    if dialect == "sqlite":
        return sqlite.insert(table)
    return postgresql.insert(table)


def written(statement: sqlite.Insert | postgresql.Insert) -> TextClause:
    """Return a statement as text, for those that run with every move or many times.

    SQLAlchemy writes an INSERT with a conflict anew each time, because it has no key for its cache.
    """
    module = sqlite if isinstance(statement, sqlite.Insert) else postgresql
    dialect: DefaultDialect = module.dialect(paramstyle="named")
    return text(str(statement.compile(dialect=dialect)))
