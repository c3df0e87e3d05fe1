"""Queries about stored matches: running and ended ones, proofs and records."""

import asyncio
import logging
from collections.abc import AsyncIterator, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from sqlalchemy import Row, Select, Tuple, and_, func, literal, or_, select, text, tuple_

from engine.coach.likeness import HeldCards
from engine.game.actions import RoundAction
from engine.game.errors import RecordError
from engine.game.notation import parse_action
from engine.game.record import MatchRecord
from engine.service.commands import Commands, query
from engine.service.live import LiveMatch, stored_of
from engine.service.matches import deals, match_rows, match_timers, records
from engine.service.matches.records import Played
from engine.service.people import GuildId, MatchId, UserId
from engine.service.tx import ReadTx
from engine.service.types import Finished, MovedOn
from engine.store.schema import match_players, matches, moves

RECENT = 25
"""The number of a person's matches among which the last one is searched for."""
AT_ONCE = 500
"""The number of people that one statement asks about."""
_log = logging.getLogger(__name__)
_ENDED_MS = func.coalesce(matches.c.ended_ms, matches.c.updated_ms)
# Literal, because a partial index is used only where its exact condition appears.
_IS_LIVE = text("status = 'live'")
_WITH_LAST_MOVE = select(
    matches, moves.c.action.label("move"), moves.c.user_id.label("mover")
).outerjoin(moves, and_(moves.c.match_id == matches.c.match_id, moves.c.seq == matches.c.version))


def match(tx: ReadTx, match_id: int) -> LiveMatch | None:
    """Return one match."""
    found = match_rows.read(tx, match_id)
    return None if found is None else LiveMatch(found)


def newer(tx: ReadTx, known: Mapping[MatchId, int]) -> tuple[MovedOn, ...]:
    """Return the matches that have moved on since the versions known."""
    asked = select(matches.c.match_id, matches.c.version).where(
        matches.c.match_id.in_(known), matches.c.status != match_rows.BROKEN
    )
    behind = [one for one, version in tx.execute(asked) if version > known[MatchId(one)]]
    if not behind:
        return ()
    found = tx.execute(_WITH_LAST_MOVE.where(matches.c.match_id.in_(behind))).all()
    by = {row.match_id: _hand_of(row.move, row.mover) for row in found}
    return tuple(MovedOn(live, by[live.id]) for live in readable(found))


def _hand_of(move: str | None, mover: int | None) -> UserId | None:
    """Return whose hand panel made a move; ``None`` for timers and the buttons of a table."""
    try:
        made_by_hand = move is not None and isinstance(parse_action(move), RoundAction)
    except RecordError:
        made_by_hand = False
    return UserId(mover) if made_by_hand and mover is not None else None


def live_of(tx: ReadTx, user_id: int) -> tuple[LiveMatch, ...]:
    """Return the running matches of one person, as they see them, the oldest first."""
    found = tx.execute(
        select(matches)
        .join(match_players, match_players.c.match_id == matches.c.match_id)
        .where(
            match_players.c.user_id == user_id,
            match_players.c.live == 1,
            matches.c.status == match_rows.LIVE,
        )
        .order_by(matches.c.created_ms)
    )
    return tuple(live.seen_by(UserId(user_id)) for live in readable(found))


def running_by_player(tx: ReadTx, users: Sequence[UserId]) -> dict[UserId, frozenset[MatchId]]:
    """Return the running matches of each of these people who has one."""
    found: dict[UserId, frozenset[MatchId]] = {}
    for first in range(0, len(users), AT_ONCE):
        asked = (
            select(match_players.c.user_id, match_players.c.match_id)
            .join(matches, match_players.c.match_id == matches.c.match_id)
            .where(
                match_players.c.user_id.in_(users[first : first + AT_ONCE]),
                match_players.c.live == 1,
                matches.c.status == match_rows.LIVE,
            )
        )
        for user, match in tx.execute(asked):
            known = found.get(UserId(user), frozenset())
            found[UserId(user)] = known | {MatchId(match)}
    return found


