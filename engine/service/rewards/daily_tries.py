"""Attempts at the daily challenge: results, streaks, and daily leaderboards."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, func, select, update

from engine import daily
from engine.service.people import GuildId, MatchId, UserId
from engine.service.rewards import achievements, coins
from engine.service.rewards.coins import Earned
from engine.service.stored_match import StoredMatch
from engine.store.schema import daily_days, daily_tries, players


@dataclass(frozen=True, slots=True)
class DailyAttempt:
    """One attempt. ``points``: ``None`` while it is played and if it was given up."""

    day: int
    match_id: MatchId
    points: int | None
    streak: int
    ended: bool


@dataclass(frozen=True, slots=True)
class DayLine:
    """A line of a day's leaderboard. ``rank`` from 1; equal points share it."""

    rank: int
    user_id: UserId
    name: str
    points: int
    streak: int


@dataclass(frozen=True, slots=True)
class DailyStandings:
    """The top of a day's leaderboard, and the reader's own line."""

    lines: tuple[DayLine, ...]
    mine: DayLine | None
    more: bool


def row_of(connection: Connection, day: int) -> Row[Any] | None:
    """Return the stored row of a day."""
    return connection.execute(select(daily_days).where(daily_days.c.day == day)).one_or_none()


def settle(connection: Connection, match: StoredMatch) -> None:
    """Record an attempt that has just ended, and pay for it; part of that transaction."""
    user_id = match.players[daily.PERSON].user_id
    if match.setup.day is None or user_id is None:
        return
    points, now = daily.score(match.match), match.ended_ms or match.updated_ms
    streak = 0
    if points is not None:
        before = try_of(connection, daily.later(match.setup.day, -1), user_id)
        streak = 1 + (0 if before is None or before.points is None else before.streak)
    connection.execute(
        update(daily_tries)
        .where(daily_tries.c.day == match.setup.day, daily_tries.c.user_id == user_id)
        .values(points=points, streak=streak, ended_ms=now)
    )
    if points is None:
        return
    found = row_of(connection, match.setup.day)
    par = None if found is None else found.par
    coins.pay(connection, user_id, f"{Earned.DAY}:{match.setup.day}", coins.FOR_DAY, now)
    if par is not None and points > par:
        coins.pay(connection, user_id, f"{Earned.PAR}:{match.setup.day}", coins.FOR_PAR, now)
    if streak % 7 == 0:
        coins.pay(connection, user_id, f"{Earned.WEEK}:{match.setup.day}", coins.FOR_WEEK, now)
    names = achievements.of_day(points, par, streak)
    achievements.enter(connection, user_id, names, now, match.match_id)


def try_of(connection: Connection, day: int, user_id: int) -> DailyAttempt | None:
    """Return a person's attempt at a day."""
    row = connection.execute(
        select(daily_tries).where(daily_tries.c.day == day, daily_tries.c.user_id == user_id)
    ).one_or_none()
    if row is None:
        return None
    return DailyAttempt(
        row.day, MatchId(row.match_id), row.points, row.streak, row.ended_ms is not None
    )


# -- leaderboards -----------------------------------------------------------------------------


def board(
    connection: Connection,
    day: int,
    guild: GuildId | None,
    user_id: UserId,
    limit: int = 10,
    without: Collection[UserId] = (),
) -> DailyStandings:
    """Return the best results of a day: of one server, or of the global leaderboard.

    ``without``: people who are left out.
    """
    column = daily_tries.c
    place = (column.shown == 1) if guild is None else (column.guild_id == guild)
    left_out = (column.user_id.not_in(without),) if without else ()
    on_board = (place, column.day == day, column.points.is_not(None), *left_out)
    lines = (
        select(daily_tries, func.coalesce(players.c.name, "").label("name"))
        .select_from(daily_tries.outerjoin(players, players.c.user_id == column.user_id))
        .where(*on_board)
    )
    top = lines.order_by(column.points.desc(), column.user_id.desc()).limit(limit + 1)
    found = connection.execute(top).all()
    placed: list[DayLine] = []
    for index, row in enumerate(found[:limit], start=1):
        same = bool(placed) and placed[-1].points == row.points
        placed.append(_line(row, placed[-1].rank if same else index))
    mine = next((one for one in placed if one.user_id == user_id), None)
    if mine is None:
        own = connection.execute(lines.where(column.user_id == user_id)).one_or_none()
        if own is not None:
            better = select(func.count()).where(*on_board, column.points > own.points)
            mine = _line(own, 1 + int(connection.execute(better).scalar_one()))
    return DailyStandings(tuple(placed), mine, len(found) > limit)


def _line(row: Row[Any], rank: int) -> DayLine:
    return DayLine(rank, UserId(row.user_id), row.name, row.points, row.streak)


def streak_of(connection: Connection, user_id: int, today: int) -> int:
    """Return the days in a row, up to today or, if today is still to be played, to yesterday."""
    for day in (today, daily.later(today, -1)):
        one = try_of(connection, day, user_id)
        if one is not None and one.points is not None:
            return one.streak
    return 0
