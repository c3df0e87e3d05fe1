"""The record of each person's matches, and totals over them by season and pool."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Insert, and_, case, func, select

from engine.service import preferences
from engine.service.standings.counting import EVERYBODY, EVERYWHERE, MatchFacts, PlayerFacts
from engine.standings.pools import ANY
from engine.standings.rating import Rating, sure_for_ms
from engine.store.schema import player_matches, standings
from engine.store.schema.standing import FIGURES
from engine.store.upsert import upsert

ALL_TIME: Final = "all"
ACTIVE_MS: Final = 60 * 24 * 3600 * 1000
"""The time in milliseconds without a rated match after which a player leaves the rating boards."""
FOR_EVER: Final = 2**53
_ADDED: Final = ("matches", "won", "drawn", "rated_matches", "quit", *FIGURES)
Row = dict[str, Any]
NewRatings = Mapping[tuple[int, int], Rating]
"""The ratings after a match by scope and user; empty if it changed none."""


def enter(connection: Connection, facts: MatchFacts, new: NewRatings) -> None:
    """Add a match to every total."""
    lines = [_line(facts, player, bool(new)) for player in facts.players]
    connection.execute(player_matches.insert(), lines)
    rows: list[Row] = []
    for player in facts.players:
        shown = preferences.prefs(connection, player.user_id).world_board
        for scope in facts.scopes:
            rating = new.get((scope, player.user_id))
            rows += _sums(facts, player, scope, scope != EVERYWHERE or shown, rating)
            if scope != EVERYWHERE:
                rows += _everybodys(facts, player, scope)
    _upsert(connection, rows)


def _line(facts: MatchFacts, player: PlayerFacts, rated: bool) -> Row:
    return {
        "user_id": player.user_id,
        "ended_ms": facts.ended_ms,
        "match_id": facts.match_id,
        "seat": int(player.seat),
        "party": player.party,
        "guild_id": facts.guild_id,
        "pool": str(facts.pool),
        "preset": facts.preset,
        "rated": int(rated),
        "result": player.result,
        "quit": int(player.quit),
        "across": int(facts.is_apart),
        **asdict(player.figures),
    }


def _sums(
    facts: MatchFacts, player: PlayerFacts, scope: int, visible: bool, rating: Rating | None
) -> list[Row]:
    """Return a match's contribution to one person's rows in one scope."""
    plain = _added(facts, player, rating is not None)
    rows = []
    for season in (ALL_TIME, facts.season):
        for pool in (ANY, str(facts.pool)):
            of_pool = rating if pool != ANY else None
            rows.append(
                {
                    **plain,
                    "scope": scope,
                    "season": season,
                    "user_id": player.user_id,
                    "pool": pool,
                    "shown": int(visible),
                    "rating": None if of_pool is None else of_pool.value,
                    "deviation": None if of_pool is None else of_pool.deviation,
                    "listed_until_ms": _listed_until(of_pool, season, facts.ended_ms),
                }
            )
    return rows


def _everybodys(facts: MatchFacts, player: PlayerFacts, scope: int) -> list[Row]:
    """Return one player's contribution to the server's own rows."""
    plain = _added(facts, player, rated=False) | {"streak": 0, "best_streak": 0}
    place = {"scope": scope, "user_id": EVERYBODY, "pool": ANY, "shown": 0}
    rating = {"rating": None, "deviation": None, "listed_until_ms": 0}
    return [{**plain, **place, **rating, "season": one} for one in (ALL_TIME, facts.season)]


def _added(facts: MatchFacts, player: PlayerFacts, rated: bool) -> Row:
    won = int(player.result > 0)
    return {
        "matches": 1,
        "won": won,
        "drawn": int(player.result == 0),
        "rated_matches": int(rated),
        "quit": int(player.quit),
        **asdict(player.figures),
        "streak": won,
        "best_streak": won,
        "last_ms": facts.ended_ms,
    }


def _listed_until(rating: Rating | None, season: str, now: int) -> int:
    """Return when a rating leaves the boards: at once while provisional, never in a month, and of
    all time once its player is inactive or the deviation has widened too far.
    """
    if rating is None or rating.is_provisional:
        return 0
    return FOR_EVER if season != ALL_TIME else now + min(ACTIVE_MS, sure_for_ms(rating))


def _upsert(connection: Connection, rows: Sequence[Row]) -> None:
    """Add rows to the totals, always in the same order, which prevents deadlocks."""
    new = upsert(connection.dialect.name, standings)
    old, add = standings.c, new.excluded
    longer = old.streak + 1
    statement: Insert = new.on_conflict_do_update(
        index_elements=["scope", "season", "user_id", "pool"],
        set_={
            **{name: old[name] + add[name] for name in _ADDED},
            "shown": add.shown,
            "streak": case((add.streak == 0, 0), else_=longer),
            "best_streak": case(
                (and_(add.streak == 1, longer > old.best_streak), longer), else_=old.best_streak
            ),
            "fastest_gin": case(
                (add.fastest_gin.is_(None), old.fastest_gin),
                (old.fastest_gin.is_(None), add.fastest_gin),
                (add.fastest_gin < old.fastest_gin, add.fastest_gin),
                else_=old.fastest_gin,
            ),
            "rating": func.coalesce(add.rating, old.rating),
            "deviation": func.coalesce(add.deviation, old.deviation),
            "listed_until_ms": case(
                (add.rating.is_(None), old.listed_until_ms), else_=add.listed_until_ms
            ),
            "last_ms": _later(old.last_ms, add.last_ms),
        },
    )
    connection.execute(statement, sorted(rows, key=_key))


def _later(one: ColumnElement[int], other: ColumnElement[int]) -> ColumnElement[int]:
    """Return the later moment; several processes or a clock set back may break the order."""
    return case((other > one, other), else_=one)


def _key(row: Mapping[str, Any]) -> tuple[int, str, int, str]:
    return row["scope"], row["season"], row["user_id"], row["pool"]


def everybody_of(connection: Connection, scope: int) -> Row | None:
    """Return the whole server's totals of all time."""
    row = connection.execute(
        select(standings).where(
            standings.c.scope == scope,
            standings.c.season == ALL_TIME,
            standings.c.user_id == EVERYBODY,
            standings.c.pool == ANY,
        )
    ).one_or_none()
    return None if row is None else dict(row._mapping)
