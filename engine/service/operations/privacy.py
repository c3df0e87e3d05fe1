"""Export of a person's data, and removal of the person from everything that has to stay.

An export holds the person's own actions and names; of others only the ids they played against. It
contains no card other than those the person has laid down or drawn face up.
"""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Row,
    Table,
    case,
    delete,
    or_,
    select,
    update,
)

from engine.game.actions import Advise
from engine.game.notation import action_text
from engine.service.events.plans import plan_from, plan_text
from engine.service.events.types import EntryState
from engine.service.matches import rows
from engine.service.operations.redaction import GONE, NOBODY, names_of, pattern_of, redact
from engine.service.people import Place
from engine.service.trainer import pool
from engine.store.schema import (
    achievements,
    attendance,
    audit,
    bans,
    blocks,
    coins,
    daily_days,
    daily_tries,
    event_entries,
    events,
    friend_requests,
    friends,
    helpful_pairs,
    lobbies,
    lobby_players,
    match_help,
    match_luck,
    match_players,
    matches,
    mentions,
    moves,
    notes,
    player_matches,
    players,
    puzzle_answers,
    rating_history,
    ratings,
    reports,
    season_places,
    season_roles,
    shares,
    standings,
    trainer_answers,
    trainer_matches,
    trainer_people,
)

Json: TypeAlias = dict[str, object]
_OWN: Final = (
    player_matches,
    standings,
    ratings,
    rating_history,
    season_roles,
    friends,
    blocks,
    attendance,
    mentions,
    bans,
    match_luck,
    match_help,
    helpful_pairs,
    daily_tries,
    puzzle_answers,
    coins,
    achievements,
    shares,
    trainer_answers,
    trainer_matches,
    trainer_people,
)
"""Tables that concern one person alone. A ban is kept, because deleting oneself would otherwise
lift it; the attempt at a day that is not over is kept until it is, because deleting oneself would
otherwise allow a second one.
"""
_KEPT: Final = (bans, daily_tries, puzzle_answers)
_ABOUT: Final[tuple[Column[int], ...]] = (
    friends.c.friend_id,
    blocks.c.blocked_id,
    match_help.c.other_id,
    helpful_pairs.c.other_id,
)
"""Columns in which other people refer to a person; an export does not contain them."""
_NOWHERE: Final = {"channel_id": NOBODY, "message_id": None, "locale": None}
"""What is stored of a private chat after one of its people has left."""
_ADVICE: Final = action_text(Advise(""))[:1]


def export(connection: Connection, user_id: int) -> Json:
    """Return all stored data about a person, ready to be written as JSON."""
    return {
        "user_id": user_id,
        "profile": _found(
            connection.execute(
                select(players.c.name, players.c.prefs, players.c.seen_ms).where(
                    players.c.user_id == user_id
                )
            ).all()
        ),
        "matches": [_match(connection, row, user_id) for row in _matches_of(connection, user_id)],
        "invitations": _invitations(connection, user_id),
        **{
            table.name: _found(
                connection.execute(select(table).where(table.c.user_id == user_id)).all()
            )
            for table in _OWN
        },
        **{
            table.name: _found(
                connection.execute(select(table).where(_wrote_or_got(table, user_id))).all()
            )
            for table in (notes, friend_requests)
        },
        "reports": _found(
            connection.execute(select(reports).where(reports.c.reporter_id == user_id)).all()
        ),
        "event_entries": _found(
            connection.execute(
                select(event_entries).where(event_entries.c.user_id == user_id)
            ).all()
        ),
        "events": _found(
            connection.execute(
                select(
                    *(events.c.event_id, events.c.guild_id, events.c.channel_id),
                    *(events.c.state, events.c.plan, events.c.created_ms),
                ).where(events.c.host_id == user_id)
            ).all()
        ),
        "season_places": _found(
            connection.execute(
                select(season_places).where(season_places.c.user_id == user_id)
            ).all()
        ),
        "administration": _found(
            connection.execute(select(audit).where(audit.c.actor_id == user_id)).all()
        ),
    }


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
    return _found(connection.execute(asked).all())


def forget(connection: Connection, user_id: int) -> bool:
    """Remove a person from all data; ``False``, without any change, while they still play.

    Matches stay for their other players, with "Former player" in the seat and without the user id
    or any advice given. Data that concerns the person alone is deleted; of a ban the id stays,
    because deleting oneself would otherwise lift it.
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
    mine = select(trainer_answers.c.puzzle_id).where(trainer_answers.c.user_id == user_id)
    puzzles = connection.execute(mine).scalars().all()
    for table in _OWN:
        if table not in _KEPT:
            connection.execute(delete(table).where(table.c.user_id == user_id))
    pool.drop_private(connection, puzzles)
    _leave_days(connection, user_id)
    for about in _ABOUT:
        connection.execute(delete(about.table).where(about == user_id))
    for table in (notes, friend_requests):
        connection.execute(delete(table).where(_wrote_or_got(table, user_id)))
    kept = season_places.c.user_id == user_id
    connection.execute(update(season_places).where(kept).values(user_id=NOBODY))
    connection.execute(delete(players).where(players.c.user_id == user_id))
    return True


def _wrote_or_got(table: Table, user_id: int) -> ColumnElement[bool]:
    return or_(table.c.sender_id == user_id, table.c.receiver_id == user_id)


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
    """Delete reports by the person; of reports about them, only the fact of the report stays."""
    connection.execute(delete(reports).where(reports.c.reporter_id == user_id))
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
        asked = asked.where(match_players.c.live == 1, matches.c.status == rows.LIVE)
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
        "moves": _found(connection.execute(made.order_by(moves.c.seq)).all()),
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
    connection.execute(delete(lobby_players).where(lobby_players.c.user_id == user_id))
    connection.execute(update(lobbies).where(lobbies.c.host_id == user_id).values(host_id=NOBODY))
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


def _found(found: Iterable[Row[Any]]) -> list[Json]:
    return [dict(row._mapping) for row in found]
