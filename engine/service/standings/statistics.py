"""Profiles: a person's matches, in one server or everywhere. Each query is one indexed statement
over the totals of matches.
"""

import math
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, UnaryExpression, func, select

from engine.game.statistics import SUMMED, PlayStatistics
from engine.service import preferences
from engine.service.people import GuildId, UserId
from engine.service.ports import Clock
from engine.service.preferences import ProfileFor
from engine.service.standings import ratings
from engine.service.standings.counting import EVERYWHERE
from engine.service.standings.luck import LuckOverTime, luck_over_time
from engine.service.standings.ratings import Point, StoredRating
from engine.service.standings.sums import ALL_TIME, everybody_of
from engine.service.types import HeadToHead
from engine.standings.pools import ANY, Pool
from engine.store import Store
from engine.store.schema import (
    achievements,
    head_to_head,
    players,
    preset_results,
    season_places,
    standings,
)

FEWEST_MEETINGS: Final = 3
"""The number of matches against an opponent before they can be a nemesis."""
PRESETS: Final = 6
HONOURS: Final = 5
Z_95: Final = 1.959964


@dataclass(frozen=True, slots=True)
class Totals:
    """The totals of a person's matches, or of a whole server's."""

    matches: int
    won: int
    drawn: int
    rated_matches: int
    quit: int
    streak: int
    best_streak: int
    figures: PlayStatistics

    @property
    def completed(self) -> float:
        """The share of matches that were not given up."""
        return 1 - self.quit / self.matches if self.matches else 1.0


@dataclass(frozen=True, slots=True)
class PresetResult:
    """The results by one set of rules."""

    preset: str
    matches: int
    won: int
    drawn: int


@dataclass(frozen=True, slots=True)
class Opponent:
    """An opponent, with the results seen from the profile's owner."""

    user_id: UserId
    name: str
    met: HeadToHead


@dataclass(frozen=True, slots=True)
class Honour:
    """A place in the final table of a month."""

    season: str
    board: str
    pool: str
    place: int


@dataclass(frozen=True, slots=True)
class Profile:
    """The content of a profile. ``guild`` ``None``: of all servers. ``pool``: whose history is
    given, ``None`` before the first rated match. ``server``: its totals, for comparison.
    ``luck``: over all servers. ``title``: one that was bought, by name. ``achievements``: by name,
    newest first, over all servers.
    """

    user_id: UserId
    name: str
    guild: GuildId | None
    sums: Totals | None
    ratings: dict[Pool, StoredRating]
    pool: Pool | None
    history: tuple[Point, ...]
    presets: tuple[PresetResult, ...]
    best_friend: Opponent | None
    nemesis: Opponent | None
    with_reader: HeadToHead | None
    server: Totals | None
    honours: tuple[Honour, ...]
    luck: LuckOverTime
    title: str = ""
    achievements: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hidden:
    """The person does not show this profile to the reader."""

    user_id: UserId


def wilson(won: float, played: int, z: float = Z_95) -> tuple[float, float]:
    """Return the 95 % confidence interval of a share of successes (Wilson, 1927).

    >>> [round(end, 3) for end in wilson(7, 10)]
    [0.397, 0.892]
    """
    if not played:
        return 0.0, 1.0
    share, square = won / played, z * z / played
    middle = (share + square / 2) / (1 + square)
    reach = z / (1 + square) * math.sqrt(share * (1 - share) / played + square / (4 * played))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def sums_of(connection: Connection, scope: int, user_id: int, pool: str = ANY) -> Totals | None:
    """Return a person's totals of all time; ``None`` before the first match."""
    row = connection.execute(
        select(standings).where(
            standings.c.scope == scope,
            standings.c.season == ALL_TIME,
            standings.c.user_id == user_id,
            standings.c.pool == pool,
        )
    ).one_or_none()
    return None if row is None else _sums(dict(row._mapping))


def presets_of(
    connection: Connection, scope: int, user_id: int, limit: int = PRESETS
) -> tuple[PresetResult, ...]:
    """Return the results by rules, the most played first."""
    found = connection.execute(
        select(preset_results)
        .where(preset_results.c.scope == scope, preset_results.c.user_id == user_id)
        .order_by(preset_results.c.matches.desc(), preset_results.c.preset)
        .limit(limit)
    )
    return tuple(PresetResult(row.preset, row.matches, row.won, row.drawn) for row in found)


def between(connection: Connection, scope: int, user_id: int, other_id: int) -> HeadToHead:
    """Return the matches between two people, seen from the first."""
    row = connection.execute(
        select(head_to_head).where(
            head_to_head.c.scope == scope,
            head_to_head.c.user_id == user_id,
            head_to_head.c.other_id == other_id,
        )
    ).one_or_none()
    return HeadToHead(0, 0, 0) if row is None else _met(row)


def most_met(connection: Connection, scope: int, user_id: int) -> Opponent | None:
    """Return the opponent met most often."""
    return _opponent(connection, scope, user_id, head_to_head.c.matches.desc())


