"""Deletion of a person's data, in small transactions that other writes go between.

A row of ``deletions`` stands from the request until everything is gone, so that a process that ends
in the middle leaves the rest to the next start. What is done to a row follows from the marks of its
columns (:mod:`engine.store.schema.base`). Written by hand is only what concerns more than the row
in which the person's id stands:

- a seat in a match or an event stays, because results of others depend on it: its name goes, the
  rating at the start, any advice given, and a private chat that would say who it was;
- moves have no index by person and are looked for in their matches;
- the two people of a challenge are one key, so both go from its lobby;
- of a report about the person only the fact stays; of an entry of the log about them, who did what;
- an attempt at the current day, or the answer to its puzzle, has to stay until the day is over;
- the puzzles of the person's mistakes go when nobody else has been asked them.

Rows are found by an index, a limited number in each transaction. No text is searched: what others
have written about somebody else is theirs, and what the program writes has no names in it.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Any, Final, TypeAlias

from sqlalchemy import (
    Column,
    ColumnElement,
    Row,
    and_,
    case,
    delete,
    or_,
    select,
    tuple_,
    union,
    update,
)

from engine.game.actions import Advise
from engine.game.notation import action_text
from engine.service.changes import YES_NO
from engine.service.commands import Commands, command, query, repeatable
from engine.service.events.types import EntryState
from engine.service.exercises.attempts import Series
from engine.service.matches import match_rows
from engine.service.people import Place, UserId
from engine.service.trainer import pool
from engine.service.tx import ReadTx, Tx
from engine.service.types import LobbyStatus
from engine.store.schema import (
    audit,
    daily_days,
    daily_tries,
    deletions,
    event_entries,
    events,
    exercise_answers,
    lobbies,
    lobby_invitees,
    lobby_players,
    marked,
    match_players,
    matches,
    moves,
    reports,
)
from engine.store.schema.base import Of, OnDelete

GONE: Final = "Former player"
"""The name of a deleted person in the matches of others."""
NOBODY: Final = 0
"""The id that replaces a deleted person's."""
BATCH: Final = 100
"""The most rows of one table that a transaction changes."""
MATCHES: Final = 10
"""The most matches, each with its moves, that a transaction changes."""
Step: TypeAlias = Callable[[Tx, int], int]
"""Changes some of the rows of a person; returns their number, 0 when none are left."""

_NOWHERE: Final = {"channel_id": NOBODY, "message_id": None, "locale": None}
"""What is stored of a private chat after one of its people has left."""
_ADVICE: Final = action_text(Advise(""))[:1]
_IS_LIVE: Final = matches.c.status == match_rows.LIVE


def begin(tx: Tx, user_id: UserId) -> bool:
    """Begin the deletion of a person; ``False``, without any change, while they still play."""
    playing = (match_players.c.user_id == user_id, match_players.c.live == 1)
    here = select(matches.c.match_id).join(match_players).where(*playing, _IS_LIVE).limit(1)
    if tx.execute(here).first() is not None:
        return False
    row = {"user_id": user_id, "asked_ms": tx.now}
    new = tx.upsert(deletions).on_conflict_do_nothing()
    tx.execute(new, row)
    return True


def pending(tx: ReadTx) -> tuple[UserId, ...]:
    """Return the people whose deletion is not done."""
    asked = select(deletions.c.user_id).order_by(deletions.c.asked_ms).limit(BATCH)
    return tuple(UserId(user) for user in tx.execute(asked).scalars())


def advance(tx: Tx, user_id: UserId) -> bool:
    """Delete some of a person's data; ``False`` once all is gone, or was never to go.

    What they begin while it runs, a match or a lobby, stays theirs.
    """
    own = deletions.c.user_id == user_id
    if tx.execute(select(deletions.c.user_id).where(own)).first() is None:
        return False
    if any(step(tx, user_id) for step in _steps()):
        return True
    tx.execute(delete(deletions).where(own))
    return False


@cache
def _steps() -> tuple[Step, ...]:
    """Return everything that is to be done, in its order."""
    return (
        *(_leave_reports, _leave_log, _leave_closed_reports, _leave_subjects),
        *(_leave_matches, _leave_lobbies, _leave_events, _leave_days, _leave_today),
        _leave_exercises,
        *_by_marks(),
    )


