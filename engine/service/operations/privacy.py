"""Export of a person's data, and removal of the person from everything that has to stay.

An export holds the person's own actions and names; of others only the ids they played against. It
contains no card other than those the person has laid down or drawn face up.

Both follow from the marks of the columns (:mod:`engine.store.schema.marks`). Written by hand is
only what concerns more than the row in which the person's id stands:

- the profile, matches with the own moves, invitations, announced events and deeds as an
  administrator are exported without what belongs to others;
- a seat in a match or an event stays, because results of others depend on it: its name goes, the
  rating at the start, any advice given, and a private chat that would say who it was;
- moves have no index by person and are looked for in their matches;
- the two people of an open challenge are one key, so both go; invitations are JSON;
- of a report about the person only the fact stays, and texts of others are redacted;
- an attempt at the current day has to stay until the day is over;
- the puzzles of the person's mistakes go when nobody else has been asked them.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    Table,
    case,
    delete,
    or_,
    select,
    update,
)

from engine.game.actions import Advise
from engine.game.notation import action_text
from engine.service.events.rows import plan_from, plan_text
from engine.service.events.types import EntryState
from engine.service.matches import match_rows
from engine.service.operations.redaction import GONE, NOBODY, names_of, pattern_of, redact
from engine.service.people import Place
from engine.service.trainer import pool
from engine.store.schema import (
    audit,
    daily_days,
    daily_tries,
    event_entries,
    events,
    lobbies,
    lobby_players,
    marked,
    match_players,
    matches,
    metadata,
    moves,
    players,
    puzzle_answers,
    reports,
    trainer_answers,
)
from engine.store.schema.marks import Of, OnDelete

Json: TypeAlias = dict[str, object]
_NOWHERE: Final = {"channel_id": NOBODY, "message_id": None, "locale": None}
"""What is stored of a private chat after one of its people has left."""
_ADVICE: Final = action_text(Advise(""))[:1]


def export(connection: Connection, user_id: int) -> Json:
    """Return all stored data about a person, ready to be written as JSON."""
    return {
        "user_id": user_id,
        "profile": _found(
            connection,
            select(players.c.name, players.c.prefs, players.c.seen_ms).where(
                players.c.user_id == user_id
            ),
        ),
        "matches": [_match(connection, row, user_id) for row in _matches_of(connection, user_id)],
        "invitations": _invitations(connection, user_id),
        **{
            table.name: _found(connection, select(table).where(or_(*own)))
            for table, own in _exported(user_id).items()
        },
        "events": _found(
            connection,
            select(
                *(events.c.event_id, events.c.guild_id, events.c.channel_id),
                *(events.c.state, events.c.plan, events.c.created_ms),
            ).where(events.c.host_id == user_id),
        ),
        "administration": _found(connection, select(audit).where(audit.c.actor_id == user_id)),
    }


def _exported(user_id: int) -> dict[Table, list[ColumnElement[bool]]]:
    """Return, for each table whose rows are exported as they are, what makes one the person's."""
    found: dict[Table, list[ColumnElement[bool]]] = {}
    for column, mark in marked(Of.OWN, Of.ABOUT, Of.KEPT):
        if mark.exported:
            found.setdefault(column.table, []).append(column == user_id)
    return found


def _invitations(connection: Connection, user_id: int) -> list[Json]:
    """Return the lobbies of a person; where they were found from another server, not its ids."""
    own = or_(lobbies.c.across.is_(None), lobbies.c.host_id == user_id)
    asked = (
        select(
            lobbies.c.lobby_id,
            case((own, lobbies.c.guild_id)).label("guild_id"),
            case((own, lobbies.c.channel_id)).label("channel_id"),
            lobbies.c.status,
            lobbies.c.preset,
            lobbies.c.created_ms,
            lobby_players.c.name,
            lobby_players.c.world_name,
            lobby_players.c.side,
        )
        .join(lobby_players, lobby_players.c.lobby_id == lobbies.c.lobby_id)
        .where(lobby_players.c.user_id == user_id)
    )
    return _found(connection, asked)