def last_of(tx: ReadTx, user_id: int) -> LiveMatch | None:
    """Return the match that a person played last, running or over.

    A match without a finished round comes after all that have one, and a daily challenge, whose
    rounds are secret, after all others.
    """
    asked = (
        select(matches)
        .join(match_players, match_players.c.match_id == matches.c.match_id)
        .where(match_players.c.user_id == user_id, matches.c.status != match_rows.BROKEN)
        .order_by(match_players.c.live.desc(), matches.c.updated_ms.desc())
        .limit(RECENT)
    )
    last = max(
        readable(tx.execute(asked)),
        key=lambda live: (
            not live.setup.has_shared_deals,
            bool(live.public().played),
            live.updated_ms,
        ),
        default=None,
    )
    return None if last is None else last.seen_by(UserId(user_id))


def ended_of(tx: ReadTx, user_id: int, wanted: Finished, limit: int) -> tuple[LiveMatch, ...]:
    """Return a person's ended matches, the newest first; the ``limit`` nearest to the cursor."""
    ids = ended_ids_of(tx, user_id, wanted, limit)
    asked = select(matches).where(matches.c.match_id.in_(ids))
    found = {live.id: live.seen_by(UserId(user_id)) for live in readable(tx.execute(asked))}
    return tuple(found[one] for one in ids if one in found)


def ended_ids_of(tx: ReadTx, user_id: int, wanted: Finished, limit: int) -> tuple[MatchId, ...]:
    """Return the ids of the same matches."""
    found = [MatchId(one) for one in tx.execute(_ended(tx, user_id, wanted, limit)).scalars()]
    return tuple(found if wanted.after is None else found[::-1])


def _ended(tx: ReadTx, user_id: int, wanted: Finished, limit: int) -> Select[tuple[int]]:
    mine = match_players.c.match_id
    asked = select(mine).join(matches, mine == matches.c.match_id)
    asked = asked.where(
        match_players.c.user_id == user_id,
        match_players.c.live == 0,
        matches.c.status == match_rows.OVER,
        match_rows.IS_OPEN,
    )
    if wanted.preset is not None:
        asked = asked.where(matches.c.preset == wanted.preset)
    if wanted.opponent is not None:
        other = match_players.alias("other")
        also = select(other.c.seat).where(
            other.c.match_id == mine, other.c.user_id == wanted.opponent
        )
        asked = asked.where(also.exists())
    # Ids do not order matches: those that began on a page are greater than all of chat's.
    moment = tuple_(_ENDED_MS, mine)
    if (first := _moment_of(tx, wanted.first)) is not None:
        asked = asked.where(moment <= first)
    if (before := _moment_of(tx, wanted.before)) is not None:
        asked = asked.where(moment < before)
    if (after := _moment_of(tx, wanted.after)) is not None:
        asked = asked.where(moment > after)
    newest_first = wanted.after is None
    order = [one.desc() if newest_first else one.asc() for one in (_ENDED_MS, mine)]
    return asked.order_by(*order).limit(limit)


def _moment_of(tx: ReadTx, match_id: MatchId | None) -> Tuple | None:
    """Return when a match ended, with its id, as the list is in order of; None if it is gone."""
    asked = select(_ENDED_MS).where(matches.c.match_id == match_id)
    ended_ms = None if match_id is None else tx.execute(asked).scalar_one_or_none()
    return None if ended_ms is None else tuple_(literal(ended_ms), literal(match_id))


def hidden_hands_of(tx: ReadTx, user_id: int) -> frozenset[HeldCards]:
    """Return the hands of a person's ended matches whose deals others may still have to play."""
    hidden = or_(matches.c.boards.is_not(None), matches.c.day.is_not(None))
    asked = (
        select(matches.c.match_id)
        .join(match_players, match_players.c.match_id == matches.c.match_id)
        .where(
            match_players.c.user_id == user_id,
            match_players.c.live == 0,
            matches.c.status == match_rows.OVER,
            matches.c.revealed.is_(None),
            hidden,
        )
    )
    found = [records.hidden_hands(tx, one) for one in tx.execute(asked).scalars()]
    return frozenset().union(*found)


