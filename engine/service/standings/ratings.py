"""Ratings: the changes by rated matches, their history, and queries."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy import Row, bindparam, select, update

from engine.game.formats import party_of
from engine.game.seats import Seat
from engine.game.statistics import score_between
from engine.service.commands import Commands, query
from engine.service.people import GuildId, MatchId, UserId
from engine.service.standings.match_facts import EVERYWHERE, MatchFacts, NewRating, NewRatings
from engine.service.standings.unrated import (
    credits_of,
    is_small,
    room_from_regulars,
    room_from_unknown,
    verdict,
)
from engine.service.stored_match import Rated, RatingChange, StoredMatch, Unrated
from engine.service.tx import ReadTx, Tx
from engine.standings.credit import Credit, bounded, ceiling
from engine.standings.rating import (
    NEWCOMER,
    PERIOD_MS,
    Pool,
    RatedResult,
    Rating,
    after_match,
    parse_pool,
    versus_side,
    widened,
)
from engine.store.schema import rating_history, ratings, unrated

PLOTTED: Final = 200
"""The maximum number of points of a plotted history."""


@dataclass(frozen=True, slots=True)
class StoredRating:
    """A stored rating. ``last_ms``: its last rated match, ``None`` before the first.

    ``independent``: the rating by matches against independent opponents alone, the last of which
    was at ``independent_ms`` (:mod:`engine.standings.credit`).
    """

    rating: Rating = NEWCOMER
    games: int = 0
    best: float = 0.0
    last_ms: int | None = None
    independent: Rating = NEWCOMER
    independent_ms: int | None = None

    def idle(self, now_ms: int) -> int:
        """Return the milliseconds since the last rated match; 0 before the first."""
        return 0 if self.last_ms is None else max(0, now_ms - self.last_ms)

    def now(self, now_ms: int) -> Rating:
        """Return the rating at a moment, with its deviation widened by idle time."""
        return widened(self.rating, self.idle(now_ms) / PERIOD_MS)

    def independent_idle(self, now_ms: int) -> int:
        """Return the milliseconds since the last match against an independent opponent."""
        return 0 if self.independent_ms is None else max(0, now_ms - self.independent_ms)

    def independent_now(self, now_ms: int) -> Rating:
        """Return the independent rating at a moment."""
        return widened(self.independent, self.independent_idle(now_ms) / PERIOD_MS)


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A rating directly after a rated match."""

    match_id: MatchId
    ended_ms: int
    value: float
    deviation: float


@dataclass(frozen=True, slots=True)
class RatedResults:
    """A player's results in a match. ``is_bounded``: an opponent is unknown.

    ``is_reduced``: a bound on gains has reduced their weight. ``independent``: those against
    independent opponents.
    """

    results: tuple[RatedResult, ...]
    is_bounded: bool = False
    is_reduced: bool = False
    independent: tuple[RatedResult, ...] = ()

    @property
    def is_independent(self) -> bool:
        """Whether every opponent is independent."""
        return len(self.independent) == len(self.results)

    def scaled(self, share: float) -> "RatedResults":
        """Return the same results with a share of their weight."""
        results, independent = (
            tuple(one._replace(weight=one.weight * share) for one in found)
            for found in (self.results, self.independent)
        )
        return replace(self, results=results, independent=independent, is_reduced=share < 1)


_COLUMNS: Final = (
    *("rating", "deviation", "volatility", "games", "best", "last_ms"),
    *("independent", "independent_deviation", "independent_volatility", "independent_ms"),
)
_CHANGE = (
    update(ratings)
    .where(*(ratings.c[name] == bindparam(f"of_{name}") for name in ("scope", "user_id", "pool")))
    .values({name: bindparam(f"new_{name}") for name in _COLUMNS})
)


