"""Seasons are months (UTC). After each one, the top of every board of a server is kept permanently.

Totals of a month are rows of their own, so a month needs no closing step; this module keeps the
places, for honours in profiles and for the role that a server may give. A month is closed once, by
the process that takes the lease, server after server; if that process dies, another one continues
and finds the finished servers unchanged.
"""

import uuid
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from sqlalchemy import delete, insert, select

from engine.clocks import MINUTE
from engine.service import jobs
from engine.service.changes import YES_NO
from engine.service.commands import Commands, own_command, query, repeatable
from engine.service.people import GuildId, UserId
from engine.service.standings import leaderboards
from engine.service.standings.leaderboards import LeaderboardMetric, LeaderboardQuery
from engine.service.standings.match_facts import EVERYBODY, season_of
from engine.service.tx import ReadTx, Tx
from engine.standings.rating import ANY, POOLS
from engine.store.schema import season_places, season_roles, standings

LEASE: Final = "season"
TOP_PLACES: Final = 10
SETTLING_MS: Final = 5 * MINUTE
"""The delay after a month's end before it is closed, so that its last matches are stored."""
SEASON_BOARDS: Final = (LeaderboardMetric.WON, LeaderboardMetric.POINTS)
"""The boards of all pools together that a month keeps; ratings are kept by pool."""


@dataclass(frozen=True, slots=True)
class SeasonPlace:
    """A line of a month's final table."""

    place: int
    user_id: UserId
    value: float


@dataclass(frozen=True, slots=True)
class Champion:
    """The holder of a server's season role."""

    user_id: UserId
    role_id: int
    season: str


def before(season: str) -> str:
    """Return the previous month.

    >>> before("2026-01")
    '2025-12'
    """
    year, month = int(season[:4]), int(season[5:])
    return f"{year - 1}-12" if month == 1 else f"{year}-{month - 1:02}"


def ended_season(now: int) -> str:
    """Return the month that ended last."""
    return before(season_of(now - SETTLING_MS))


def season_board(text: str) -> tuple[LeaderboardMetric, str]:
    """Return the board that a server's settings name: ``won``, ``points``, or a pool."""
    if text in SEASON_BOARDS:
        return LeaderboardMetric(text), ANY
    known = {str(pool) for pool in POOLS}
    return (LeaderboardMetric.RATING, text) if text in known else (LeaderboardMetric.WON, ANY)


def servers_of(tx: ReadTx, season: str) -> tuple[GuildId, ...]:
    """Return the servers in which a match ended in that month."""
    found = tx.execute(
        select(standings.c.scope)
        .where(
            standings.c.user_id == EVERYBODY,
            standings.c.season == season,
        )
        .order_by(standings.c.scope)
    )
    return tuple(GuildId(scope) for scope in found.scalars())


def close_server(tx: Tx, guild: GuildId, season: str) -> None:
    """Keep the top of a server's boards of a month; places that are kept already do not change."""
    wanted = [LeaderboardQuery(guild, board, ANY, season) for board in SEASON_BOARDS]
    wanted += [
        LeaderboardQuery(guild, LeaderboardMetric.RATING, str(pool), season) for pool in POOLS
    ]
    rows = [
        {
            "guild_id": guild,
            "season": season,
            "board": one.board.value,
            "pool": one.pool,
            "place": line.rank,
            "row": row,
            "user_id": line.user_id,
            "value": float(line.value),
        }
        for one in wanted
        for row, line in enumerate(leaderboards.ranking(one, tx.now).lines(tx, TOP_PLACES), start=1)
    ]
    if rows:
        tx.execute(tx.upsert(season_places).on_conflict_do_nothing(), rows)


def places(
    tx: ReadTx,
    guild_id: GuildId,
    season: str,
    board: LeaderboardMetric,
    pool: str = ANY,
) -> tuple[SeasonPlace, ...]:
    """Return the kept places of a month, best first."""
    found = tx.execute(
        select(season_places)
        .where(
            season_places.c.guild_id == guild_id,
            season_places.c.season == season,
            season_places.c.board == board.value,
            season_places.c.pool == pool,
        )
        .order_by(season_places.c.row)
    )
    return tuple(SeasonPlace(row.place, UserId(row.user_id), row.value) for row in found)


def closed_season(tx: ReadTx) -> str:
    """Return the newest closed month; empty before the first."""
    return jobs.done_key(tx, LEASE)


def champions(tx: ReadTx, guild: GuildId) -> tuple[Champion, ...]:
    """Return the holders of a server's season role."""
    found = tx.execute(
        select(season_roles)
        .where(season_roles.c.guild_id == guild)
        .order_by(season_roles.c.user_id)
    )
    return tuple(Champion(UserId(row.user_id), row.role_id, row.season) for row in found)


def crown(tx: Tx, guild: GuildId, champion: Champion) -> None:
    """Record that a person was given the role."""
    dethrone(tx, guild, champion.user_id)
    row = {
        "guild_id": guild,
        "season": champion.season,
        "user_id": champion.user_id,
        "role_id": champion.role_id,
    }
    tx.execute(insert(season_roles), row)


def dethrone(tx: Tx, guild: GuildId, user_id: UserId) -> None:
    """Record that a person has lost the role."""
    tx.execute(
        delete(season_roles).where(
            season_roles.c.guild_id == guild, season_roles.c.user_id == user_id
        )
    )


def _claim(tx: Tx, season: str, holder: str) -> bool:
    return jobs.claim(tx, LEASE, season, holder)


def _finish(tx: Tx, season: str, holder: str) -> bool:
    return jobs.finish(tx, LEASE, season, holder)


class Seasons(Commands):
    """Closes months, and stores the holder of each server's season role."""

    closed = query(closed_season)
    places = query(places)
    champions = query(champions)
    crown = repeatable(crown)
    dethrone = repeatable(dethrone)
    _close_server = repeatable(close_server)
    _claim = repeatable(_claim)
    _finish = own_command("finish", YES_NO, _finish)

    @cached_property
    def _holder(self) -> str:
        return uuid.uuid4().hex

    @property
    def ended(self) -> str:
        """Return the month that ended last."""
        return ended_season(self._clock.now_ms())

    def last(self, count: int) -> tuple[str, ...]:
        """Return this month and those before it, the newest first."""
        seasons = [season_of(self._clock.now_ms())]
        while len(seasons) < count:
            seasons.append(before(seasons[-1]))
        return tuple(seasons)

    async def close_ended(self) -> bool:
        """Close the month that ended; ``True`` in the one process that has done it."""
        season = self.ended
        if not await self._claim(season, self._holder):
            return False
        for guild in await self._read(lambda tx: servers_of(tx, season)):
            await self._close_server(guild, season)
            await self._claim(season, self._holder)
        return await self._finish(season, self._holder)
