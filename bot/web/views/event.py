"""The events of a server and one event as a page gets them."""

from bot.ui.event_parts import (
    EventBoard,
    EventCard,
    EventCards,
    EventPerson,
    EventTable,
    OwnRound,
)
from bot.web.drawn import bracket_part, cross_part, disc_state
from bot.web.protocol.events import (
    EventCardsPart,
    EventCardState,
    EventPart,
    EventPersonState,
    EventTableState,
    OwnRoundState,
)
from bot.web.views.actions import id_text


def event_cards_part(cards: EventCards) -> EventCardsPart:
    """Return the list of events."""
    return EventCardsPart(cards=tuple(map(_card, cards.cards)), actions=cards.actions)


def _card(card: EventCard) -> EventCardState:
    return EventCardState(
        event=id_text(card.event),
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
        event=id_text(board.event),
        title=board.title,
        stage=board.stage.value,
        plan=board.plan,
        round=board.round,
        starts=board.starts_ms,
        entered=board.entered,
        lines=board.lines,
        own=None if board.own is None else _person(board.own),
        to_play=tuple(map(_round, board.to_play)),
        actions=board.actions,
        back=board.back,
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
    return None if match is None else id_text(match)