def enter(tx: Tx, stored: StoredMatch, facts: MatchFacts) -> tuple[Rated | None, NewRatings]:
    """Rate a match that has just ended; return the changes in its server, and all new ratings."""
    if not stored.setup.rated:
        return None, {}
    refused = verdict(tx, stored, facts)
    if refused is not None:
        row = {
            "match_id": facts.match_id,
            "guild_id": facts.guild_id,
            "reason": refused.value,
            "ended_ms": facts.ended_ms,
        }
        tx.execute(unrated.insert(), row)
        return Rated((), refused), {}
    new: dict[tuple[int, int], NewRating] = {}
    changes: tuple[RatingChange, ...] = ()
    for scope in facts.scopes:
        changes = _enter_scope(tx, stored, facts, scope, new)
    return Rated(changes), new


def _enter_scope(
    tx: Tx,
    stored: StoredMatch,
    facts: MatchFacts,
    scope: int,
    new: dict[tuple[int, int], NewRating],
) -> tuple[RatingChange, ...]:
    pool, now = str(facts.pool), facts.ended_ms
    seats = {player.seat: player.user_id for player in facts.players}
    old = _locked(tx, scope, pool, seats.values())
    current = {seat: old[user].now(now) for seat, user in seats.items()}
    faced = _faced(tx, stored, facts, scope, old, current)
    updates, lines, changes = [], [], []
    for seat, user in seats.items():
        before, met = old[user], faced[seat]
        rated = _rated(before, met, now)
        after = rated.rating
        shown = max(after.deviation, rated.independent.deviation)
        new[scope, user] = NewRating(after, shown)
        updates.append(_updated_row((scope, user, pool), rated))
        lines.append(_history_row((scope, user, pool), facts, before, after, met))
        value = round(after.value)
        change = value - round(before.rating.value)
        is_reduced = met.is_reduced and change == 0
        changes.append(RatingChange(seat, value, change, after.is_provisional, is_reduced))
    tx.execute(_CHANGE, updates)
    tx.execute(rating_history.insert(), lines)
    return tuple(changes)


def _faced(
    tx: ReadTx,
    stored: StoredMatch,
    facts: MatchFacts,
    scope: int,
    old: Mapping[int, StoredRating],
    current: Mapping[Seat, Rating],
) -> dict[Seat, RatedResults]:
    """Return every player's weighted results: see :mod:`engine.standings.credit`."""
    faced = _weighted(tx, stored, facts, scope, old, current)
    if facts.was_left_early:
        # Leaving costs what losing in play would, so it is weighted as if nobody had left.
        stayed = tuple(replace(player, quit=False) for player in facts.players)
        played = replace(facts, players=stayed)
        as_lost = _weighted(tx, stored, played, scope, old, current)
        faced |= {one.seat: as_lost[one.seat] for one in facts.players if one.quit}
    return faced


def _weighted(
    tx: ReadTx,
    stored: StoredMatch,
    facts: MatchFacts,
    scope: int,
    old: Mapping[int, StoredRating],
    current: Mapping[Seat, Rating],
) -> dict[Seat, RatedResults]:
    """Return every player's results, with the weight that the credit of each gives them."""
    small = is_small(tx, scope, facts.pool)
    credits = credits_of(tx, stored, facts, scope)
    faced = {
        player.seat: _results(stored, player.seat, current, credits[player.seat])
        for player in facts.players
    }
    shares = {}
    for player in facts.players:
        before, met = old[player.user_id], faced[player.seat]
        rooms = [room_from_unknown(tx, facts, scope, player)] if met.is_bounded else []
        if not small and not current[player.seat].is_provisional:
            rooms.append(room_from_regulars(tx, facts, scope, player))
        if not met.is_independent:
            supported = ceiling(before.independent_now(facts.ended_ms))
            rooms.append(max(0.0, supported - before.rating.value))
        if rooms and player.result > 0:
            shares[player.seat] = _share(before, met, before.idle(facts.ended_ms), min(rooms))
    least = min(shares.values(), default=1.0)
    for player in facts.players:
        # A loser does not lose points that the winner is denied.
        faced[player.seat] = faced[player.seat].scaled(shares.get(player.seat, least))
    return faced


