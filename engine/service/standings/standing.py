"""The top of a board with ties, and the reader's own line, whatever the board ranks people by."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sqlalchemy import ColumnElement, Row, Select, func, select

from engine.service.people import UserId
from engine.service.tx import ReadTx

D = TypeVar("D")


@dataclass(frozen=True, slots=True)
class RankedLine(Generic[D]):
    """A line of a board. ``rank`` from 1; equal values share it. ``about``: what else it shows."""

    rank: int
    user_id: UserId
    name: str
    value: float
    about: D


@dataclass(frozen=True, slots=True)
class Standing(Generic[D]):
    """Lines of a board, and the reader's own, which may be elsewhere or absent.

    ``more``: whether there are lines below.
    """

    lines: tuple[RankedLine[D], ...] = ()
    mine: RankedLine[D] | None = None
    more: bool = False

    @property
    def outside(self) -> RankedLine[D] | None:
        """The reader's line, if it is not among the lines."""
        return None if self.mine in self.lines else self.mine


@dataclass(frozen=True, slots=True)
class Ranking(Generic[D]):
    """How people are ranked.

    ``listed``: selects everybody on the board, as ``user_id``, ``name`` and ``value``, with what
    ``about`` reads. ``ties``: the order of equal values.
    """

    listed: Select[Any]
    value: ColumnElement[Any]
    ties: Sequence[ColumnElement[Any]]
    user: ColumnElement[int]
    about: Callable[[Row[Any]], D]

    def standing(self, tx: ReadTx, reader: UserId, limit: int, offset: int = 0) -> Standing[D]:
        """Return lines ``offset`` to ``offset + limit``, the best first, and the reader's."""
        found = self.lines(tx, limit + 1, offset)
        mine = next((one for one in found[:limit] if one.user_id == reader), None)
        if mine is None:
            own = tx.execute(self.listed.where(self.user == reader)).one_or_none()
            mine = None if own is None else self._line(own, self._rank_of(tx, own.value))
        return Standing(found[:limit], mine, len(found) > limit)

    def lines(self, tx: ReadTx, limit: int, offset: int = 0) -> tuple[RankedLine[D], ...]:
        """Return lines ``offset`` to ``offset + limit``, the best first."""
        ordered = self.listed.order_by(self.value.desc(), *self.ties)
        found = tx.execute(ordered.limit(limit).offset(offset)).all()
        return self._ranked(tx, found, offset)

    def _ranked(
        self, tx: ReadTx, found: Sequence[Row[Any]], offset: int
    ) -> tuple[RankedLine[D], ...]:
        lines: list[RankedLine[D]] = []
        for place, row in enumerate(found, 1 + offset):
            if lines and lines[-1].value == row.value:
                rank = lines[-1].rank
            else:
                rank = place if lines or not offset else self._rank_of(tx, row.value)
            lines.append(self._line(row, rank))
        return tuple(lines)

    def _rank_of(self, tx: ReadTx, value: float) -> int:
        better = self.listed.where(self.value > value).with_only_columns(self.user)
        counted = select(func.count()).select_from(better.subquery())
        return 1 + int(tx.execute(counted).scalar_one())

    def _line(self, row: Row[Any], rank: int) -> RankedLine[D]:
        return RankedLine(rank, UserId(row.user_id), row.name, row.value, self.about(row))


def without_them(
    column: ColumnElement[int], people: Collection[UserId]
) -> tuple[ColumnElement[bool], ...]:
    """Return the condition that nobody of these is on the board."""
    return (column.not_in(people),) if people else ()
