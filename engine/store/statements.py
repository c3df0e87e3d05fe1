"""Statements for every database: INSERT … ON CONFLICT, and those prepared for every move.

SQLAlchemy spends more on a statement of one row than SQLite does: it looks up the compiled text,
makes a context, and wraps the cursor. So SQLite's driver prepares the statements of every move
beforehand; other databases get them as any other one.
"""

from collections import namedtuple
from collections.abc import Mapping, Sequence
from typing import Any, Final

import aiosqlite
from sqlalchemy import Connection, Executable, Select, Table, TextClause, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.exc import DBAPIError


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


SQLITE: Final = "sqlite"


class PreparedStatement:
    """A statement with named parameters. ``columns``: those of an INSERT, in the table's words.

    Its values and columns are numbers and texts, which the driver takes and gives as they are.
    """

    __slots__ = ("_columns", "_names", "_statement", "_text")

    def __init__(self, statement: Executable, columns: Sequence[str] | None = None) -> None:
        self._statement: Any = statement
        self._columns = columns
        self._text = ""
        self._names: tuple[str, ...] = ()

    def _executed(self, connection: Connection, values: Mapping[str, object]) -> Any:
        if not self._text:
            self._compile(connection)
        given = [values[name] for name in self._names]
        driver: Any = connection.connection.dbapi_connection
        try:
            return driver.execute(self._text, given)
        except aiosqlite.Error as error:
            raise DBAPIError.instance(
                self._text, given, error, aiosqlite.Error, dialect=connection.dialect
            ) from error

    def _compile(self, connection: Connection) -> None:
        made = self._statement.compile(dialect=connection.dialect, column_keys=self._columns)
        assert not made._bind_processors, "a value that SQLAlchemy would convert"
        # Both or nothing, for another thread that runs the statement meanwhile.
        self._names = tuple(made.positiontup)
        self._text = str(made)


class PreparedChange(PreparedStatement):
    """A prepared INSERT, UPDATE or DELETE."""

    __slots__ = ()

    def run(self, connection: Connection, values: Mapping[str, object]) -> int:
        """Run the statement; return the number of rows that it has changed."""
        if connection.dialect.name != SQLITE:
            return connection.execute(self._statement, values).rowcount
        cursor = self._executed(connection, values)
        changed: int = cursor.rowcount
        cursor.close()
        return changed


class PreparedQuery(PreparedStatement):
    """A prepared SELECT."""

    __slots__ = ("_row",)

    def __init__(self, statement: Select[Any]) -> None:
        super().__init__(statement)
        self._row: Any = None

    def row(self, connection: Connection, values: Mapping[str, object]) -> Any:
        """Return the only row, with its columns as attributes; ``None`` if there is none."""
        if connection.dialect.name != SQLITE:
            return connection.execute(self._statement, values).one_or_none()
        cursor = self._executed(connection, values)
        found = cursor.fetchone()
        if self._row is None:
            kind: Any = namedtuple("Row", [one[0] for one in cursor.description])  # type: ignore[misc]
            self._row = kind._make
        cursor.close()
        return None if found is None else self._row(found)