def _share(before: StoredRating, met: RatedResults, idle_ms: int, room: float) -> float:
    """Return the share of a weight with which a rating gains no more than ``room`` points."""
    return bounded(
        before.rating,
        room,
        lambda share: after_match(before.rating, met.scaled(share).results, idle_ms),
    )


def _rated(before: StoredRating, met: RatedResults, now: int) -> StoredRating:
    """Return a rating after a match, below the ceiling over its independent rating."""
    independent, changed_ms = before.independent, before.independent_ms
    if met.independent:
        idle = before.independent_idle(now)
        independent, changed_ms = after_match(independent, met.independent, idle), now
    new = StoredRating(
        rating=after_match(before.rating, met.results, before.idle(now)),
        games=before.games + 1,
        best=before.best,
        last_ms=now,
        independent=independent,
        independent_ms=changed_ms,
    )
    value = min(new.rating.value, ceiling(new.independent_now(now)))
    best = before.best if new.rating.is_provisional else max(before.best, value)
    return replace(new, rating=replace(new.rating, value=value), best=best)


def _results(
    stored: StoredMatch,
    seat: Seat,
    current: Mapping[Seat, Rating],
    credits: Mapping[int, Credit],
) -> RatedResults:
    """Return a player's results: against the other side, or against each, weighted as one match."""
    parties = stored.match.parties
    mine = party_of(parties, seat)
    own = [current[one] for one in parties[mine]]
    share = 1 / (len(parties) - 1)
    results, independent = [], []
    for other, members in enumerate(parties):
        if other != mine:
            score = score_between(stored.match, mine, other)
            theirs = [current[one] for one in members]
            met = versus_side(own, parties[mine].index(seat), theirs, score)
            result = met._replace(weight=met.weight * share * credits[other].weight)
            results.append(result)
            if credits[other].is_independent:
                independent.append(result)
    is_bounded = any(one.is_bounded for one in credits.values())
    return RatedResults(tuple(results), is_bounded, independent=tuple(independent))


def _updated_row(place: tuple[int, int, str], rated: StoredRating) -> dict[str, object]:
    scope, user, pool = place
    return {
        "of_scope": scope,
        "of_user_id": user,
        "of_pool": pool,
        "new_rating": rated.rating.value,
        "new_deviation": rated.rating.deviation,
        "new_volatility": rated.rating.volatility,
        "new_games": rated.games,
        "new_best": rated.best,
        "new_last_ms": rated.last_ms,
        "new_independent": rated.independent.value,
        "new_independent_deviation": rated.independent.deviation,
        "new_independent_volatility": rated.independent.volatility,
        "new_independent_ms": rated.independent_ms,
    }


def _history_row(
    place: tuple[int, int, str],
    facts: MatchFacts,
    before: StoredRating,
    after: Rating,
    met: RatedResults,
) -> dict[str, object]:
    scope, user, pool = place
    return {
        "scope": scope,
        "user_id": user,
        "pool": pool,
        "ended_ms": facts.ended_ms,
        "match_id": facts.match_id,
        "before": before.rating.value,
        "rating": after.value,
        "deviation": after.deviation,
        "volatility": after.volatility,
        "from_unknown": after.value - before.rating.value if met.is_bounded else 0.0,
    }


def _locked(tx: Tx, scope: int, pool: str, users: Iterable[int]) -> dict[int, StoredRating]:
    """Return the locked ratings of some people, created where they are missing."""
    wanted = sorted(users)
    fresh = [
        {
            "scope": scope,
            "user_id": user,
            "pool": pool,
            "rating": NEWCOMER.value,
            "deviation": NEWCOMER.deviation,
            "volatility": NEWCOMER.volatility,
            "games": 0,
            "best": 0.0,
            "independent": NEWCOMER.value,
            "independent_deviation": NEWCOMER.deviation,
            "independent_volatility": NEWCOMER.volatility,
        }
        for user in wanted
    ]
    tx.execute(tx.upsert(ratings).on_conflict_do_nothing(), fresh)
    found = tx.execute(
        select(ratings)
        .where(ratings.c.scope == scope, ratings.c.user_id.in_(wanted), ratings.c.pool == pool)
        .order_by(ratings.c.user_id)
        .with_for_update()
    )
    return {row.user_id: _stored(row) for row in found}


