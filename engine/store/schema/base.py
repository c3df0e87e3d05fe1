"""The building blocks of every table, and the marks that say whose id a column holds.

Times are epoch milliseconds, flags 0 or 1, JSON is TEXT (checked when it is read).
Ids are Discord's snowflakes; a match has the id of the interaction that started it. Every unique
key of a match's children contains ``match_id``.

Every integer column is marked with whose id it holds, and every text column that may name people
and stays when they go. By the marks it is exported for a person, and deleted with a person or a
server.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Any, Final

from sqlalchemy import BigInteger, Column, ForeignKey, MetaData, Table, Text, text
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import SchemaItem


class Of(Enum):
    """Whose id it is, and whose the row is."""

    OWN = auto()
    """A person's, and the row is theirs."""
    ABOUT = auto()
    """A person's, but the row is somebody else's or has to stay for others."""
    RETAINED = auto()
    """A person's that stays when they delete their data, for a reason."""
    WORDS = auto()
    """No id but what somebody has written, where it may name anybody; it stays for a reason."""
    SERVER = auto()
    NONE = auto()
    """Neither a person's nor a server's."""


class OnDelete(Enum):
    """What happens to the row when its person or server is deleted."""

    CASCADE = auto()
    """It is deleted, and before it the rows that refer to it."""
    REPLACE = auto()
    """It stays, with another id."""
    SPECIAL = auto()
    """:mod:`engine.service.operations.deletion` has code of its own, unless it names nobody."""


@dataclass(frozen=True, slots=True)
class ColumnMark:
    """``exported``: the export of the person contains the row, as it is.

    ``retained`` and ``reason``: what stays and for how long, and why, as in docs/host/privacy.md.
    """

    of: Of
    on_delete: OnDelete = OnDelete.SPECIAL
    exported: bool = False
    retained: str = ""
    reason: str = ""


OWN_SHOWN_APART: Final = ColumnMark(Of.OWN, OnDelete.CASCADE)
"""Exported in another form than the row's."""
OWN: Final = replace(OWN_SHOWN_APART, exported=True)
OWN_SPECIAL: Final = ColumnMark(Of.OWN)
ABOUT: Final = ColumnMark(Of.ABOUT, OnDelete.CASCADE)
ABOUT_REPLACED: Final = ColumnMark(Of.ABOUT, OnDelete.REPLACE)
ABOUT_SPECIAL: Final = ColumnMark(Of.ABOUT)
ENTRY: Final = replace(ABOUT_SPECIAL, exported=True)
RESULT: Final = replace(ABOUT_REPLACED, exported=True)
"""As an entry in an event: the row is the person's, but results of others depend on it."""
SERVER: Final = ColumnMark(Of.SERVER, OnDelete.CASCADE)
SERVER_REPLACED: Final = ColumnMark(Of.SERVER, OnDelete.REPLACE)
"""The row belongs to players and stays with them."""
NONE: Final = ColumnMark(Of.NONE)


def retained(what: str, reason: str) -> ColumnMark:
    """Return the mark of an id that stays; code written by hand deletes it in the end."""
    return ColumnMark(Of.RETAINED, exported=True, retained=what, reason=reason)


def words(what: str, reason: str) -> ColumnMark:
    """Return the mark of texts that people write, which stay as they were written."""
    return ColumnMark(Of.WORDS, retained=what, reason=reason)


ABOUT_OTHERS: Final = words(
    "What somebody has written about others or a server: reports, reasons, titles of events",
    "It is theirs, or a server's evidence and decision, even where it names you",
)
PROOF: Final = words(
    "Words that you have added to a shuffle, without your id",
    "Nobody could check the deal without them",
)


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
