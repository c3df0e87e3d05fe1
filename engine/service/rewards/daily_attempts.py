"""Attempts at the daily challenge: results, streaks, and daily leaderboards."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, func, select, update

from engine import daily
from engine.service.people import GuildId, MatchId, UserId
from engine.service.rewards import achievements, coins
from engine.service.rewards.coins import Earned
from engine.service.standings.standing import Ranking, Standing, without_them
from engine.service.stored_match import StoredMatch
from engine.service.tx import ReadTx, Tx
from engine.store.schema import daily_days, daily_tries, players


@dataclass(frozen=True, slots=True)
class DailyAttempt:
    """One attempt. ``points``: ``None`` while it is played and if it was given up."""

    day: int
    match_id: MatchId
    points: int | None
    streak: int
    ended: bool


def row_of(tx: ReadTx, day: int) -> Row[Any] | None:
    """Return the stored row of a day."""
    return tx.execute(select(daily_days).where(daily_days.c.day == day)).one_or_none()


def settle(tx: Tx, match: StoredMatch) -> None:
    """Record an attempt that has just ended, and pay for it; part of that transaction."""
    user_id = match.players[daily.PERSON].user_id
    if match.setup.day is None or user_id is None:
        return
    points = daily.score(match.match)
    streak = 0
    if points is not None:
        before = try_of(tx, daily.later(match.setup.day, -1), user_id)
        streak = 1 + (0 if before is None or before.points is None else before.streak)
    tx.execute(
        update(daily_tries)
        .where(daily_tries.c.day == match.setup.day, daily_tries.c.user_id == user_id)
        .values(points=points, streak=streak, ended_ms=tx.now)
    )
    if points is None:
        return
    found = row_of(tx, match.setup.day)
    par = None if found is None else found.par
    coins.pay(tx, user_id, f"{Earned.DAY}:{match.setup.day}", coins.FOR_DAY)
    if par is not None and points > par:
        coins.pay(tx, user_id, f"{Earned.PAR}:{match.setup.day}", coins.FOR_PAR)
    if streak % 7 == 0:
        coins.pay(tx, user_id, f"{Earned.WEEK}:{match.setup.day}", coins.FOR_WEEK)
    names = achievements.of_day(points, par, streak)
    achievements.enter(tx, user_id, names, match.match_id)


def try_of(tx: ReadTx, day: int, user_id: int) -> DailyAttempt | None:
    """Return a person's attempt at a day."""
    row = tx.execute(
        select(daily_tries).where(daily_tries.c.day == day, daily_tries.c.user_id == user_id)
    ).one_or_none()
    if row is None:
        return None
    return DailyAttempt(
        row.day, MatchId(row.match_id), row.points, row.streak, row.ended_ms is not None
    )


# -- leaderboards -----------------------------------------------------------------------------


def board(
    tx: ReadTx,
    day: int,
    guild: GuildId | None,
    user_id: UserId,
    limit: int = 10,
    without: Collection[UserId] = (),
) -> Standing[int]:
    """Return the best results of a day: of one server, or of the global leaderboard.

    Each line is about the streak. ``without``: people who are left out.
    """
    column = daily_tries.c
    place = (column.shown == 1) if guild is None else (column.guild_id == guild)
    name = func.coalesce(players.c.name, "").label("name")
    listed = (
        select(column.user_id, name, column.points.label("value"), column.streak)
        .select_from(daily_tries.outerjoin(players, players.c.user_id == column.user_id))
        .where(place, column.day == day, column.points.is_not(None))
        .where(*without_them(column.user_id, without))
    )
    ties = (column.user_id.desc(),)
    ranking = Ranking(listed, column.points, ties, column.user_id, lambda row: int(row.streak))
    return ranking.standing(tx, user_id, limit)


def streak_of(tx: ReadTx, user_id: int, today: int) -> int:
    """Return the days in a row, up to today or, if today is still to be played, to yesterday."""
    for day in (today, daily.later(today, -1)):
        one = try_of(tx, day, user_id)
        if one is not None and one.points is not None:
            return one.streak
    return 0