def _stored(row: Row[Any]) -> StoredRating:
    return StoredRating(
        rating=Rating(row.rating, row.deviation, row.volatility),
        games=row.games,
        best=row.best,
        last_ms=row.last_ms,
        independent=Rating(row.independent, row.independent_deviation, row.independent_volatility),
        independent_ms=row.independent_ms,
    )


# -- queries --------------------------------------------------------------------------


def rating_of(tx: ReadTx, scope: int, user_id: int, pool: Pool) -> StoredRating:
    """Return one person's rating in a pool; a newcomer's before the first match."""
    row = tx.execute(
        select(ratings).where(
            ratings.c.scope == scope, ratings.c.user_id == user_id, ratings.c.pool == str(pool)
        )
    ).one_or_none()
    return StoredRating() if row is None else _stored(row)


def ratings_of(tx: ReadTx, scope: int, user_id: int) -> dict[Pool, StoredRating]:
    """Return all of one person's ratings, those with most matches first."""
    found = tx.execute(
        select(ratings)
        .where(ratings.c.scope == scope, ratings.c.user_id == user_id)
        .order_by(ratings.c.games.desc(), ratings.c.pool)
    )
    return {parse_pool(row.pool): _stored(row) for row in found}


def history(
    tx: ReadTx, scope: int, user_id: int, pool: Pool, limit: int = PLOTTED
) -> tuple[RatingPoint, ...]:
    """Return the last points of one rating, oldest first."""
    found = tx.execute(
        select(
            rating_history.c.match_id,
            rating_history.c.ended_ms,
            rating_history.c.rating,
            rating_history.c.deviation,
        )
        .where(
            rating_history.c.scope == scope,
            rating_history.c.user_id == user_id,
            rating_history.c.pool == str(pool),
        )
        .order_by(rating_history.c.ended_ms.desc(), rating_history.c.match_id.desc())
        .limit(limit)
    ).all()
    return tuple(
        RatingPoint(MatchId(row.match_id), row.ended_ms, row.rating, row.deviation)
        for row in reversed(found)
    )


@dataclass(frozen=True, slots=True)
class UnratedMatch:
    """A rated match that changed no rating."""

    match_id: MatchId
    reason: Unrated
    ended_ms: int


def unrated_in(tx: ReadTx, guild_id: GuildId, limit: int = 20) -> tuple[UnratedMatch, ...]:
    """Return a server's rated matches that changed no rating, the newest first."""
    found = tx.execute(
        select(unrated)
        .where(unrated.c.guild_id == guild_id)
        .order_by(unrated.c.ended_ms.desc())
        .limit(limit)
    )
    return tuple(
        UnratedMatch(MatchId(row.match_id), Unrated(row.reason), row.ended_ms) for row in found
    )


class Ratings(Commands):
    """Queries about ratings."""

    unrated = query(unrated_in)

    async def of(self, user_id: UserId, pool: Pool, guild: GuildId | None = None) -> Rating:
        """Return a current rating, in a server or (``None``) everywhere."""
        found = await self._read(lambda tx: rating_of(tx, guild or EVERYWHERE, user_id, pool))
        return found.now(self._clock.now_ms())

    async def all_of(
        self, user_id: UserId, guild: GuildId | None = None
    ) -> dict[Pool, StoredRating]:
        """Return every current rating of one person, most played first."""
        found = await self._read(lambda tx: ratings_of(tx, guild or EVERYWHERE, user_id))
        now = self._clock.now_ms()
        return {pool: replace(stored, rating=stored.now(now)) for pool, stored in found.items()}

    async def history(
        self, user_id: UserId, pool: Pool, guild: GuildId | None = None
    ) -> tuple[RatingPoint, ...]:
        """Return the history of a rating, oldest first."""
        return await self._read(lambda tx: history(tx, guild or EVERYWHERE, user_id, pool))
