"""The two ends of a move."""

from collections.abc import AsyncIterator, Iterable
from hashlib import blake2b
from typing import Final, Protocol, TypeAlias

from sqlalchemy import Float, Table

TableRow: TypeAlias = tuple[int | float | str | None, ...]

_BYTES: Final = 16
_MODULUS: Final = 1 << (8 * _BYTES)


class Content:
    """The rows of one table, added up as they pass."""

    def __init__(self, table: Table) -> None:
        self.rows = 0
        self._sum = 0
        self._floats = tuple(
            place for place, column in enumerate(table.columns) if isinstance(column.type, Float)
        )

    def add(self, rows: Iterable[TableRow]) -> None:
        """Add rows, in any order."""
        if self._floats:
            rows = map(self._without_negative_zero, rows)
        count, total = 0, 0
        for row in rows:
            count += 1
            hashed = blake2b(repr(row).encode(), digest_size=_BYTES).digest()
            total += int.from_bytes(hashed)
        self.rows += count
        self._sum = (self._sum + total) % _MODULUS

    @property
    def digest(self) -> str:
        """The hash of all rows, in hexadecimal digits."""
        return f"{self._sum:0{2 * _BYTES}x}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Content) and (self.rows, self._sum) == (other.rows, other._sum)

    __hash__ = None  # type: ignore[assignment]

    def _without_negative_zero(self, row: TableRow) -> TableRow:
        """Return the row with 0.0 for -0.0, which SQLite does not keep apart."""
        if not any(row[place] == 0.0 for place in self._floats):
            return row
        return tuple(
            0.0 if place in self._floats and value == 0.0 else value
            for place, value in enumerate(row)
        )


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
