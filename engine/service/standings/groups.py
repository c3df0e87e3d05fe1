"""Groups of players, as they are found in stored matches: what opponents may still give.

See :mod:`engine.standings.credit`. Circles are found in the matches of all servers.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from sqlalchemy import ColumnElement, Connection, Select, exists, func, select, text

from engine.clocks.clock import DAY
from engine.service.standings.match_facts import ALL_TIME, MatchFacts, PlayerFacts
from engine.standings.credit import (
    ADDED_BY_ONE,
    EARLY_ROUNDS,
    KNOWN_AFTER,
    MOST_FROM_UNKNOWN,
    OPEN_FROM,
    SETTLED_PEOPLE,
    Circle,
    PastChange,
    circle,
    room_with,
)
from engine.standings.pools import Pool
from engine.standings.rating import PROVISIONAL
from engine.store.schema import player_matches, rating_history, standings

CREDIT_MS: Final = 30 * DAY
"""Time in milliseconds for which early exits and gains from one group count."""


def is_small(connection: Connection, scope: int, pool: Pool) -> bool:
    """Whether so few people have a settled rating that no group stands out from all others."""
    settled = (
        select(standings.c.user_id)
        .where(
            standings.c.scope == scope,
            standings.c.season == ALL_TIME,
            standings.c.pool == str(pool),
            text("listed_until_ms > 0"),  # as written in the index of the rating board
        )
        .limit(SETTLED_PEOPLE + 1)
    )
    return len(connection.execute(settled).all()) <= SETTLED_PEOPLE


def circle_of(connection: Connection, user_id: int, besides: int, *, small: bool = False) -> Circle:
    """Return a person's circle without one opponent. ``small``: who is known has an open one."""
    together = player_matches.alias("together")
    apart = ~exists().where(
        together.c.match_id == player_matches.c.match_id, together.c.user_id == besides
    )
    ended = select(player_matches.c.match_id).where(*_finished(user_id), apart)
    finished = len(connection.execute(ended.limit(KNOWN_AFTER)).all())
    if finished < KNOWN_AFTER or small:
        return Circle.OPEN if finished == KNOWN_AFTER else Circle.UNKNOWN
    met = set(connection.execute(_opponents(user_id).where(apart).limit(OPEN_FROM)).scalars())

    def others_of(one: int) -> set[int]:
        known = (*met, user_id, besides)
        others = _opponents(one, except_for=known)
        ordered = others.order_by("user_id").limit(OPEN_FROM * ADDED_BY_ONE)
        return set(connection.execute(ordered).scalars())

    return circle(finished, met, others_of)


def _finished(user_id: int) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions of a person's rated matches that they did not leave."""
    mine = player_matches.c
    return (
        mine.user_id == user_id,
        mine.rated == 1,
        mine.quit == 0,
        mine.rounds > EARLY_ROUNDS,
    )


def _opponents(user_id: int, except_for: Sequence[int] = ()) -> Select[tuple[int]]:
    """Return the query for the people whom a person met in finished rated matches."""
    other = player_matches.alias("other")
    return (
        select(other.c.user_id.distinct().label("user_id"))
        .select_from(player_matches)
        .join(other, other.c.match_id == player_matches.c.match_id)
        .where(
            *_finished(user_id),
            other.c.party != player_matches.c.party,
            other.c.user_id.not_in(except_for),
        )
    )


def _lately(facts: MatchFacts, scope: int, player: PlayerFacts) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions of a rating's history within the time for which gains count."""
    return (
        rating_history.c.scope == scope,
        rating_history.c.user_id == player.user_id,
        rating_history.c.pool == str(facts.pool),
        rating_history.c.ended_ms >= facts.ended_ms - CREDIT_MS,
    )


def room_from_group(
    connection: Connection, facts: MatchFacts, scope: int, player: PlayerFacts
) -> float:
    """Return the points that unknown opponents and closed circles may still bring."""
    gained = select(func.coalesce(func.sum(rating_history.c.from_unknown), 0.0))
    brought = connection.execute(gained.where(*_lately(facts, scope, player))).scalar_one()
    return max(0.0, MOST_FROM_UNKNOWN - float(brought))


def room_from_regulars(
    connection: Connection, facts: MatchFacts, scope: int, player: PlayerFacts
) -> float:
    """Return the points that the opponents of this match may still bring as regular ones."""
    mine, other = player_matches.alias("mine"), player_matches.alias("other")
    history = rating_history.c
    found = connection.execute(
        select(history.match_id, history.before, history.rating, history.deviation, other.c.user_id)
        .join(mine, (mine.c.match_id == history.match_id) & (mine.c.user_id == history.user_id))
        .join(other, (other.c.match_id == mine.c.match_id) & (other.c.party != mine.c.party))
        .where(*_lately(facts, scope, player))
        .order_by(history.ended_ms, history.match_id)
    ).all()
    changes = []
    for _, rows in groupby(found, lambda row: int(row.match_id)):
        first, *more = rows
        opponents = frozenset(row.user_id for row in (first, *more))
        is_settled = first.deviation < PROVISIONAL
        changes.append(PastChange(opponents, first.rating - first.before, is_settled))
    others = {one.user_id for one in facts.players if one.party != player.party}
    return room_with(others, changes)
