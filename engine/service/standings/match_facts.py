"""The facts of an ended match about its players: the source of every total and rating."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Insert, and_, case, func, select

from engine.game.formats import party_of
from engine.game.seats import Seat, Side
from engine.game.statistics import (
    PlayStatistics,
    counts,
    figures_from,
    match_figures,
    result_of,
)
from engine.service import preferences
from engine.service.people import DIRECT_MESSAGES, UserId
from engine.service.stored_match import StoredMatch
from engine.service.tx import ReadTx, Tx
from engine.standings.credit import EARLY_ROUNDS
from engine.standings.rating import ANY, Pool, Rating, sure_for_ms
from engine.store.schema import player_matches, rounds, standings
from engine.store.schema.standings import FIGURES

EVERYWHERE: Final = 0
"""The scope of all servers together."""
EVERYBODY: Final = UserId(0)
"""The user id of a server's own rows, for all its players together."""


@dataclass(frozen=True, slots=True)
class PlayerFacts:
    """One player's match."""

    seat: Seat
    user_id: UserId
    party: int
    result: int
    quit: bool
    figures: PlayStatistics


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """A counted match, between people only. ``season``: the month of its end, ``2026-11``.

    ``is_apart``: its players were found across servers, so it does not count for results between
    pairs, which would name one to the other.
    """

    match_id: int
    guild_id: int
    pool: Pool
    preset: str
    season: str
    ended_ms: int
    players: tuple[PlayerFacts, ...]
    is_apart: bool = False

    @property
    def scopes(self) -> tuple[int, ...]:
        """The scopes in which the match counts: its server, and all servers."""
        return (EVERYWHERE,) if self.guild_id == DIRECT_MESSAGES else (EVERYWHERE, self.guild_id)

    @property
    def rounds(self) -> int:
        """The number of finished rounds, at the table that finished most."""
        return max((player.figures.rounds for player in self.players), default=0)

    @property
    def was_left_early(self) -> bool:
        """Whether a player left the match before it had any significance."""
        return self.rounds <= EARLY_ROUNDS and any(player.quit for player in self.players)


def season_of(moment_ms: int) -> str:
    """Return the month of a moment, in UTC.

    >>> season_of(0)
    '1970-01'
    """
    return datetime.fromtimestamp(moment_ms / 1000, UTC).strftime("%Y-%m")


def counts_for_standings(match: StoredMatch) -> bool:
    """Whether a match was played to a result, between people only."""
    return counts(match.match) and not match.computers


def facts_of(stored: StoredMatch, by_seat: Mapping[Seat, Iterable[PlayStatistics]]) -> MatchFacts:
    """Return the facts of an ended match from the figures of its finished rounds."""
    match = stored.match
    assert match.outcome is not None
    ended = stored.updated_ms if stored.ended_ms is None else stored.ended_ms
    return MatchFacts(
        stored.match_id,
        stored.table.guild,
        stored.setup.pool,
        stored.setup.preset,
        season_of(ended),
        ended,
        tuple(
            PlayerFacts(
                player.seat,
                player.user_id,
                party_of(match.parties, player.seat),
                result_of(match, player.seat),
                match.outcome.by is player.seat,
                match_figures(match, player.seat, by_seat.get(player.seat, ())),
            )
            for player in stored.players
            if player.user_id is not None
        ),
        is_apart=stored.table.is_apart,
    )


def recorded(tx: ReadTx, stored: StoredMatch) -> MatchFacts:
    """Return the facts of a match from the records made at the end of its rounds."""
    by_seat: dict[Seat, list[PlayStatistics]] = {}
    for pairs, results in _results(tx, stored):
        for pair, result in zip(pairs, results, strict=False):
            for side, plain in zip(Side, result["figures"], strict=True):
                by_seat.setdefault(Seat(pair[side]), []).append(figures_from(plain))
    return facts_of(stored, by_seat)


def _results(tx: ReadTx, stored: StoredMatch) -> list[tuple[Any, Any]]:
    """Return the seats of every finished round's tables, and each table's result."""
    found = tx.execute(
        select(rounds.c.tables, rounds.c.results)
        .where(rounds.c.match_id == stored.match_id, rounds.c.results.is_not(None))
        .order_by(rounds.c.number)
    )
    return [(json.loads(row.tables), json.loads(row.results)) for row in found]


ALL_TIME: Final = "all"
ACTIVE_MS: Final = 60 * 24 * 3600 * 1000
"""The time in milliseconds without a rated match after which a player leaves the rating boards."""
NEVER: Final = 2**53
_ADDED: Final = ("matches", "won", "drawn", "rated_matches", "quit", *FIGURES)
Row = dict[str, Any]


class NewRating(NamedTuple):
    """A rating after a match. ``shown_deviation``: how sure it is by independent opponents."""

    rating: Rating
    shown_deviation: float


NewRatings = Mapping[tuple[int, int], NewRating]
"""The ratings after a match by scope and user; empty if it changed none."""


def enter(tx: Tx, facts: MatchFacts, new: NewRatings) -> None:
    """Add a match to every total."""
    lines = [_line(facts, player, bool(new)) for player in facts.players]
    tx.execute(player_matches.insert(), lines)
    rows: list[Row] = []
    for player in facts.players:
        shown = preferences.prefs(tx, player.user_id).world_board
        for scope in facts.scopes:
            rating = new.get((scope, player.user_id))
            rows += _sums(facts, player, scope, scope != EVERYWHERE or shown, rating)
            if scope != EVERYWHERE:
                rows += _everybodys(facts, player, scope)
    _upsert(tx, rows)


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
    facts: MatchFacts, player: PlayerFacts, scope: int, visible: bool, rating: NewRating | None
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
                    "rating": None if of_pool is None else of_pool.rating.value,
                    "deviation": None if of_pool is None else of_pool.shown_deviation,
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


def _listed_until(new: NewRating | None, season: str, now: int) -> int:
    """Return when a rating leaves the boards: at once while provisional, never in a month, and of
    all time once its player is inactive or the deviation has widened too far.
    """
    if new is None or new.rating.is_provisional:
        return 0
    return NEVER if season != ALL_TIME else now + min(ACTIVE_MS, sure_for_ms(new.rating))


def _upsert(tx: Tx, rows: Sequence[Row]) -> None:
    """Add rows to the totals, always in the same order, which prevents deadlocks."""
    new = tx.upsert(standings)
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
    tx.execute(statement, sorted(rows, key=_key))


def _later(one: ColumnElement[int], other: ColumnElement[int]) -> ColumnElement[int]:
    """Return the later moment; several processes or a clock set back may break the order."""
    return case((other > one, other), else_=one)


def _key(row: Mapping[str, Any]) -> tuple[int, str, int, str]:
    return row["scope"], row["season"], row["user_id"], row["pool"]


def everybody_of(tx: ReadTx, scope: int) -> Row | None:
    """Return the whole server's totals of all time."""
    row = tx.execute(
        select(standings).where(
            standings.c.scope == scope,
            standings.c.season == ALL_TIME,
            standings.c.user_id == EVERYBODY,
            standings.c.pool == ANY,
        )
    ).one_or_none()
    return None if row is None else dict(row._mapping)