def _by_marks() -> Iterator[Step]:
    for column, mark in marked(Of.OWN, Of.ABOUT):
        if mark.on_delete is OnDelete.CASCADE:
            yield partial(_erase, column)
        elif mark.on_delete is OnDelete.REPLACE:
            yield partial(_change, column, {column.name: NOBODY})


def _erase(column: Column[int], tx: Tx, user_id: int) -> int:
    """Delete rows in which the person stands."""
    return tx.execute(delete(column.table).where(_some(column, user_id))).rowcount


def _change(column: Column[int], values: Mapping[str, object], tx: Tx, user_id: int) -> int:
    """Change rows in which the person stands, so that they no longer do."""
    named = update(column.table).where(_some(column, user_id))
    return tx.execute(named.values(values)).rowcount


def _some(column: Column[int], user_id: int) -> ColumnElement[bool]:
    """Return the condition for a limited number of the rows in which the person stands."""
    table = column.table
    again, key = table.alias(), [one.name for one in table.primary_key]
    found = select(*(again.c[name] for name in key)).where(again.c[column.name] == user_id)
    return tuple_(*(table.c[name] for name in key)).in_(found.limit(BATCH))


_leave_reports = partial(
    _change,
    reports.c.reported_id,
    {"reported_id": NOBODY, "match_id": None, "reason": "", "record": None},
)
_leave_closed_reports = partial(_change, reports.c.closed_by, {"closed_by": NOBODY})
_leave_log = partial(_change, audit.c.actor_id, {"actor_id": NOBODY})
_leave_subjects = partial(_change, audit.c.subject_id, {"subject_id": NOBODY, "detail": ""})


def _leave_matches(tx: Tx, user_id: int) -> int:
    asked = (
        select(matches.c.match_id, matches.c.seats)
        .join(match_players)
        .where(match_players.c.user_id == user_id, or_(~_IS_LIVE, match_players.c.live == 0))
        .limit(MATCHES)
    )
    found = tx.execute(asked).all()
    for row in found:
        _leave_match(tx, row, user_id)
    return len(found)


def _leave_match(tx: Tx, row: Row[Any], user_id: int) -> None:
    """Leave "Former player" in the seat, without the user id or any advice given."""
    seats = [
        [None, None, GONE] if seat[0] == user_id else seat for seat in json.loads(str(row.seats))
    ]
    own = matches.c.match_id == row.match_id
    tx.execute(update(matches).where(own).values(seats=json.dumps(seats)))
    # A private chat says who the person was, and nobody but them needs to find it again.
    private = (own, matches.c.place != Place.SERVER.value)
    tx.execute(update(matches).where(*private).values(_NOWHERE))
    seated = (match_players.c.match_id == row.match_id, match_players.c.user_id == user_id)
    nobody = {"user_id": None, "name": GONE, "world_name": None}
    tx.execute(update(match_players).where(*seated).values(nobody))
    made = (moves.c.match_id == row.match_id, moves.c.user_id == user_id)
    advised = moves.c.action.like(f"{_ADVICE}%")
    tx.execute(update(moves).where(*made, advised).values(action=action_text(Advise("…"))))
    tx.execute(update(moves).where(*made).values(user_id=None))


def _leave_lobbies(tx: Tx, user_id: int) -> int:
    """Leave closed lobbies, and those of others for which the person is wanted."""
    closed = lobbies.c.status != LobbyStatus.OPEN.value
    asked = union(
        select(lobby_players.c.lobby_id)
        .join(lobbies)
        .where(lobby_players.c.user_id == user_id, closed),
        select(lobbies.c.lobby_id).where(lobbies.c.host_id == user_id, closed),
        select(lobby_invitees.c.lobby_id).where(lobby_invitees.c.user_id == user_id),
    )
    found = tx.execute(asked.limit(BATCH)).scalars().all()
    these = lobbies.c.lobby_id.in_(found)
    private = (these, lobbies.c.place != Place.SERVER.value)
    tx.execute(update(lobbies).where(*private).values(_NOWHERE))
    hosted = update(lobbies).where(these, lobbies.c.host_id == user_id)
    tx.execute(hosted.values(host_id=NOBODY))
    pair = or_(lobbies.c.pair_low == user_id, lobbies.c.pair_high == user_id)
    tx.execute(update(lobbies).where(these, pair).values(pair_low=None, pair_high=None))
    for people in (lobby_players, lobby_invitees):
        mine = (people.c.lobby_id.in_(found), people.c.user_id == user_id)
        tx.execute(delete(people).where(*mine))
    return len(found)