def running(tx: ReadTx) -> tuple[LiveMatch, ...]:
    """Return every running match with a public table, the oldest first; a restart redraws these."""
    found = tx.execute(
        select(matches).where(_IS_LIVE, match_rows.HAS_TABLE).order_by(matches.c.match_id)
    )
    return tuple(readable(found))


def running_in(tx: ReadTx, guild_id: GuildId, limit: int = 50) -> tuple[LiveMatch, ...]:
    """Return the running matches of one server, the newest first."""
    here = select(matches).where(matches.c.guild_id == guild_id, _IS_LIVE, match_rows.HAS_TABLE)
    found = tx.execute(here.order_by(matches.c.created_ms.desc()).limit(limit))
    return tuple(readable(found))


def count_live_of(tx: ReadTx, user_id: int) -> int:
    """Return the number of a person's running matches."""
    mine = select(func.count()).where(match_players.c.user_id == user_id, match_players.c.live == 1)
    return tx.execute(mine).scalar_one()


def count_running(tx: ReadTx) -> int:
    """Return the number of running matches."""
    counted = select(func.count()).select_from(matches).where(_IS_LIVE)
    return int(tx.execute(counted).scalar_one())


def readable(found: Iterable[Row[tuple[object, ...]]]) -> Iterator[LiveMatch]:
    """Yield the readable matches; a broken one must not hide the others."""
    for row in found:
        try:
            yield LiveMatch(match_rows.stored(row))
        except RecordError:
            _log.exception("match %d cannot be read", row.match_id)


MATCHES_AT_ONCE: Final = 10


class MatchQueries(Commands):
    """Queries about stored matches; none of them changes a match."""

    load = query(match)
    live_matches_of = query(live_of)
    last_match_of = query(last_of)
    hidden_hands_of = query(hidden_hands_of)
    ended_matches_of = query(ended_of)
    running = query(running, long=True)
    running_in = query(running_in)
    count_running = query(count_running)
    count_due_timers = query(match_timers.count_due)
    proof = query(deals.proof)

    async def moved_on(self, known: Mapping[MatchId, int]) -> tuple[MovedOn, ...]:
        """Return the matches that have moved on since the versions known.

        What another process has committed is not announced here, and neither is what was found
        done after a COMMIT in doubt.
        """
        return await self._read(lambda tx: newer(tx, known)) if known else ()

    async def running_by_player(
        self, users: Collection[UserId]
    ) -> Mapping[UserId, frozenset[MatchId]]:
        """Return which matches of these people are running."""
        if not users:
            return {}
        return await self._read(lambda tx: running_by_player(tx, tuple(users)))

    def deals_at(self, live: LiveMatch) -> int | None:
        """Return when the next round is dealt by itself; ``None`` if it waits for the player."""
        return match_timers.deals_at(stored_of(live), self.time_settings)

    async def played_by(
        self, user_id: UserId, wanted: Finished, limit: int
    ) -> AsyncIterator[tuple[Played, ...]]:
        """Yield the data for records of one person's ended matches, a few matches at a time."""
        ids = await self._read_long(lambda tx: ended_ids_of(tx, user_id, wanted, limit))
        for first in range(0, len(ids), MATCHES_AT_ONCE):
            some = ids[first : first + MATCHES_AT_ONCE]
            yield await self._read_long(partial(records.played_some, match_ids=some))

    async def record(self, match_id: MatchId) -> MatchRecord | None:
        """Return the record of an ended match, or of the finished rounds of a running one."""
        found = await self._read_long(lambda tx: records.played(tx, match_id))
        # Shuffling every deck again is slow.
        return None if found is None else await asyncio.to_thread(records.record_of, found)
