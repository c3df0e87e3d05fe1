"""Export of everything that is stored about a person.

An export holds the person's own actions and names; of others only the ids they played against. It
contains no card other than those the person has laid down or drawn face up.

Which rows are exported as they are follows from the marks of the columns
(:mod:`engine.store.schema.base`). Written by hand is what also holds something of others: the
profile, matches with the own moves, invitations, announced events, the person's doings as an
administrator, and what administrators have noted about them, without their ids.
"""

from collections.abc import Sequence
from typing import Any, TypeAlias

from sqlalchemy import (
    ColumnElement,
    Row,
    Select,
    Table,
    case,
    or_,
    select,
)

from engine.service.tx import ReadTx
from engine.store.schema import (
    audit,
    events,
    lobbies,
    lobby_players,
    marked,
    match_players,
    matches,
    moves,
    players,
)
from engine.store.schema.base import Of

Json: TypeAlias = dict[str, object]


def export(tx: ReadTx, user_id: int) -> Json:
    """Return all stored data about a person, ready to be written as JSON."""
    return {
        "user_id": user_id,
        "profile": _found(
            tx,
            select(players.c.name, players.c.prefs, players.c.seen_ms).where(
                players.c.user_id == user_id
            ),
        ),
        "matches": [_match(tx, row, user_id) for row in _matches_of(tx, user_id)],
        "invitations": _invitations(tx, user_id),
        **{
            table.name: _found(tx, select(table).where(or_(*own)))
            for table, own in _exported(user_id).items()
        },
        "events": _found(
            tx,
            select(
                *(events.c.event_id, events.c.guild_id, events.c.channel_id),
                *(events.c.state, events.c.plan, events.c.created_ms),
            ).where(events.c.host_id == user_id),
        ),
        "administration": _found(tx, select(audit).where(audit.c.actor_id == user_id)),
        "noted_by_administrators": _found(
            tx,
            select(audit.c.guild_id, audit.c.deed, audit.c.detail, audit.c.at_ms).where(
                audit.c.subject_id == user_id
            ),
        ),
    }


def _exported(user_id: int) -> dict[Table, list[ColumnElement[bool]]]:
    """Return, for each table whose rows are exported as they are, what makes one the person's."""
    found: dict[Table, list[ColumnElement[bool]]] = {}
    for column, mark in marked(Of.OWN, Of.ABOUT, Of.RETAINED):
        if mark.exported:
            found.setdefault(column.table, []).append(column == user_id)
    return found


def _invitations(tx: ReadTx, user_id: int) -> list[Json]:
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
    return _found(tx, asked)


def _matches_of(tx: ReadTx, user_id: int) -> Sequence[Row[Any]]:
    asked = (
        select(matches, match_players.c.seat, match_players.c.name, match_players.c.world_name)
        .join(match_players, match_players.c.match_id == matches.c.match_id)
        .where(match_players.c.user_id == user_id)
        .order_by(matches.c.match_id)
    )
    return tx.execute(asked).all()


def _match(tx: ReadTx, row: Row[Any], user_id: int) -> Json:
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
        "moves": _found(tx, made.order_by(moves.c.seq)),
    }


def _found(tx: ReadTx, asked: Select[Any]) -> list[Json]:
    return [dict(row._mapping) for row in tx.execute(asked)]
