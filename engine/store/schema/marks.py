"""Whose id a column holds: what is exported for a person, and deleted with a person or a server."""

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final


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