def forget(connection: Connection, user_id: int) -> bool:
    """Remove a person from all data; ``False``, without any change, while they still play.

    Matches stay for their other players, with "Former player" in the seat and without the user id
    or any advice given. Data that concerns the person alone is deleted, except what is marked as
    kept.
    """
    if _matches_of(connection, user_id, live=True):
        return False
    names = names_of(connection, user_id)
    played = _matches_of(connection, user_id)
    _leave_reports(connection, user_id)
    redact(connection, user_id, names, [row.match_id for row in played])
    for row in played:
        _leave_match(connection, row, user_id)
    _leave_lobbies(connection, user_id)
    _leave_events(connection, user_id, names)
    _leave_days(connection, user_id)
    mine = select(trainer_answers.c.puzzle_id).where(trainer_answers.c.user_id == user_id)
    puzzles = connection.execute(mine).scalars().all()
    erase(connection, user_id, NOBODY, Of.OWN, Of.ABOUT)
    pool.drop_private(connection, puzzles)
    return True


def erase(connection: Connection, gone: int, instead: int, *of: Of) -> None:
    """Delete the rows in which an id stands, or replace the id, as their tables say."""
    for column, mark in marked(*of):
        if mark.on_delete is OnDelete.CASCADE:
            _delete(connection, column.table, column == gone)
        elif mark.on_delete is OnDelete.REPLACE:
            named = update(column.table).where(column == gone)
            connection.execute(named.values({column.name: instead}))


def _delete(connection: Connection, table: Table, which: ColumnElement[bool]) -> None:
    for child in metadata.tables.values():
        for key in child.foreign_keys:
            if key.column.table is table:
                referring = key.parent.in_(select(key.column).where(which))
                connection.execute(delete(child).where(referring))
    connection.execute(delete(table).where(which))


def _leave_days(connection: Connection, user_id: int) -> None:
    """Delete past days; of the current one, only the fact of an attempt or an answer stays."""
    ended = select(daily_days.c.day).where(daily_days.c.revealed_ms.is_not(None))
    for table in (daily_tries, puzzle_answers):
        connection.execute(delete(table).where(table.c.user_id == user_id, table.c.day.in_(ended)))
    connection.execute(
        update(daily_tries)
        .where(daily_tries.c.user_id == user_id)
        .values(guild_id=NOBODY, shown=0, points=None, streak=0)
    )


def _leave_reports(connection: Connection, user_id: int) -> None:
    """Leave only the fact of the reports about the person."""
    connection.execute(
        update(reports)
        .where(reports.c.reported_id == user_id)
        .values(reported_id=NOBODY, match_id=None, reason="", record=None)
    )


def _matches_of(connection: Connection, user_id: int, *, live: bool = False) -> Sequence[Row[Any]]:
    asked = (
        select(matches, match_players.c.seat, match_players.c.name, match_players.c.world_name)
        .join(match_players, match_players.c.match_id == matches.c.match_id)
        .where(match_players.c.user_id == user_id)
        .order_by(matches.c.match_id)
    )
    if live:
        asked = asked.where(match_players.c.live == 1, matches.c.status == match_rows.LIVE)
    return connection.execute(asked).all()


def _match(connection: Connection, row: Row[Any], user_id: int) -> Json:
    made = select(moves.c.action, moves.c.at_ms, moves.c.interaction_id).where(
        moves.c.match_id == row.match_id, moves.c.user_id == user_id
    )
    return {
        "match_id": row.match_id,
        "guild_id": row.guild_id,
        "channel_id": row.channel_id,
        "preset": row.preset,
        "rated": bool(row.rated),
        "status": row.status,
        "started_ms": row.created_ms,
        "ended_ms": row.ended_ms,
        "seat": row.seat,
        "name": row.name,
        "world_name": row.world_name,
        "moves": _found(connection, made.order_by(moves.c.seq)),
    }


