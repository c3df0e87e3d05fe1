"""Queries about events: lists, messages that are behind, honours, the event of a match."""

from collections.abc import Collection
from itertools import islice
from typing import Final

from sqlalchemy import Connection, func, select, update

from engine.events.plan import EventKind
from engine.service.events import boards, reading, rows
from engine.service.events.board_types import BoardsOf, BoardsProof
from engine.service.events.plans import plan_from
from engine.service.events.types import Event, EventId, EventList, EventState, Honour, Pairing
from engine.service.people import ChannelId, MatchId, MessageId
from engine.store.schema import event_entries, event_matches, events

PAGE: Final = 10
MOST_SHOWN: Final = 25
HONOURED: Final = 3
MOST_HONOURS: Final = 25


def versions(connection: Connection, event_ids: Collection[EventId]) -> dict[EventId, int]:
    """Return the versions of events."""
    asked = select(events.c.event_id, events.c.version).where(events.c.event_id.in_(event_ids))
    return {EventId(row.event_id): row.version for row in connection.execute(asked)}


def of_guild(connection: Connection, guild: int, page: int) -> EventList:
    """Return the open events of a server, and one page of those that are over, newest first."""
    here = events.c.guild_id == guild
    still = select(events.c.event_id).where(here, events.c.ended_ms.is_(None))
    ended = select(events.c.event_id).where(here, events.c.ended_ms.is_not(None))
    total = connection.execute(
        select(func.count()).select_from(events).where(here, events.c.ended_ms.is_not(None))
    ).scalar_one()
    found = connection.execute(still.order_by(events.c.created_ms).limit(MOST_SHOWN)).scalars()
    newest = ended.order_by(events.c.ended_ms.desc(), events.c.event_id)
    past = connection.execute(newest.limit(PAGE).offset(PAGE * page)).scalars()
    current, history = (_events(connection, list(ids)) for ids in (found, past))
    return EventList(current, history, max(1, -(-total // PAGE)))


def _events(connection: Connection, ids: list[int]) -> tuple[Event, ...]:
    found = (reading.event(connection, event_id) for event_id in ids)
    return tuple(one for one in found if one is not None)


def count_open(connection: Connection, guild: int) -> int:
    """Return the number of events of a server that are to come or running."""
    asked = select(func.count()).select_from(events)
    asked = asked.where(events.c.guild_id == guild, events.c.ended_ms.is_(None))
    return connection.execute(asked).scalar_one()


def of_match(connection: Connection, match_id: MatchId) -> tuple[Event, Pairing] | None:
    """Return the event of a match, and its pairing."""
    asked = select(event_matches.c.event_id, event_matches.c.number)
    row = connection.execute(asked.where(event_matches.c.match_id == match_id)).one_or_none()
    event = None if row is None else reading.event(connection, row.event_id)
    if row is None or event is None:
        return None
    return event, next(one for one in event.pairings if one.number == row.number)


def boards_of(
    connection: Connection, event_id: EventId, round_: int, user_id: int
) -> BoardsOf | None:
    """Return a person's boards of a round; ``None`` until they are public, or without any."""
    row = rows.read_row(connection, event_id)
    if row is None or not row.kind.is_duplicate:
        return None
    held = rows.load(connection, row)
    entry = held.entry_of(user_id)
    return None if entry is None else boards.of_player(held, round_, entry.number)


def boards_proof(connection: Connection, event_id: EventId) -> BoardsProof | None:
    """Return what anybody needs to check the boards of an event; ``None`` for one without."""
    row = rows.read_row(connection, event_id)
    return None if row is None else boards.proof_of(row)


def honours_of(connection: Connection, user_id: int) -> tuple[Honour, ...]:
    """Return the finished events in which a person was among the first three, newest first."""
    others = event_entries.alias("others")
    entered = (
        select(func.count())
        .select_from(others)
        .where(others.c.event_id == events.c.event_id, others.c.place.is_not(None))
        .scalar_subquery()
    )
    found = connection.execute(
        select(
            events.c.event_id,
            events.c.plan,
            events.c.ended_ms,
            event_entries.c.place,
            event_entries.c.division,
            entered.label("entered"),
        )
        .join(event_entries, event_entries.c.event_id == events.c.event_id)
        .where(
            event_entries.c.user_id == user_id,
            event_entries.c.place <= HONOURED,
            events.c.state == EventState.FINISHED.value,
        )
        .order_by(events.c.ended_ms.desc())
    )
    honours = (
        Honour(EventId(row.event_id), plan.name, plan.kind, row.place, row.entered, row.ended_ms)
        for row in found
        for plan in [plan_from(row.plan)]
        if is_honoured(plan.kind, row.division, row.place)
    )
    return tuple(islice(honours, MOST_HONOURS))


def is_honoured(kind: EventKind, division: int, place: int) -> bool:
    """Whether a place is an honour: in the top division, or in the team that has won."""
    return place == 1 if kind.has_teams else division == 1


def open_of(connection: Connection, user_id: int) -> tuple[EventId, ...]:
    """Return the open events in which a person has an entry."""
    asked = (
        select(events.c.event_id)
        .join(event_entries, event_entries.c.event_id == events.c.event_id)
        .where(event_entries.c.user_id == user_id, events.c.ended_ms.is_(None))
    )
    return tuple(EventId(one) for one in connection.execute(asked).scalars())


def outdated(connection: Connection) -> tuple[Event, ...]:
    """Return events whose messages do not show the newest version."""
    behind = select(events.c.event_id).where(events.c.version > events.c.rendered_version)
    ids = connection.execute(behind.order_by(events.c.event_id).limit(MOST_SHOWN)).scalars()
    return _events(connection, list(ids))


def shown(
    connection: Connection,
    event_id: EventId,
    version: int,
    message: MessageId | None,
    thread: ChannelId | None,
    channel: ChannelId | None,
) -> None:
    """Record what the message of an event shows, and where message and thread are."""
    places = {"message_id": message, "thread_id": thread, "channel_id": channel}
    values: dict[str, int] = {name: at for name, at in places.items() if at is not None}
    values["rendered_version"] = version
    connection.execute(update(events).where(events.c.event_id == event_id).values(values))
