"""Profiles: a person's matches, in one server or everywhere. Each query is one indexed statement
over the totals of matches or the person's own matches.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy import ColumnElement, FromClause, case, func, or_, select

from engine.game.statistics import SUMMED, PlayStatistics
from engine.service import preferences
from engine.service.commands import Commands, query
from engine.service.exercises.course import progress
from engine.service.people import GuildId, UserId
from engine.service.preferences import ProfileFor
from engine.service.standings import ratings
from engine.service.standings.luck import LuckOverTime, luck_over_time
from engine.service.standings.match_facts import ALL_TIME, EVERYWHERE, everybody_of
from engine.service.standings.ratings import RatingPoint, StoredRating
from engine.service.tx import ReadTx
from engine.service.types import HeadToHead
from engine.standings.rating import ANY, Pool
from engine.store.schema import (
    achievements,
    player_matches,
    players,
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
class SeasonHonour:
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
    newest first, over all servers. ``stars``: of the course.
    """

    user_id: UserId
    name: str
    guild: GuildId | None
    sums: Totals | None
    ratings: dict[Pool, StoredRating]
    pool: Pool | None
    history: tuple[RatingPoint, ...]
    presets: tuple[PresetResult, ...]
    best_friend: Opponent | None
    nemesis: Opponent | None
    with_reader: HeadToHead | None
    server: Totals | None
    honours: tuple[SeasonHonour, ...]
    luck: LuckOverTime
    title: str = ""
    achievements: tuple[str, ...] = ()
    stars: int = 0


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


def sums_of(tx: ReadTx, scope: int, user_id: int, pool: str = ANY) -> Totals | None:
    """Return a person's totals of all time; ``None`` before the first match."""
    row = tx.execute(
        select(standings).where(
            standings.c.scope == scope,
            standings.c.season == ALL_TIME,
            standings.c.user_id == user_id,
            standings.c.pool == pool,
        )
    ).one_or_none()
    return None if row is None else _sums(dict(row._mapping))


def presets_of(
    tx: ReadTx, scope: int, user_id: int, limit: int = PRESETS
) -> tuple[PresetResult, ...]:
    """Return the results by rules, the most played first."""
    played = func.count()
    found = tx.execute(
        select(
            player_matches.c.preset,
            played.label("matches"),
            _times(player_matches.c.result > 0).label("won"),
            _times(player_matches.c.result == 0).label("drawn"),
        )
        .where(*_own(player_matches, scope, user_id))
        .group_by(player_matches.c.preset)
        .order_by(played.desc(), player_matches.c.preset)
        .limit(limit)
    )
    return tuple(PresetResult(row.preset, row.matches, row.won, row.drawn) for row in found)


def opponents_of(tx: ReadTx, scope: int, user_id: int) -> dict[UserId, HeadToHead]:
    """Return the matches against each opponent that either of the two has not lost.

    Matches across servers are left out, because they would name one player to the other.
    """
    mine, theirs = player_matches.alias("mine"), player_matches.alias("theirs")
    found = tx.execute(
        select(
            theirs.c.user_id,
            _times(mine.c.result > theirs.c.result).label("won"),
            _times(mine.c.result < theirs.c.result).label("lost"),
            _times(mine.c.result == theirs.c.result).label("drawn"),
        )
        .join(theirs, theirs.c.match_id == mine.c.match_id)
        .where(
            *_own(mine, scope, user_id),
            mine.c.across == 0,
            theirs.c.party != mine.c.party,
            or_(mine.c.result >= 0, theirs.c.result >= 0),
        )
        .group_by(theirs.c.user_id)
    )
    return {UserId(row.user_id): HeadToHead(row.won, row.lost, row.drawn) for row in found}


def met_by(tx: ReadTx, user_id: UserId) -> dict[UserId, HeadToHead]:
    """Return a person's matches against each opponent, those of all servers."""
    return opponents_of(tx, EVERYWHERE, user_id)


def meetings_of(tx: ReadTx, scope: int, user_id: int, other: int) -> HeadToHead | None:
    """Return the matches between two people in a scope; ``None`` before the first."""
    return opponents_of(tx, scope, user_id).get(UserId(other))


def _own(rows: FromClause, scope: int, user_id: int) -> Iterator[ColumnElement[bool]]:
    yield rows.c.user_id == user_id
    if scope != EVERYWHERE:
        yield rows.c.guild_id == scope