def _leave_match(connection: Connection, row: Row[Any], user_id: int) -> None:
    seats = [
        [None, None, GONE] if seat[0] == user_id else seat for seat in json.loads(str(row.seats))
    ]
    own = matches.c.match_id == row.match_id
    connection.execute(update(matches).where(own).values(seats=json.dumps(seats)))
    # A private chat says who the person was, and nobody but them needs to find it again.
    private = (own, matches.c.place != Place.SERVER.value)
    connection.execute(update(matches).where(*private).values(_NOWHERE))
    seated = (match_players.c.match_id == row.match_id, match_players.c.user_id == user_id)
    nobody = {"user_id": None, "name": GONE, "world_name": None}
    connection.execute(update(match_players).where(*seated).values(nobody))
    made = (moves.c.match_id == row.match_id, moves.c.user_id == user_id)
    advised = moves.c.action.like(f"{_ADVICE}%")
    connection.execute(update(moves).where(*made, advised).values(action=action_text(Advise("…"))))
    connection.execute(update(moves).where(*made).values(user_id=None))


def _leave_lobbies(connection: Connection, user_id: int) -> None:
    mine = select(lobby_players.c.lobby_id).where(lobby_players.c.user_id == user_id)
    asked = lobbies.c.invited.like(f"%[{user_id},%")
    private = (or_(lobbies.c.lobby_id.in_(mine), asked), lobbies.c.place != Place.SERVER.value)
    connection.execute(update(lobbies).where(*private).values(_NOWHERE))
    pair = or_(lobbies.c.pair_low == user_id, lobbies.c.pair_high == user_id)
    connection.execute(update(lobbies).where(pair).values(pair_low=None, pair_high=None))
    for row in connection.execute(select(lobbies.c.lobby_id, lobbies.c.invited).where(asked)).all():
        left = [one for one in json.loads(row.invited) if one[0] != user_id]
        own = lobbies.c.lobby_id == row.lobby_id
        connection.execute(update(lobbies).where(own).values(invited=json.dumps(left)))


def _leave_events(connection: Connection, user_id: int, names: frozenset[str]) -> None:
    """Leave a nameless entrant in the events whose results depend on one."""
    mine = event_entries.c.user_id == user_id
    entered = connection.execute(
        select(event_entries.c.event_id, event_entries.c.number, event_entries.c.seed)
        .where(mine)
        .order_by(event_entries.c.event_id)
    ).all()
    for row in entered:
        own = event_entries.c.event_id == row.event_id
        if row.seed is None:
            connection.execute(delete(event_entries).where(own, mine))
        else:
            nameless = {
                "user_id": -row.number,
                "name": GONE,
                "world_name": case((event_entries.c.world_name.is_not(None), GONE)),
                "rating": None,
                "said": 0,
            }
            connection.execute(update(event_entries).where(own, mine).values(nameless))
            here = (EntryState.HERE.value, EntryState.PAUSED.value)
            still = (own, event_entries.c.number == row.number, event_entries.c.state.in_(here))
            out = update(event_entries).where(*still)
            connection.execute(out.values(state=EntryState.WITHDRAWN.value))
        redrawn = update(events).where(events.c.event_id == row.event_id)
        connection.execute(redrawn.values(version=events.c.version + 1))
    _leave_hosted(connection, user_id, pattern_of(user_id, names))


def _leave_hosted(connection: Connection, user_id: int, said: re.Pattern[str]) -> None:
    """Take a person out of the events that they have announced, and of what they have written."""
    hosted = select(events.c.event_id, events.c.plan).where(events.c.host_id == user_id)
    for row in connection.execute(hosted.order_by(events.c.event_id)).all():
        plan = plan_from(row.plan)
        text = plan_text(replace(plan, name=said.sub(GONE, plan.name)))
        own = events.c.event_id == row.event_id
        connection.execute(update(events).where(own).values(host_id=NOBODY, plan=text))


def _found(connection: Connection, asked: Select[Any]) -> list[Json]:
    return [dict(row._mapping) for row in connection.execute(asked)]