def _leave_events(tx: Tx, user_id: int) -> int:
    """Leave a nameless entrant in the events whose results depend on one."""
    mine = event_entries.c.user_id == user_id
    columns = (event_entries.c.event_id, event_entries.c.number, event_entries.c.seed)
    entered = tx.execute(select(*columns).where(mine).limit(BATCH)).all()
    for row in entered:
        own = (event_entries.c.event_id == row.event_id, event_entries.c.number == row.number)
        if row.seed is None:
            tx.execute(delete(event_entries).where(*own))
        else:
            here = event_entries.c.state.in_((EntryState.HERE.value, EntryState.PAUSED.value))
            nameless = {
                "user_id": -row.number,
                "name": GONE,
                "world_name": case((event_entries.c.world_name.is_not(None), GONE)),
                "rating": None,
                "said": 0,
                "state": case((here, EntryState.WITHDRAWN.value), else_=event_entries.c.state),
            }
            tx.execute(update(event_entries).where(*own).values(nameless))
        redrawn = update(events).where(events.c.event_id == row.event_id)
        tx.execute(redrawn.values(version=events.c.version + 1))
    return len(entered)


def _leave_days(tx: Tx, user_id: int) -> int:
    """Delete past days."""
    is_over = daily_days.c.revealed_ms.is_not(None)
    asked = select(daily_tries.c.day).join(
        daily_days, and_(daily_days.c.day == daily_tries.c.day, is_over)
    )
    days = tx.execute(asked.where(daily_tries.c.user_id == user_id).limit(BATCH))
    mine = (daily_tries.c.user_id == user_id, daily_tries.c.day.in_(days.scalars().all()))
    return tx.execute(delete(daily_tries).where(*mine)).rowcount


def _leave_today(tx: Tx, user_id: int) -> int:
    """Leave only the fact of an attempt at the current day."""
    left = {"guild_id": NOBODY, "shown": 0, "points": None, "streak": 0}
    differs = or_(*(daily_tries.c[name].is_distinct_from(value) for name, value in left.items()))
    mine = (daily_tries.c.user_id == user_id, differs)
    return tx.execute(update(daily_tries).where(*mine).values(left)).rowcount


def _leave_exercises(tx: Tx, user_id: int) -> int:
    """Delete answers, but that to a day's puzzle until the day is over.

    Puzzles that nobody else has been asked go with them.
    """
    rows = exercise_answers.c
    is_hidden = and_(daily_days.c.day == rows.exercise_id, daily_days.c.revealed_ms.is_(None))
    has_to_stay = and_(
        rows.series == Series.DAY.value, select(daily_days.c.day).where(is_hidden).exists()
    )
    asked = select(rows.series, rows.exercise_id).where(rows.user_id == user_id, ~has_to_stay)
    found = tx.execute(asked.limit(BATCH)).all()
    these = tuple_(rows.series, rows.exercise_id).in_([tuple(row) for row in found])
    tx.execute(delete(exercise_answers).where(rows.user_id == user_id, these))
    puzzles = [row.exercise_id for row in found if row.series == Series.TRAINER.value]
    pool.drop_private(tx, puzzles)
    return len(found)


class Deletions(Commands):
    """The deletions that have been asked for and are not done."""

    begin = command("forget", YES_NO, begin)
    pending = query(pending)
    advance = repeatable(advance, of_subject=True)

    async def finish(self, user_id: UserId) -> None:
        """Delete all that is left of a person, one transaction after another."""
        while await self.advance(user_id):
            pass

    async def resume(self) -> None:
        """Finish what an earlier process, or a database that failed, has left undone."""
        for user_id in await self.pending():
            await self.finish(user_id)
