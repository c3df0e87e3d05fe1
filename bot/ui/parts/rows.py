"""Lines of people and results: tables, lists, and the pairs of a bracket."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Literal

from bot.render.event_models import CellMark, CrossCell
from bot.render.models import Disc
from bot.ui.parts.base import EpochMs, PartModel, PressButton, pressed
from bot.ui.parts.kinds import Kind, Listed, Way
from bot.ui.press import Press


class RowPresence(StrEnum):
    """Whether a person has a page open, or sits at a table; the note says it in words."""

    AWAY = "away"
    HERE = "here"
    PLAYING = "playing"


class ListedRow(Listed):
    """A line; one without a name is a free place.

    ``mark``: the result that stands before it. ``value``: what it is ranked by, or its score.
    ``moment``: when it was, after the note. ``cells``: one for each column. ``buttons``: at its
    end, in a line that is not pressed as a whole.
    """

    name: str
    rank: str = ""
    mark: CellMark = CellMark.PLAIN
    disc: Disc | None = None
    note: str = ""
    moment: EpochMs | None = None
    value: str = ""
    cells: tuple[CrossCell, ...] = ()
    own: bool = False
    presence: RowPresence = RowPresence.AWAY
    way: Way | None = None
    buttons: tuple[PressButton, ...] = ()


class RowsPart(Kind):
    """Lines below each other; with ``columns``, the heads of the cells, a table.

    ``outside``: the reader's line, if it is on another page. ``nobody``: said below free places.
    ``is_podium``: the first three, each on a step as high as the rank.
    """

    type: Literal["rows"] = "rows"
    rows: tuple[ListedRow, ...]
    columns: tuple[str, ...] = ()
    total_label: str = ""
    outside: ListedRow | None = None
    nobody: str = ""
    is_podium: bool = False

    @property
    def offered(self) -> Iterator[Press]:
        ways = (one.way for one in self.rows if one.way is not None)
        yield from (way.press for way in ways if way.press is not None)
        yield from pressed(*(button for one in self.rows for button in one.buttons))


class RowPair(PartModel):
    """Two lines that belong together, with their common score."""

    first: ListedRow
    second: ListedRow
    score: str = ""
    way: Way | None = None


class PairColumn(PartModel):
    """Pairs below each other."""

    title: str
    pairs: tuple[RowPair, ...]


class PairsPart(Kind):
    """Pairs: a bracket, whose columns have half as many each, or tables at which others play.

    ``apart``: a pair that leads to no other, such as the one for third place.
    """

    type: Literal["pairs"] = "pairs"
    columns: tuple[PairColumn, ...]
    apart: PairColumn | None = None
    is_bracket: bool = False
