"""The building blocks of every table.

Times are epoch milliseconds, flags 0 or 1, JSON is TEXT (checked when it is read).
Ids are Discord's snowflakes; a match has the id of the interaction that started it. Every unique
key of a match's children contains ``match_id``.
"""

from typing import Final

from sqlalchemy import BigInteger, Column, ForeignKey, MetaData, Table, Text, text
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import SchemaItem

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


def key_column(name: str) -> Column[int]:
    """Return a column for an external id that is the whole primary key."""
    return Column(name, I64, primary_key=True, autoincrement=False)


def int_column(name: str, default: int | None = None, *, null: bool = False) -> Column[int]:
    """Return an integer column."""
    server = None if default is None else text(str(default))
    return Column(name, I64, nullable=null, server_default=server)


def text_column(name: str, *, null: bool = False) -> Column[str]:
    """Return a text column."""
    return Column(name, Text(), nullable=null)


def of_match_column(name: str = "match_id") -> Column[int]:
    """Return the column of the match that a row belongs to."""
    return Column(name, I64, ForeignKey("matches.match_id"), nullable=False)


def new_table(name: str, *parts: SchemaItem, rowid: bool = False) -> Table:
    """Return a table with checked types; ``rowid`` where one integer is the whole key."""
    return Table(name, metadata, *parts, sqlite_strict=True, sqlite_with_rowid=rowid)
