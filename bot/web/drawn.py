"""The pictures of the chat that the page draws itself, from the same models."""

from dataclasses import asdict
from typing import TypeAlias

from bot.render.event_models import BracketPicture, BracketSlot, CrossPicture
from bot.render.models import BoardPicture, BoardRow, Disc, ProfilePicture
from bot.ui.record_parts import PastLines
from bot.ui.screen import Image
from bot.web.protocol.drawn import (
    BracketPart,
    BracketRoundState,
    BracketSlotState,
    CrossCellState,
    CrossPart,
    CrossRowState,
    DiscState,
    FigureState,
    PastLineState,
    PastPart,
    ProfilePart,
    RankingPart,
    RankingRowState,
)
from bot.web.views.actions import id_text

DrawnPart: TypeAlias = BracketPart | CrossPart | RankingPart | ProfilePart


def drawn_by_page(image: Image) -> DrawnPart | None:
    """Return what the page draws in place of a picture; ``None`` if it shows the picture."""
    match image.model:
        case BracketPicture() as model:
            return bracket_part(model)
        case CrossPicture() as model:
            return cross_part(model)
        case BoardPicture() as model:
            return RankingPart(
                title=model.title,
                subtitle=model.subtitle,
                rows=tuple(map(_ranked, model.rows)),
                outside=None if model.outside is None else _ranked(model.outside),
            )
        case ProfilePicture() as model:
            return _profile(model, image.alt)
        case _:
            return None


def disc_state(disc: Disc) -> DiscState:
    """Return a person's disc."""
    return DiscState(initials=disc.initials, tone=disc.tone)


def _disc(disc: Disc | None) -> DiscState | None:
    return None if disc is None else disc_state(disc)


def _slot(slot: BracketSlot) -> BracketSlotState:
    return BracketSlotState(**asdict(slot))


def bracket_part(model: BracketPicture) -> BracketPart:
    """Return a bracket."""
    third = model.third
    return BracketPart(
        title=model.title,
        subtitle=model.subtitle,
        rounds=tuple(
            BracketRoundState(
                title=one.title, pairs=tuple((_slot(a), _slot(b)) for a, b in one.pairs)
            )
            for one in model.rounds
        ),
        third_label=model.third_label,
        third=None if third is None else (_slot(third[0]), _slot(third[1])),
    )


def cross_part(model: CrossPicture) -> CrossPart:
    """Return standings."""
    return CrossPart(
        title=model.title,
        subtitle=model.subtitle,
        columns=model.columns,
        total_label=model.total_label,
        rows=tuple(
            CrossRowState(
                rank=one.rank,
                name=one.name,
                total=one.total,
                cells=tuple(
                    CrossCellState(text=cell.text, mark=cell.mark.value) for cell in one.cells
                ),
                note=one.note,
                disc=_disc(one.disc),
                own=one.highlighted,
            )
            for one in model.rows
        ),
    )


def _ranked(row: BoardRow) -> RankingRowState:
    return RankingRowState(
        rank=row.rank,
        name=row.name,
        value=row.value,
        note=row.note,
        disc=_disc(row.disc),
        own=row.highlighted,
    )


def past_part(past: PastLines) -> PastPart:
    """Return a list of finished matches."""
    return PastPart(
        lines=tuple(
            PastLineState(
                match=id_text(one.match),
                mark=one.mark.value,
                result=one.result,
                names=one.names,
                disc=disc_state(one.disc),
                rules=one.rules,
                score=one.score,
                ended=one.ended_ms,
            )
            for one in past.lines
        )
    )


def _profile(model: ProfilePicture, alt: str) -> ProfilePart:
    return ProfilePart(
        name=model.name,
        title=model.title,
        rating=model.rating,
        rating_label=model.rating_label,
        history=model.history,
        spread=model.spread,
        since=model.since,
        until=model.until,
        figures=tuple(FigureState(label=label, value=value) for label, value in model.stats),
        medals=model.medals,
        disc=_disc(model.disc),
        alt=alt,
    )
