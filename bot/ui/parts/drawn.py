"""The parts that a page draws in place of pictures, made of the pictures' models."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from bot.render import PictureModel
from bot.render.event_models import BracketPicture, BracketSlot, CellMark, CrossPicture, CrossRow
from bot.render.models import BoardPicture, BoardRow, ProfilePicture
from bot.ui.parts.facts import Curve, Fact, FactsPart
from bot.ui.parts.kinds import Ground, Kind
from bot.ui.parts.rows import ListedRow, PairColumn, PairsPart, RowPair, RowsPart


def bracket_part(model: BracketPicture) -> PairsPart:
    """Return a bracket."""
    third = None if model.third is None else _column(model.third_label, (model.third,))
    return PairsPart(
        ground=Ground.SHEET,
        title=model.title,
        subtitle=model.subtitle,
        columns=tuple(_column(one.title, one.pairs) for one in model.rounds),
        apart=third,
        is_bracket=True,
    )


def _column(title: str, pairs: Sequence[tuple[BracketSlot, BracketSlot]]) -> PairColumn:
    found = (RowPair(first=_slot(first), second=_slot(second)) for first, second in pairs)
    return PairColumn(title=title, pairs=tuple(found))


def _slot(slot: BracketSlot) -> ListedRow:
    mark = CellMark.WON if slot.won else CellMark.LOST if slot.out else CellMark.PLAIN
    return ListedRow(name=slot.name, rank=slot.seed, value=slot.score, mark=mark, own=slot.own)


def cross_part(model: CrossPicture) -> RowsPart:
    """Return standings with a cross table."""
    return RowsPart(
        ground=Ground.SHEET,
        title=model.title,
        subtitle=model.subtitle,
        columns=model.columns,
        total_label=model.total_label,
        rows=tuple(map(_standing, model.rows)),
    )


def _standing(row: CrossRow) -> ListedRow:
    return ListedRow(
        rank=row.rank,
        disc=row.disc,
        name=row.name,
        note=row.note,
        value=row.total,
        cells=row.cells,
        own=row.own,
    )


def _board(model: BoardPicture, alt: str) -> RowsPart:
    return RowsPart(
        ground=Ground.PAPER,
        title=model.title,
        subtitle=model.subtitle,
        rows=tuple(map(_line, model.rows)),
        outside=None if model.outside is None else _line(model.outside),
    )


def _line(row: BoardRow) -> ListedRow:
    return ListedRow(
        rank=row.rank, disc=row.disc, name=row.name, note=row.note, value=row.value, own=row.own
    )


def _profile(model: ProfilePicture, alt: str) -> FactsPart:
    curve = Curve(
        values=model.history, spread=model.spread, since=model.since, until=model.until, alt=alt
    )
    return FactsPart(
        ground=Ground.PAPER,
        title=model.name,
        subtitle=model.title,
        disc=model.disc,
        medals=model.medals,
        main=Fact(value=model.rating, label=model.rating_label),
        curve=curve if len(model.history) > 1 else None,
        facts=tuple(Fact(label=label, value=value) for label, value in model.stats),
    )


_DRAWN: Final[Mapping[type, Callable[[Any, str], Kind]]] = {
    BracketPicture: lambda model, alt: bracket_part(model),
    CrossPicture: lambda model, alt: cross_part(model),
    BoardPicture: _board,
    ProfilePicture: _profile,
}


def drawn_by_page(model: PictureModel, alt: str) -> Kind | None:
    """Return what the page draws in place of a picture; ``None`` if it shows the picture."""
    drawn = _DRAWN.get(type(model))
    return None if drawn is None else drawn(model, alt)
