"""Database rows of lobbies."""

import json
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Row,
    bindparam,
    delete,
    exists,
    func,
    insert,
    literal_column,
    select,
    update,
)

from engine.game.rules import rules_from
from engine.service.match_setup import MatchSetup
from engine.service.matches.match_rows import (
    setup_columns,
    setup_from,
    table_columns,
    table_from,
)
from engine.service.people import LobbyId, MatchId, Person, Place, UserId
from engine.service.tx import ReadTx, Tx
from engine.service.types import Joined, Lobby, LobbyStatus, OpenLobby
from engine.store.schema import lobbies, lobby_invitees, lobby_players, match_players, matches

HOUR_MS: Final = 3_600_000
REACHABLE: Final = tuple(place.value for place in Place if not place.is_outside)
"""The places where the bot can change a message without a press."""

_READ = select(lobbies).where(lobbies.c.lobby_id == bindparam("id"))
_LOCK = _READ.with_for_update()
_PEOPLE = (
    select(lobby_players)
    .where(lobby_players.c.lobby_id == bindparam("id"))
    .order_by(lobby_players.c.position)
)
_INVITED = (
    select(lobby_invitees.c.user_id, lobby_invitees.c.name)
    .where(lobby_invitees.c.lobby_id == bindparam("id"))
    .order_by(lobby_invitees.c.position)
)
_IS_FOR_SOME = exists().where(lobby_invitees.c.lobby_id == lobbies.c.lobby_id)
# Literal values, because a partial index does not serve a query with parameters.
_IS_OPEN = lobbies.c.status == literal_column("'open'")

_HOSTS = select(match_players.c.user_id).where(match_players.c.match_id == bindparam("match_id"))
# Through the host: the index on what a lobby is a rematch of holds open lobbies only.
_NEWEST_REMATCH = (
    select(lobbies)
    .where(
        lobbies.c.host_id.in_(_HOSTS),
        lobbies.c.rematch_of == bindparam("match_id"),
        lobbies.c.status.in_([LobbyStatus.OPEN.value, LobbyStatus.STARTED.value]),
    )
    .order_by(lobbies.c.created_ms.desc())
    .limit(1)
)


class LobbyEntry(NamedTuple):
    """A person in a lobby, with the interaction by which they joined."""

    person: Joined
    interaction_id: int


def read(tx: ReadTx, lobby_id: int) -> Lobby | None:
    """Return a lobby, or ``None``."""
    row = tx.execute(_READ, {"id": lobby_id}).one_or_none()
    return None if row is None else lobby_from(tx, row)


def lock(tx: Tx, lobby_id: int) -> Lobby | None:
    """Return a lobby, locked for a change."""
    row = tx.execute(_LOCK, {"id": lobby_id}).one_or_none()
    return None if row is None else lobby_from(tx, row)


def entered(tx: ReadTx, lobby_id: int) -> list[LobbyEntry]:
    """Return the people in a lobby, in the order of joining."""
    return [
        LobbyEntry(
            Joined(UserId(row.user_id), row.name, row.side, row.world_name or ""),
            row.interaction_id,
        )
        for row in tx.execute(_PEOPLE, {"id": lobby_id})
    ]


def create(tx: Tx, ask: OpenLobby, anchor: str) -> None:
    """Insert a lobby with its host."""
    pair = sorted((ask.host.user_id, ask.invited[0].user_id)) if is_challenge(ask) else None
    tx.execute(
        insert(lobbies),
        {
            "lobby_id": ask.interaction,
            **table_columns(ask.table),
            "host_id": ask.host.user_id,
            "status": LobbyStatus.OPEN.value,
            **setup_columns(ask.setup),
            "rules": json.dumps(ask.setup.rules.options()),
            "seats": ask.seats,
            "max_seats": ask.max_seats,
            "pair_low": None if pair is None else pair[0],
            "pair_high": None if pair is None else pair[1],
            "rematch_of": ask.rematch_of,
            "room": ask.room,
            "rating_low": None if ask.ratings is None else ask.ratings[0],
            "rating_high": None if ask.ratings is None else ask.ratings[1],
            "anchor": anchor,
            "version": 0,
            "created_ms": tx.now,
            "expires_ms": ask.expires_at_ms,
            "across": ask.across,
        },
    )
    add(tx, LobbyId(ask.interaction), ask.host, ask.interaction)
    if ask.invited:
        tx.execute(
            insert(lobby_invitees),
            [
                {"lobby_id": ask.interaction, "user_id": one.user_id, "position": number}
                | {"name": one.name}
                for number, one in enumerate(ask.invited)
            ],
        )