def nemesis(connection: Connection, scope: int, user_id: int) -> Opponent | None:
    """Return the opponent with the largest surplus of losses over wins."""
    worst = head_to_head.c.balance
    often = head_to_head.c.matches >= FEWEST_MEETINGS
    return _opponent(connection, scope, user_id, worst.asc(), worst < 0, often)


def honours_of(connection: Connection, guild_id: int, user_id: int) -> tuple[Honour, ...]:
    """Return a person's best places in a server's final tables, the newest first."""
    found = connection.execute(
        select(season_places)
        .where(
            season_places.c.user_id == user_id,
            season_places.c.guild_id == guild_id,
            season_places.c.place <= 3,
        )
        .order_by(season_places.c.season.desc(), season_places.c.place)
        .limit(HONOURS)
    )
    return tuple(Honour(row.season, row.board, row.pool, row.place) for row in found)


def achievements_of(connection: Connection, user_id: int) -> tuple[str, ...]:
    """Return a person's achievements, newest first."""
    held = select(achievements.c.name).where(achievements.c.user_id == user_id)
    newest_first = held.order_by(achievements.c.at_ms.desc(), achievements.c.name)
    return tuple(connection.execute(newest_first).scalars())


def _opponent(
    connection: Connection,
    scope: int,
    user_id: int,
    order: UnaryExpression[Any],
    *conditions: ColumnElement[bool],
) -> Opponent | None:
    name = func.coalesce(players.c.name, "").label("name")
    row = connection.execute(
        select(head_to_head, name)
        .outerjoin(players, players.c.user_id == head_to_head.c.other_id)
        .where(head_to_head.c.scope == scope, head_to_head.c.user_id == user_id, *conditions)
        .order_by(order, head_to_head.c.other_id)
        .limit(1)
    ).one_or_none()
    return None if row is None else Opponent(UserId(row.other_id), row.name, _met(row))


def _met(row: Row[Any]) -> HeadToHead:
    return HeadToHead(row.won, row.matches - row.won - row.drawn, row.drawn)


def _sums(row: dict[str, Any]) -> Totals:
    figures = PlayStatistics(**{name: row[name] for name in SUMMED}, fastest_gin=row["fastest_gin"])
    return Totals(
        matches=row["matches"],
        won=row["won"],
        drawn=row["drawn"],
        rated_matches=row["rated_matches"],
        quit=row["quit"],
        streak=row["streak"],
        best_streak=row["best_streak"],
        figures=figures,
    )


class Statistics:
    """Queries about people."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def profile(
        self, user_id: UserId, reader: UserId, guild: GuildId | None, pool: Pool | None = None
    ) -> Profile | Hidden:
        """Return a profile for ``reader``; ``pool``: whose history, else the most played."""
        now = self._clock.now_ms()
        return await self._store.read(lambda c: profile(c, user_id, reader, guild, pool, now))

    async def head_to_head(self, guild: GuildId, user_id: UserId, other: UserId) -> HeadToHead:
        """Return the matches between two people in a server."""
        return await self._store.read(lambda c: between(c, guild, user_id, other))


def may_see(connection: Connection, user_id: int, reader: int, guild: GuildId | None) -> bool:
    """Whether a person shows the figures of a server, or (``None``) of all servers, to a reader."""
    if user_id == reader:
        return True
    chosen = preferences.prefs(connection, user_id).profile
    return chosen is ProfileFor.EVERYBODY or (chosen is ProfileFor.SERVER and guild is not None)


def profile(
    connection: Connection,
    user_id: UserId,
    reader: UserId,
    guild: GuildId | None,
    pool: Pool | None,
    now: int,
) -> Profile | Hidden:
    """Return a profile as ``reader`` may see it."""
    if not may_see(connection, user_id, reader, guild):
        return Hidden(user_id)
    scope = EVERYWHERE if guild is None else guild
    held = ratings.ratings_of(connection, scope, user_id)
    plotted = pool if pool in held else next(iter(held), None)
    server = None if guild is None else everybody_of(connection, scope)
    name = connection.execute(select(players.c.name).where(players.c.user_id == user_id))
    return Profile(
        user_id=user_id,
        name=name.scalar_one_or_none() or "",
        guild=guild,
        sums=sums_of(connection, scope, user_id),
        ratings={one: replace(rated, rating=rated.now(now)) for one, rated in held.items()},
        pool=plotted,
        history=() if plotted is None else ratings.history(connection, scope, user_id, plotted),
        presets=presets_of(connection, scope, user_id),
        best_friend=most_met(connection, scope, user_id),
        nemesis=nemesis(connection, scope, user_id),
        with_reader=None if reader == user_id else between(connection, scope, user_id, reader),
        server=None if server is None else _sums(server),
        honours=() if guild is None else honours_of(connection, guild, user_id),
        luck=luck_over_time(connection, user_id),
        title=preferences.prefs(connection, user_id).title,
        achievements=achievements_of(connection, user_id),
    )
