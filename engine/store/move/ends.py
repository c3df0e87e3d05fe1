"""The two ends of a move."""

from collections.abc import AsyncIterator
from typing import Final, Protocol

from sqlalchemy import Table

from engine.store.move.content import TableRow

BATCH: Final = 10_000
"""The number of rows that are in memory at once."""


class MoveSource(Protocol):
    """A database that is read."""

    async def count(self, table: Table) -> int:
        """Return the number of rows."""

    def rows(self, table: Table) -> AsyncIterator[list[TableRow]]:
        """Yield all rows, with the columns in the order of the schema, in batches."""


class Target(MoveSource, Protocol):
    """An empty database that is filled."""

    async def add(self, table: Table, rows: list[TableRow]) -> None:
        """Insert rows."""

    async def index(self) -> None:
        """Make the indexes, which the target was without while it was filled."""

    async def keep(self) -> None:
        """Make everything permanent, at once."""


def quoted(table: Table) -> tuple[str, str]:
    """Return the names of a table and of its columns as SQL."""
    columns = ", ".join(f'"{column.name}"' for column in table.columns)
    return f'"{table.name}"', columns
