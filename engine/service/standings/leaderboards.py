"""Leaderboards: pages of one column of the totals, and the reader's rank.

A server's board contains everyone who has finished a match there, the global board those who opted
in; the caller can leave people out (``without``). Rows without a value do not appear. A board of
ratings omits provisional ratings and players without a rated match for 60 days (in a month: ratings
that were provisional at its end).
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, Select, func, literal_column, select

from engine.service.commands import Commands, query
from engine.service.people import GuildId, UserId
from engine.service.social.friends import listed_by
from engine.service.standings.match_facts import ALL_TIME, EVERYWHERE
from engine.service.standings.standing import Ranking, Standing, without_them
from engine.service.tx import ReadTx
from engine.standings.rating import ANY
from engine.store.schema import players, standings


class LeaderboardMetric(StrEnum):
    """The column that a leaderboard is ordered by."""

    RATING = "rating"
    WON = "won"
    POINTS = "points"
    GINS = "gins"
    UNDERCUTS = "undercuts"
    LAYOFFS = "layoff_points"
    STREAK = "best_streak"
    BLITZES = "blitzes"


@dataclass(frozen=True, slots=True)
class LeaderboardQuery:
    """A leaderboard. ``guild`` ``None``: all servers. ``pool``: one of
    :mod:`engine.standings.rating` or ``any``, which has no ratings. ``season``: a month such as
    ``2026-11``, or ``all``.
    """

    guild: GuildId | None
    board: LeaderboardMetric = LeaderboardMetric.WON
    pool: str = ANY
    season: str = ALL_TIME

    def __post_init__(self) -> None:
        if self.board is LeaderboardMetric.RATING and self.pool == ANY:
            raise ValueError("ratings are kept by pool")

    @property
    def scope(self) -> int:
        return EVERYWHERE if self.guild is None else self.guild


@dataclass(frozen=True, slots=True)
class Placing:
    """What a line says besides its value. ``deviation``: of a rating."""

    deviation: float | None
    matches: int
    won: int
    rated_matches: int


# Literal, because a partial index is used only where its exact condition appears.
_NOTHING: Final[ColumnElement[int]] = literal_column("0")
_SHOWN: Final = (
    standings.c.user_id,
    standings.c.deviation,
    standings.c.matches,
    standings.c.won,
    standings.c.rated_matches,
    func.coalesce(players.c.name, "").label("name"),
)


def ranking(
    wanted: LeaderboardQuery,
    now: int,
    without: Collection[UserId] = (),
    only: Collection[UserId] | None = None,
) -> Ranking[Placing]:
    """Return how a leaderboard ranks people. ``only``: these and nobody else."""
    column, user = standings.c[wanted.board.value], standings.c.user_id
    listed = _lines(wanted).where(*_on_board(wanted, now, without))
    chosen = listed if only is None else listed.where(user.in_(only))
    return Ranking(chosen, column, (user.desc(),), user, _placing)


def _lines(wanted: LeaderboardQuery) -> Select[Any]:
    value = standings.c[wanted.board.value].label("value")
    joined = standings.outerjoin(players, players.c.user_id == standings.c.user_id)
    return select(*_SHOWN, value).select_from(joined)


def _on_board(
    wanted: LeaderboardQuery, now: int, without: Collection[UserId] = ()
) -> list[ColumnElement[bool]]:
    column = standings.c[wanted.board.value]
    return [
        standings.c.scope == wanted.scope,
        standings.c.season == wanted.season,
        standings.c.pool == wanted.pool,
        standings.c.shown == 1,
        *_gates(wanted, now, standings.c.listed_until_ms, column),
        *without_them(standings.c.user_id, without),
    ]


def _gates(
    wanted: LeaderboardQuery, now: int, listed: ColumnElement[int], column: ColumnElement[Any]
) -> list[ColumnElement[bool]]:
    if wanted.board is LeaderboardMetric.RATING:
        return [listed > _NOTHING, listed > now]
    return [column > _NOTHING]


def _placing(row: Row[Any]) -> Placing:
    return Placing(row.deviation, row.matches, row.won, row.rated_matches)


def page_for(
    tx: ReadTx,
    wanted: LeaderboardQuery,
    reader: UserId,
    *,
    limit: int = 10,
    offset: int = 0,
    without: Collection[UserId] = (),
) -> Standing[Placing]:
    """Return a page with the reader's own line. ``without``: people who are left out."""
    return ranking(wanted, tx.now, without).standing(tx, reader, limit, offset)


def friends_page_for(
    tx: ReadTx,
    wanted: LeaderboardQuery,
    reader: UserId,
    *,
    limit: int = 10,
    offset: int = 0,
    without: Collection[UserId] = (),
) -> Standing[Placing]:
    """Return a page of the reader and the people on their friends list only."""
    people = (reader, *listed_by(tx, reader))
    return ranking(wanted, tx.now, without, people).standing(tx, reader, limit, offset)


class Leaderboards(Commands):
    """Queries about leaderboards."""

    page = query(page_for)
    friends = query(friends_page_for)