def is_challenge(ask: OpenLobby) -> bool:
    """Whether one named opponent is invited."""
    return len(ask.invited) == 1 and ask.max_seats == 2


def add(
    tx: Tx,
    lobby_id: LobbyId,
    person: Person,
    interaction: int,
) -> None:
    """Add a person, behind those already in the lobby.

    The name of the account is kept for everywhere outside the server.
    """
    last = select(func.max(lobby_players.c.position)).where(lobby_players.c.lobby_id == lobby_id)
    position = tx.execute(last).scalar_one()
    tx.execute(
        insert(lobby_players),
        {
            "lobby_id": lobby_id,
            "user_id": person.user_id,
            "position": 0 if position is None else position + 1,
            "name": person.name,
            "interaction_id": interaction,
            "world_name": person.world or None,
        },
    )


def remove(tx: Tx, lobby_id: LobbyId, user_id: UserId) -> None:
    """Remove a person."""
    tx.execute(
        delete(lobby_players).where(
            lobby_players.c.lobby_id == lobby_id, lobby_players.c.user_id == user_id
        )
    )


def set_sides(tx: Tx, lobby_id: LobbyId, sides: Sequence[tuple[UserId, int | None]]) -> None:
    """Store the side of each person."""
    for user_id, side in sides:
        tx.execute(
            update(lobby_players)
            .where(lobby_players.c.lobby_id == lobby_id, lobby_players.c.user_id == user_id)
            .values(side=side)
        )


def touch(tx: Tx, lobby: Lobby) -> Lobby:
    """Count a change of a lobby and read it again."""
    tx.execute(
        update(lobbies).where(lobbies.c.lobby_id == lobby.id).values(version=lobbies.c.version + 1)
    )
    changed = read(tx, lobby.id)
    assert changed is not None
    return changed


def close(tx: Tx, lobby: Lobby, status: LobbyStatus, match_id: int | None = None) -> Lobby:
    """Close a lobby permanently."""
    tx.execute(
        update(lobbies)
        .where(lobbies.c.lobby_id == lobby.id)
        .values(status=status.value, closed_ms=tx.now, match_id=match_id)
    )
    return touch(tx, lobby)


def counts(tx: ReadTx, host_id: int) -> tuple[int, int]:
    """Return a host's number of open lobbies, and of those opened in the last hour."""
    since = tx.now - HOUR_MS
    opened = tx.execute(
        select(func.count())
        .select_from(lobbies)
        .where(lobbies.c.host_id == host_id, lobbies.c.created_ms > since)
    ).scalar_one()
    still_open = tx.execute(
        select(func.count()).select_from(lobbies).where(lobbies.c.host_id == host_id, _IS_OPEN)
    ).scalar_one()
    return still_open, opened


def open_between(tx: ReadTx, ask: OpenLobby) -> Lobby | None:
    """Return the open challenge between the same two people in the same server."""
    low, high = sorted((ask.host.user_id, ask.invited[0].user_id))
    return _first(
        tx,
        lobbies.c.guild_id == ask.table.guild,
        lobbies.c.pair_low == low,
        lobbies.c.pair_high == high,
    )


def open_rematch(tx: ReadTx, match_id: int) -> Lobby | None:
    """Return the open lobby for a rematch of this match."""
    return _first(tx, lobbies.c.rematch_of == match_id)


def newest_rematch(tx: ReadTx, match_id: int) -> Lobby | None:
    """Return the newest lobby for a rematch of this match that is open or has started its match."""
    row = tx.execute(_NEWEST_REMATCH, {"match_id": match_id}).one_or_none()
    return None if row is None else lobby_from(tx, row)


def open_of(tx: ReadTx, user_id: int) -> tuple[Lobby, ...]:
    """Return the open lobbies that a person is in, the oldest first."""
    rows = tx.execute(
        select(lobbies)
        .join(lobby_players, lobby_players.c.lobby_id == lobbies.c.lobby_id)
        .where(lobby_players.c.user_id == user_id, _IS_OPEN)
        .order_by(lobbies.c.created_ms)
    ).all()
    return tuple(lobby_from(tx, row) for row in rows)