def _times(happened: ColumnElement[bool]) -> ColumnElement[int]:
    return func.sum(case((happened, 1), else_=0))


def most_met(met: Mapping[UserId, HeadToHead]) -> UserId | None:
    """Return the opponent met most often."""
    return min(met, key=lambda one: (-met[one].matches, one), default=None)


def nemesis(met: Mapping[UserId, HeadToHead]) -> UserId | None:
    """Return the opponent with the largest surplus of losses over wins."""
    worse = {
        one: with_them.won - with_them.lost
        for one, with_them in met.items()
        if with_them.lost > with_them.won and with_them.matches >= FEWEST_MEETINGS
    }
    return min(worse, key=lambda one: (worse[one], one), default=None)


def honours_of(tx: ReadTx, guild_id: int, user_id: int) -> tuple[SeasonHonour, ...]:
    """Return a person's best places in a server's final tables, the newest first."""
    found = tx.execute(
        select(season_places)
        .where(
            season_places.c.user_id == user_id,
            season_places.c.guild_id == guild_id,
            season_places.c.place <= 3,
        )
        .order_by(season_places.c.season.desc(), season_places.c.place)
        .limit(HONOURS)
    )
    return tuple(SeasonHonour(row.season, row.board, row.pool, row.place) for row in found)


def achievements_of(tx: ReadTx, user_id: int) -> tuple[str, ...]:
    """Return a person's achievements, newest first."""
    held = select(achievements.c.name).where(achievements.c.user_id == user_id)
    newest_first = held.order_by(achievements.c.at_ms.desc(), achievements.c.name)
    return tuple(tx.execute(newest_first).scalars())


def _opponent(
    tx: ReadTx, met: Mapping[UserId, HeadToHead], user_id: UserId | None
) -> Opponent | None:
    if user_id is None:
        return None
    return Opponent(user_id, _name(tx, user_id), met[user_id])


def _name(tx: ReadTx, user_id: int) -> str:
    name = tx.execute(select(players.c.name).where(players.c.user_id == user_id))
    return name.scalar_one_or_none() or ""


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


def may_see(tx: ReadTx, user_id: int, reader: int, guild: GuildId | None) -> bool:
    """Whether a person shows the figures of a server, or (``None``) of all servers, to a reader."""
    if user_id == reader:
        return True
    chosen = preferences.prefs(tx, user_id).profile
    return chosen is ProfileFor.EVERYBODY or (chosen is ProfileFor.SERVER and guild is not None)


def profile(
    tx: ReadTx,
    user_id: UserId,
    reader: UserId,
    guild: GuildId | None,
    pool: Pool | None = None,
) -> Profile | Hidden:
    """Return a profile as ``reader`` may see it; ``pool``: whose history, else the most played."""
    if not may_see(tx, user_id, reader, guild):
        return Hidden(user_id)
    scope = EVERYWHERE if guild is None else guild
    held = ratings.ratings_of(tx, scope, user_id)
    plotted = pool if pool in held else next(iter(held), None)
    server = None if guild is None else everybody_of(tx, scope)
    met = opponents_of(tx, scope, user_id)
    chosen = preferences.prefs(tx, user_id)
    return Profile(
        user_id=user_id,
        name=_name(tx, user_id),
        guild=guild,
        sums=sums_of(tx, scope, user_id),
        ratings={one: replace(rated, rating=rated.now(tx.now)) for one, rated in held.items()},
        pool=plotted,
        history=() if plotted is None else ratings.history(tx, scope, user_id, plotted),
        presets=presets_of(tx, scope, user_id),
        best_friend=_opponent(tx, met, most_met(met)),
        nemesis=_opponent(tx, met, nemesis(met)),
        with_reader=None if reader == user_id else met.get(reader, HeadToHead(0, 0, 0)),
        server=None if server is None else _sums(server),
        honours=() if guild is None else honours_of(tx, guild, user_id),
        luck=luck_over_time(tx, user_id),
        title=chosen.title,
        stars=progress(tx, user_id).total,
        achievements=achievements_of(tx, user_id),
    )


class Statistics(Commands):
    """Queries about people."""

    profile = query(profile)
    meetings = query(meetings_of)
    opponents = query(met_by)
