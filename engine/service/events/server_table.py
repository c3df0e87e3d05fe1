"""The season table of servers: what their team matches came to, quarter by quarter."""

from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import Connection, Select, and_, case, func, insert, select

from engine.service import preferences
from engine.service.events import boards
from engine.service.events.invitation_types import ServerLine, ServerTable
from engine.service.events.rows import Work
from engine.service.people import GuildId
from engine.service.preferences import GuildConfig
from engine.store.schema import guilds, server_results

PER_PAGE: Final = 20
WIN: Final = 2
DRAW: Final = 1
_QUARTERS: Final = 4
_MONTHS: Final = 3


def season_of(at_ms: int) -> int:
    """Return the quarter of a moment, counted from the year 0, in UTC."""
    at = datetime.fromtimestamp(at_ms / 1000, UTC)
    return at.year * _QUARTERS + (at.month - 1) // _MONTHS


def record(work: Work) -> None:
    """Record the result of an event of two servers for both of them."""
    points = boards.team_points(work.held, boards.scores(work.held))
    if points is None:
        return
    for team, home in enumerate(work.event.homes, 1):
        own, other = points[team - 1], points[2 - team]
        row = {
            "event_id": work.event.event_id,
            "team": team,
            "guild_id": home.guild,
            "season": season_of(work.now),
            "name": work.plan.teams[team - 1],
            "score": WIN if own > other else DRAW if own == other else 0,
            "points": own,
        }
        work.connection.execute(insert(server_results), row)


def table(connection: Connection, guild: GuildId, season: int, page: int) -> ServerTable:
    """Return a page of the season table as a server sees it."""
    found = connection.execute(_totals(season)).all()
    listed = [row for row in found if _wants_listing(preferences.config_from(row.config))]
    listed.sort(key=lambda row: (-(WIN * row.won + DRAW * row.drawn), -row.points, row.newest))
    pages = max(1, -(-len(listed) // PER_PAGE))
    first = PER_PAGE * min(max(page, 0), pages - 1)
    year, quarter = divmod(season, _QUARTERS)
    return ServerTable(
        year,
        quarter + 1,
        tuple(
            ServerLine(
                place=place,
                name=row.name,
                played=row.played,
                won=row.won,
                drawn=row.drawn,
                points=row.points,
                is_own=row.guild_id == guild,
            )
            for place, row in enumerate(listed[first : first + PER_PAGE], first + 1)
        ),
        pages,
        _wants_listing(preferences.config(connection, guild)),
    )


def _totals(season: int) -> Select[Any]:
    """Select each server's results, its settings and the name of its team in its newest match."""
    sums = _sums(season).subquery()
    is_newest = and_(
        server_results.c.event_id == sums.c.newest, server_results.c.guild_id == sums.c.guild_id
    )
    return (
        select(sums, server_results.c.name, guilds.c.config)
        .join(server_results, is_newest)
        .outerjoin(guilds, guilds.c.guild_id == sums.c.guild_id)
    )


def _sums(season: int) -> Select[Any]:
    won, drawn = (
        func.sum(case((server_results.c.score == score, 1), else_=0)) for score in (WIN, DRAW)
    )
    return (
        select(
            server_results.c.guild_id,
            func.count().label("played"),
            won.label("won"),
            drawn.label("drawn"),
            func.sum(server_results.c.points).label("points"),
            func.max(server_results.c.event_id).label("newest"),
        )
        .where(server_results.c.season == season)
        .group_by(server_results.c.guild_id)
    )


def _wants_listing(config: GuildConfig) -> bool:
    """Whether a server meets others and wants to be listed, now."""
    return config.across and config.listed
