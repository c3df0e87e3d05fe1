"""Leaderboards: pages of one column of the totals, and the reader's rank. Each is one statement.

A server's board contains everyone who has finished a match there, the global board those who opted
in; the caller can leave people out (``without``). Rows without a value do not appear. A board of
ratings omits provisional ratings and players without a rated match for 60 days (in a month: ratings
that were provisional at its end).
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, Select, func, literal_column, select

from engine.service.people import GuildId, UserId
from engine.service.social.friends import listed_by
from engine.service.standings.match_facts import ALL_TIME, EVERYWHERE
from engine.service.tx import Commands, query_at
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
class Placed:
    """A line of a board. ``rank`` from 1; equal values share it. ``deviation``: of a rating."""

    rank: int
    user_id: UserId
    name: str
    value: float
    deviation: float | None
    matches: int
    won: int
    rated_matches: int


@dataclass(frozen=True, slots=True)
class LeaderboardPage:
    """A page of a board, and the reader's own line, which may be on another page or absent."""

    lines: tuple[Placed, ...]
    mine: Placed | None
    more: bool


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


def page(
    connection: Connection,
    wanted: LeaderboardQuery,
    now: int,
    *,
    limit: int,
    offset: int = 0,
    without: Collection[UserId] = (),
) -> tuple[Placed, ...]:
    """Return lines ``offset`` to ``offset + limit`` of a leaderboard, best first."""
    column = standings.c[wanted.board.value]
    found = connection.execute(
        _lines(wanted)
        .where(*_on_board(wanted, now, without))
        .order_by(column.desc(), standings.c.user_id.desc())
        .limit(limit)
        .offset(offset)
    ).all()
    if not found:
        return ()
    first = 1 if not offset else 1 + _better(connection, wanted, now, found[0].value, without)
    return _ranked(found, first, offset)


def page_of_friends(
    connection: Connection, wanted: LeaderboardQuery, friends: Sequence[UserId], now: int
) -> tuple[Placed, ...]:
    """Return a whole leaderboard of these people only; rank one is the best of them."""
    column = standings.c[wanted.board.value]
    found = connection.execute(
        _lines(wanted)
        .where(*_on_board(wanted, now), standings.c.user_id.in_(friends))
        .order_by(column.desc(), standings.c.user_id.desc())
    ).all()
    return _ranked(found, 1, 0)


def place_of(
    connection: Connection,
    wanted: LeaderboardQuery,
    user_id: UserId,
    now: int,
    without: Collection[UserId] = (),
) -> Placed | None:
    """Return one person's line; ``None`` if they are not on the leaderboard."""
    column = standings.c[wanted.board.value]
    ahead = standings.alias("ahead")
    better = (
        select(func.count())
        .select_from(ahead)
        .where(
            ahead.c.scope == wanted.scope,
            ahead.c.season == wanted.season,
            ahead.c.pool == wanted.pool,
            ahead.c.shown == 1,
            ahead.c[wanted.board.value] > column,
            *_gates(wanted, now, ahead.c.listed_until_ms, ahead.c[wanted.board.value]),
            *_leaves_out(ahead.c.user_id, without),
        )
        .correlate(standings)
        .scalar_subquery()
    )
    row = connection.execute(
        _lines(wanted)
        .add_columns((better + 1).label("rank"))
        .where(*_on_board(wanted, now, without), standings.c.user_id == user_id)
    ).one_or_none()
    return None if row is None else _placed(row, row.rank)


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
        *_leaves_out(standings.c.user_id, without),
    ]


def _leaves_out(
    column: ColumnElement[int], without: Collection[UserId]
) -> tuple[ColumnElement[bool], ...]:
    return (column.not_in(without),) if without else ()


def _gates(
    wanted: LeaderboardQuery, now: int, listed: ColumnElement[int], column: ColumnElement[Any]
) -> list[ColumnElement[bool]]:
    if wanted.board is LeaderboardMetric.RATING:
        return [listed > _NOTHING, listed > now]
    return [column > _NOTHING]


def _better(
    connection: Connection,
    wanted: LeaderboardQuery,
    now: int,
    value: float,
    without: Collection[UserId],
) -> int:
    """Return the number of people above a value."""
    counted = select(func.count()).select_from(standings)
    better = standings.c[wanted.board.value] > value
    return int(
        connection.execute(counted.where(*_on_board(wanted, now, without), better)).scalar_one()
    )


def _ranked(found: Sequence[Row[Any]], first: int, offset: int) -> tuple[Placed, ...]:
    rank, placed = first, []
    for index, row in enumerate(found):
        if index and row.value != found[index - 1].value:
            rank = offset + index + 1
        placed.append(_placed(row, rank))
    return tuple(placed)


def _placed(row: Row[Any], rank: int) -> Placed:
    return Placed(
        rank,
        UserId(row.user_id),
        row.name,
        row.value,
        row.deviation,
        row.matches,
        row.won,
        row.rated_matches,
    )


def page_for(
    connection: Connection,
    now: int,
    wanted: LeaderboardQuery,
    reader: UserId,
    *,
    limit: int = 10,
    offset: int = 0,
    without: Collection[UserId] = (),
) -> LeaderboardPage:
    """Return a page with the reader's own line. ``without``: people who are left out."""
    lines = page(connection, wanted, now, limit=limit + 1, offset=offset, without=without)
    mine = place_of(connection, wanted, reader, now, without)
    return LeaderboardPage(lines[:limit], mine, len(lines) > limit)


def friends_page_for(
    connection: Connection,
    now: int,
    wanted: LeaderboardQuery,
    reader: UserId,
    *,
    limit: int = 10,
    offset: int = 0,
    without: Collection[UserId] = (),
) -> LeaderboardPage:
    """Return a page of the reader and the people on their friends list only."""
    listed = (reader, *listed_by(connection, reader))
    people = [one for one in listed if one not in without]
    lines = page_of_friends(connection, wanted, people, now)
    mine = next((one for one in lines if one.user_id == reader), None)
    return LeaderboardPage(lines[offset : offset + limit], mine, len(lines) > offset + limit)


class Leaderboards(Commands):
    """Queries about leaderboards."""

    page = query_at(page_for)
    friends = query_at(friends_page_for)