def open_in(tx: ReadTx, guild_id: int, limit: int) -> tuple[Lobby, ...]:
    """Return the open lobbies of a server, the newest first."""
    rows = tx.execute(
        select(lobbies)
        .where(lobbies.c.guild_id == guild_id, _IS_OPEN)
        .order_by(lobbies.c.created_ms.desc())
        .limit(limit)
    ).all()
    return tuple(lobby_from(tx, row) for row in rows)


def open_to_all(tx: ReadTx, guild_id: int) -> tuple[Lobby, ...]:
    """Return the open lobbies of a server that are nobody's challenge, the oldest first."""
    rows = tx.execute(
        select(lobbies)
        .where(lobbies.c.guild_id == guild_id, ~_IS_FOR_SOME, _IS_OPEN)
        .order_by(lobbies.c.created_ms, lobbies.c.lobby_id)
    ).all()
    return tuple(lobby_from(tx, row) for row in rows)


def open_across(tx: ReadTx, ask: OpenLobby, limit: int) -> Iterator[Lobby]:
    """Yield other servers' open lobbies for the same game that anyone may find, oldest first.

    Only rules that every server knows by the name of their preset are found from elsewhere.
    """
    rows = tx.execute(
        select(lobbies)
        .where(
            _IS_OPEN,
            lobbies.c.across.is_not(None),
            lobbies.c.guild_id != ask.table.guild,
            lobbies.c.host_id != ask.host.user_id,
            *_same_game(ask.setup),
        )
        .order_by(lobbies.c.created_ms, lobbies.c.lobby_id)
        .limit(limit)
    ).all()
    for row in rows:
        yield lobby_from(tx, row)


def has_just_met(tx: ReadTx, ask: OpenLobby, since: int) -> bool:
    """Whether the person has sat down to the same game for two since a moment, and plays it."""
    mine = lobby_players.c.user_id == ask.host.user_id
    found = (
        select(lobbies.c.lobby_id)
        .join(lobby_players, lobby_players.c.lobby_id == lobbies.c.lobby_id)
        .join(matches, matches.c.match_id == lobbies.c.match_id)
        .where(
            mine,
            matches.c.ended_ms.is_(None),
            lobbies.c.status == LobbyStatus.STARTED.value,
            lobbies.c.closed_ms > since,
            lobbies.c.max_seats == 2,
            *_same_game(ask.setup),
        )
        .limit(1)
    )
    return tx.execute(found).first() is not None


def outdated(tx: ReadTx, limit: int) -> tuple[Lobby, ...]:
    """Return the lobbies whose message is out of date and can be changed without a press."""
    rows = tx.execute(
        select(lobbies)
        .where(lobbies.c.version > lobbies.c.rendered_version, lobbies.c.place.in_(REACHABLE))
        .order_by(lobbies.c.lobby_id)
        .limit(limit)
    ).all()
    return tuple(lobby_from(tx, row) for row in rows)


def lobby_from(tx: ReadTx, row: Row[tuple[object, ...]]) -> Lobby:
    """Return the lobby of a row of ``lobbies``, with the people in it."""
    people = tuple(one.person for one in entered(tx, row.lobby_id))
    invited = tuple(
        Person(UserId(one.user_id), one.name) for one in tx.execute(_INVITED, {"id": row.lobby_id})
    )
    return Lobby(
        id=LobbyId(row.lobby_id),
        table=table_from(row),
        host=UserId(row.host_id),
        status=LobbyStatus(row.status),
        people=people,
        invited=invited,
        setup=setup_from(row, rules_from(json.loads(row.rules))),
        seats=row.seats,
        max_seats=row.max_seats,
        anchor=row.anchor,
        match_id=None if row.match_id is None else MatchId(row.match_id),
        rematch_of=None if row.rematch_of is None else MatchId(row.rematch_of),
        created_ms=row.created_ms,
        expires_ms=row.expires_ms,
        version=row.version,
        room=row.room,
        ratings=None if row.rating_low is None else (row.rating_low, row.rating_high),
        across=row.across,
    )


def _same_game(setup: MatchSetup) -> Iterator[ColumnElement[bool]]:
    """Yield the conditions for a lobby under rules of the same name, at the same speed."""
    for name, value in setup_columns(setup).items():
        yield lobbies.c[name] == value


def _first(tx: ReadTx, *conditions: ColumnElement[bool]) -> Lobby | None:
    row = tx.execute(select(lobbies).where(_IS_OPEN, *conditions)).first()
    return None if row is None else lobby_from(tx, row)
