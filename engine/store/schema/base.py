"""The building blocks of every table.

Times are epoch milliseconds, flags 0 or 1, JSON is TEXT (checked when it is read).
Ids are Discord's snowflakes; a match has the id of the interaction that started it. Every unique
key of a match's children contains ``match_id``.

Every integer column is marked with whose id it holds, and every text column that may name people
and stays when they go: :mod:`engine.store.schema.marks`.
"""

from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import BigInteger, Column, ForeignKey, MetaData, Table, Text, text
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import SchemaItem

from engine.store.schema.marks import NONE, ColumnMark, Of

I64: Final = BigInteger().with_variant(sqlite.INTEGER(), "sqlite")
"""A 64-bit integer, which SQLite's STRICT tables call INTEGER."""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def marked(*of: Of) -> Iterator[tuple[Column[Any], ColumnMark]]:
    """Return the columns with such marks; a table comes after those that refer to it."""
    for table in reversed(metadata.sorted_tables):
        for column in table.columns:
            if "mark" in column.info and column.info["mark"].of in of:
                yield column, column.info["mark"]


def key_column(name: str, mark: ColumnMark) -> Column[int]:
    """Return a column for an external id that is the whole primary key."""
    return Column(name, I64, primary_key=True, autoincrement=False, info={"mark": mark})


def id_column(name: str, mark: ColumnMark, *, null: bool = False) -> Column[int]:
    """Return a column for an id."""
    return Column(name, I64, nullable=null, info={"mark": mark})


def int_column(name: str, default: int | None = None, *, null: bool = False) -> Column[int]:
    """Return a column for a number that is no id."""
    if name.endswith("_id"):
        raise ValueError(f"{name}: an id is of somebody or marked with NONE")
    server = None if default is None else text(str(default))
    return Column(name, I64, nullable=null, server_default=server, info={"mark": NONE})


def text_column(name: str, *, null: bool = False, mark: ColumnMark | None = None) -> Column[str]:
    """Return a text column; ``mark``: of what people write, if it stays when one of them goes."""
    return Column(name, Text(), nullable=null, info={} if mark is None else {"mark": mark})


def child_column(parent: str) -> Column[int]:
    """Return the column of the row that a row belongs to, such as ``matches.match_id``."""
    name = parent.partition(".")[2]
    return Column(name, I64, ForeignKey(parent), nullable=False, info={"mark": NONE})


def of_match_column() -> Column[int]:
    """Return the column of the match that a row belongs to."""
    return child_column("matches.match_id")


def new_table(name: str, *parts: SchemaItem, rowid: bool = False) -> Table:
    """Return a table with checked types; ``rowid`` where one integer is the whole key."""
    return Table(name, metadata, *parts, sqlite_strict=True, sqlite_with_rowid=rowid)
