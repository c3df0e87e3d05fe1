"""The models of the pictures of events: brackets and standings, as plain values."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.render.models import Disc, Look

PLAIN: Final = Look()


@dataclass(frozen=True, slots=True)
class BracketSlot:
    """One player of a knockout pairing; an empty ``name``: not known yet.

    ``score`` is the number of matches won, ``won``: goes on, ``out``: is beaten. ``own``: the
    reader's, which a page marks.
    """

    name: str = ""
    seed: str = ""
    score: str = ""
    won: bool = False
    out: bool = False
    own: bool = False


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A column of a bracket: pairs of players, half as many as in the column before."""

    title: str
    pairs: tuple[tuple[BracketSlot, BracketSlot], ...]


@dataclass(frozen=True, slots=True)
class BracketPicture:
    """A knockout: rounds from left to right, and the match for third place (``third``)."""

    title: str
    rounds: tuple[BracketRound, ...]
    subtitle: str = ""
    third_label: str = ""
    third: tuple[BracketSlot, BracketSlot] | None = None
    look: Look = PLAIN


class CellMark(StrEnum):
    """The result that a cell of a cross table shows."""

    PLAIN = "plain"
    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"
    OPEN = "open"
    SELF = "self"


@dataclass(frozen=True, slots=True)
class CrossCell:
    """A cell of a cross table: a short text on the colour of its result."""

    text: str = ""
    mark: CellMark = CellMark.PLAIN


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A line of the standings with its cells. ``note``: a short text after the name. ``own``: the
    reader's.
    """

    rank: str
    name: str
    total: str
    cells: tuple[CrossCell, ...] = ()
    note: str = ""
    disc: Disc | None = None
    own: bool = False


@dataclass(frozen=True, slots=True)
class CrossPicture:
    """Standings with a cross table; ``columns`` are the heads of the cells.

    ``wide``: the cells hold numbers of several digits, so that few columns have room.
    """

    title: str
    rows: tuple[CrossRow, ...]
    columns: tuple[str, ...] = ()
    subtitle: str = ""
    total_label: str = ""
    look: Look = PLAIN
    wide: bool = False
