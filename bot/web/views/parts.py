"""Parts of the chat's screens as a page gets them: buttons, pictures, replays and events."""

from dataclasses import asdict
from typing import TypeAlias

from bot.render.event_models import BracketPicture, BracketSlot, CrossPicture
from bot.render.models import BoardPicture, BoardRow, Disc, ProfilePicture
from bot.ui.custom_id import base36
from bot.ui.markup import disc_of
from bot.ui.page_parts import (
    EventBoard,
    EventCard,
    EventCards,
    EventPerson,
    EventTable,
    OwnRound,
    PastLines,
    PlayedSide,
    PlayedStep,
    RoundPlayback,
)
from bot.ui.screen import Image
from bot.web.protocol.drawn import (
    BracketPart,
    BracketRoundState,
    BracketSlotState,
    CrossCellState,
    CrossPart,
    CrossRowState,
    DiscState,
    EventCardsPart,
    EventCardState,
    EventPart,
    EventPersonState,
    EventTableState,
    FigureState,
    OwnRoundState,
    PastLineState,
    PastPart,
    ProfilePart,
    RankingPart,
    RankingRowState,
)
from bot.web.protocol.panels import PlaybackPart, PlayedSideState, PlayedStepState

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
                match=base36(one.match),
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


def playback_part(found: RoundPlayback) -> PlaybackPart:
    """Return the round."""
    return PlaybackPart(
        match=None if found.match is None else base36(found.match),
        number=found.number,
        at=found.at,
        press=str(found.press),
        names=found.names,
        initials=(_initials(found.names[0]), _initials(found.names[1])),
        tones=found.tones,
        scores=found.scores,
        steps=tuple(map(_step, found.steps)),
    )


def _initials(name: str) -> str:
    return disc_of(name, None).initials


def _step(one: PlayedStep) -> PlayedStepState:
    return PlayedStepState(
        move=one.move,
        mover=one.mover,
        sides=(_side(one.sides[0]), _side(one.sides[1])),
        acts=one.acts,
        stock=one.stock,
        discards=one.discards,
        moved=one.moved,
        verdict=one.verdict,
        cost=one.cost,
        better=one.better,
        better_card=one.better_card,
        result=one.result,
    )


def _side(one: PlayedSide) -> PlayedSideState:
    return PlayedSideState(
        cards=one.cards,
        melds=one.melds,
        deadwood=one.deadwood,
        count=one.count,
    )


def event_cards_part(cards: EventCards) -> EventCardsPart:
    """Return the list of events."""
    return EventCardsPart(
        cards=tuple(map(_card, cards.cards)), actions=tuple(map(str, cards.actions))
    )


def _card(card: EventCard) -> EventCardState:
    return EventCardState(
        event=base36(card.event),
        title=card.title,
        kind=card.kind,
        stage=card.stage.value,
        status=card.status,
        own=card.own,
        starts=card.starts_ms,
        entrants=card.entrants,
        entered=card.is_in,
    )


def event_part(board: EventBoard) -> EventPart:
    """Return one event."""
    return EventPart(
        event=base36(board.event),
        title=board.title,
        stage=board.stage.value,
        plan=board.plan,
        round=board.round,
        starts=board.starts_ms,
        entered=board.entered,
        lines=board.lines,
        own=None if board.own is None else _person(board.own),
        to_play=tuple(map(_round, board.to_play)),
        actions=tuple(map(str, board.actions)),
        back=str(board.back),
        tables=tuple(map(_table, board.tables)),
        played=tuple(map(_round, board.played)),
        entrants=tuple(map(_person, board.entrants)),
        bracket=None if board.bracket is None else bracket_part(board.bracket),
        standings=None if board.standings is None else cross_part(board.standings),
        boards=None if board.boards is None else cross_part(board.boards),
    )


def _person(person: EventPerson) -> EventPersonState:
    return EventPersonState(name=person.name, disc=disc_state(person.disc), note=person.note)


def _round(one: OwnRound) -> OwnRoundState:
    return OwnRoundState(
        title=one.title,
        rival=None if one.rival is None else _person(one.rival),
        score=one.score,
        mark=one.mark.value,
        match=_match(one.match),
    )


def _table(table: EventTable) -> EventTableState:
    return EventTableState(
        first=_person(table.first),
        second=_person(table.second),
        score=table.score,
        match=_match(table.match),
    )


def _match(match: int | None) -> str | None:
    return None if match is None else base36(match)
