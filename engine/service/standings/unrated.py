"""Rated matches that change no rating, and what opponents of one group may still give.

No player is accused. People read that a match was not rated; a server's administrators can see the
reason and judge for themselves. The rated matches of two people are counted on all servers, and
who is independent is found in the matches of all servers (:mod:`engine.standings.credit`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, groupby, takewhile
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    FromClause,
    Row,
    Select,
    exists,
    func,
    insert,
    select,
    text,
)

from engine.clocks import DAY, HOUR
from engine.game.match import EndReason
from engine.game.seats import Seat
from engine.service.standings.match_facts import ALL_TIME, EVERYWHERE, MatchFacts, PlayerFacts
from engine.service.stored_match import StoredMatch, Unrated
from engine.service.tx import ReadTx, Tx
from engine.standings.credit import (
    ADDED_BY_ONE,
    EARLY_ROUNDS,
    ESTABLISHED_MS,
    KNOWN_AFTER,
    MOST_FROM_UNKNOWN,
    OPEN_FROM,
    SETTLED_PEOPLE,
    SHARE,
    SUPPORT,
    Credit,
    Meeting,
    PastChange,
    credit,
    is_open,
    is_supported,
    open_from,
    room_with,
)
from engine.standings.rating import PROVISIONAL, Pool, expected
from engine.store.schema import attendance, player_matches, rating_history, ratings, standings

CREDIT_MS: Final = 30 * DAY
"""Time in milliseconds for which early exits and gains from one group count."""


def is_small(tx: ReadTx, scope: int, pool: Pool) -> bool:
    """Whether so few people have a settled rating that everybody's opponents are regular ones."""
    found = tx.execute(_settled(scope, pool).limit(SETTLED_PEOPLE + 1)).all()
    return len(found) <= SETTLED_PEOPLE


def _settled(scope: int, pool: Pool) -> Select[tuple[int]]:
    """Return the query for the people of a pool who have a settled rating."""
    return select(standings.c.user_id).where(
        standings.c.scope == scope,
        standings.c.season == ALL_TIME,
        standings.c.pool == str(pool),
        text("listed_until_ms > 0"),  # as written in the index of the rating board
    )


def is_known(tx: ReadTx, user_id: int, besides: int) -> bool:
    """Whether a person has finished enough matches without one opponent."""
    ended = select(player_matches.c.match_id).where(*_finished(user_id), _without(besides))
    return len(tx.execute(ended.limit(KNOWN_AFTER)).all()) == KNOWN_AFTER


def is_independent(
    tx: ReadTx,
    facts: MatchFacts,
    scope: int,
    user_id: int,
    besides: int,
    together: int,
) -> bool:
    """Whether a person's play rests on others than one opponent.

    ``together``: their earlier matches within 30 days.
    """
    since, pair = facts.ended_ms - ESTABLISHED_MS, (user_id, besides)
    settled = _settled(scope, facts.pool).where(
        standings.c.user_id.not_in(pair), _is_established(standings.c.user_id, since)
    )
    enough = open_from(len(tx.execute(settled.limit(2 * OPEN_FROM)).all()))
    if enough is None:
        return True
    early = _finished(user_id, player_matches, since)
    first = select(player_matches.c.match_id).where(*early, _without(besides))
    if tx.execute(first.limit(1)).first() is None:
        return False
    wanted = max(SUPPORT, int(together / SHARE) + 1)
    support = tx.execute(_supporting(user_id, besides, since).limit(wanted)).all()
    if not is_supported(len(support), together):
        return False
    opponents = _opponents(user_id, since, pair).where(_without(besides)).limit(OPEN_FROM)
    met = set(tx.execute(opponents).scalars())

    def others_of(one: int) -> set[int]:
        others = _opponents(one, since, (*met, *pair)).order_by("user_id")
        return set(tx.execute(others.limit(OPEN_FROM * ADDED_BY_ONE)).scalars())

    return is_open(enough, met, others_of)


def _finished(
    user_id: int | ColumnElement[int], table: FromClause = player_matches, until: int | None = None
) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions of a person's rated matches that they did not leave."""
    mine = table.c
    ended = () if until is None else (mine.ended_ms <= until,)
    return (
        mine.user_id == user_id,
        mine.rated == 1,
        mine.quit == 0,
        mine.rounds > EARLY_ROUNDS,
        *ended,
    )


def _is_established(user_id: ColumnElement[int], since: int) -> ColumnElement[bool]:
    """Return the condition that a person has finished a rated match before a time."""
    earlier = player_matches.alias("earlier")
    return exists().where(*_finished(user_id, earlier, since))


def _without(user_id: int) -> ColumnElement[bool]:
    """Return the condition that a person did not play a match."""
    together = player_matches.alias("together")
    return ~exists().where(
        together.c.match_id == player_matches.c.match_id, together.c.user_id == user_id
    )


def _supporting(user_id: int, besides: int, since: int) -> Select[tuple[int]]:
    """Return the query for a person's finished matches against established people."""
    other = player_matches.alias("other")
    against = exists().where(
        other.c.match_id == player_matches.c.match_id,
        other.c.party != player_matches.c.party,
        _is_established(other.c.user_id, since),
    )
    return select(player_matches.c.match_id).where(*_finished(user_id), _without(besides), against)


def _opponents(user_id: int, since: int, except_for: Sequence[int]) -> Select[tuple[int]]:
    """Return the query for the established people whom a person met in finished matches."""
    other = player_matches.alias("other")
    return (
        select(other.c.user_id.distinct().label("user_id"))
        .select_from(player_matches)
        .join(other, other.c.match_id == player_matches.c.match_id)
        .where(
            *_finished(user_id),
            other.c.party != player_matches.c.party,
            other.c.user_id.not_in(except_for),
            _is_established(other.c.user_id, since),
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


def room_from_unknown(tx: ReadTx, facts: MatchFacts, scope: int, player: PlayerFacts) -> float:
    """Return the points that unknown opponents may still bring."""
    gained = select(func.coalesce(func.sum(rating_history.c.from_unknown), 0.0))
    brought = tx.execute(gained.where(*_lately(facts, scope, player))).scalar_one()
    return max(0.0, MOST_FROM_UNKNOWN - float(brought))


def room_from_regulars(tx: ReadTx, facts: MatchFacts, scope: int, player: PlayerFacts) -> float:
    """Return the points that the opponents of this match may still bring as regular ones."""
    mine, other = player_matches.alias("mine"), player_matches.alias("other")
    history = rating_history.c
    found = tx.execute(
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


COOL_OFF_AFTER: Final = 3
COOL_OFF_WINDOW: Final = 7 * DAY
FIRST_REST: Final = 12 * HOUR
LONGEST_REST: Final = 7 * DAY
_TO_THE_CLOCK: Final = 1
_RESIGNED: Final = 2


def enter(tx: Tx, match: StoredMatch) -> None:
    """Record who stayed; part of the transaction that ended the match."""
    outcome = match.match.outcome
    people = [player for player in match.players if player.user_id is not None]
    ended = (EndReason.FINISHED, EndReason.RESIGNED, EndReason.FORFEITED)
    if outcome is None or outcome.reason not in ended or len(people) < 2:
        return
    how = _TO_THE_CLOCK if outcome.reason is EndReason.FORFEITED else _RESIGNED
    tx.execute(
        insert(attendance),
        [
            {
                "user_id": player.user_id,
                "match_id": match.match_id,
                "abandoned": how if player.seat is outcome.by else 0,
                "at_ms": match.ended_ms or match.updated_ms,
            }
            for player in people
        ],
    )


def resting_until(tx: ReadTx, user_id: int) -> int | None:
    """Return the end of a person's cool-off from rated and open games; ``None`` without one."""
    lately = tx.execute(
        select(func.count(), func.max(attendance.c.at_ms)).where(
            attendance.c.user_id == user_id,
            attendance.c.abandoned == _TO_THE_CLOCK,
            attendance.c.at_ms > tx.now - COOL_OFF_WINDOW,
        )
    ).one()
    count, last = int(lately[0]), lately[1]
    if count < COOL_OFF_AFTER or last is None:
        return None
    until = int(last) + min(FIRST_REST * 2 ** (count - COOL_OFF_AFTER), LONGEST_REST)
    return until if until > tx.now else None


RATED_A_DAY: Final = 5
"""Rated matches per day (UTC) of the same two people; further ones are played unrated."""
LOOK_BACK_MS: Final = 7 * DAY
LOSSES: Final = 4
"""The number of successive surprising losses to one partner that counts as implausible."""
SURPRISE: Final = 0.75
"""The expected score of the loser that makes a loss surprising: about 190 points more. Four such
losses in a row happen to one in 256 by chance.
"""


@dataclass(frozen=True, slots=True)
class Met:
    """The time of a rated match between two people, and its result for the first of them."""

    meeting: Meeting
    ended_ms: int


def verdict(tx: ReadTx, stored: StoredMatch, facts: MatchFacts) -> Unrated | None:
    """Return the reason why this rated match must not change ratings; ``None`` if it may."""
    if not stored.match.played and not facts.was_left_early:
        return Unrated.SHORT
    single = len(facts.players) == 2
    for one, other in combinations(facts.players, 2):
        if one.party == other.party:
            continue
        loser, winner = (one, other) if one.result < other.result else (other, one)
        met = _met(tx, loser, winner, facts.ended_ms - LOOK_BACK_MS)
        today = facts.ended_ms - facts.ended_ms % DAY
        if sum(one.ended_ms >= today for one in met) >= RATED_A_DAY:
            return Unrated.OFTEN
        # A player who leaves a match early loses it, however often that happens.
        in_play = single and loser.result < 0 and not facts.was_left_early
        if in_play and _is_unlikely(tx, facts, met, loser):
            return Unrated.LOSSES
    return None


def _is_unlikely(tx: ReadTx, facts: MatchFacts, met: list[Met], loser: PlayerFacts) -> bool:
    """Whether a series of surprising losses to one partner is implausible."""
    streak = takewhile(lambda one: one.meeting.result < 0, reversed(met))
    if sum(1 for _ in streak) + 1 < LOSSES:
        return False
    winner = next(player for player in facts.players if player is not loser)
    values = _sure_values(tx, facts, (loser, winner))
    return values is not None and expected(*values) >= SURPRISE


def credits_of(
    tx: ReadTx, stored: StoredMatch, facts: MatchFacts, scope: int
) -> dict[Seat, dict[int, Credit]]:
    """Return a rated match's credit for each player against each other party, by seat and party."""
    totals = stored.match.sheet().totals
    found: dict[Seat, dict[int, Credit]] = {}
    for player in facts.players:
        parties = {one.party for one in facts.players} - {player.party}
        found[player.seat] = {
            party: _credit(tx, facts, scope, totals, player, party) for party in parties
        }
    return found


def _credit(
    tx: ReadTx,
    facts: MatchFacts,
    scope: int,
    totals: Sequence[int],
    player: PlayerFacts,
    party: int,
) -> Credit:
    """Return a match's credit for a player against one other party: the mean over its members."""
    each = [
        _credit_against(tx, facts, scope, player, other)
        for other in facts.players
        if other.party == party
    ]
    is_independent = all(one.is_independent for one in each)
    partners = [one for one in facts.players if one.party == player.party and one is not player]
    if any(one.quit for one in partners):
        # A partner's exit costs only the points that the side had already lost.
        weight = float(totals[player.party] < totals[party])
        return Credit(weight, is_independent=is_independent)
    weight = sum(one.weight for one in each) / len(each)
    return Credit(weight, any(one.is_bounded for one in each), is_independent)


def _credit_against(
    tx: ReadTx, facts: MatchFacts, scope: int, player: PlayerFacts, other: PlayerFacts
) -> Credit:
    early = facts.was_left_early
    now = Meeting(player.result, early and player.quit, early and other.quit)
    met = _met(tx, player, other, facts.ended_ms - CREDIT_MS)
    pair = other.user_id, player.user_id
    return credit(
        now,
        [one.meeting for one in met],
        is_known=is_known(tx, *pair),
        is_independent=is_independent(tx, facts, scope, *pair, len(met)),
    )


def _met(tx: ReadTx, first: PlayerFacts, second: PlayerFacts, since: int) -> list[Met]:
    """Return the rated matches of two people against each other, oldest first."""
    other = player_matches.alias("other")
    found = tx.execute(
        select(
            player_matches.c.result,
            player_matches.c.quit,
            other.c.quit.label("was_left"),
            player_matches.c.rounds,
            player_matches.c.ended_ms,
        )
        .join(other, other.c.match_id == player_matches.c.match_id)
        .where(
            player_matches.c.user_id == first.user_id,
            player_matches.c.ended_ms >= since,
            player_matches.c.rated == 1,
            other.c.user_id == second.user_id,
            other.c.party != player_matches.c.party,
        )
        .order_by(player_matches.c.ended_ms)
    )
    return [Met(_meeting(row), row.ended_ms) for row in found]


def _meeting(row: Row[Any]) -> Meeting:
    early = row.rounds <= EARLY_ROUNDS
    return Meeting(row.result, early and bool(row.quit), early and bool(row.was_left))


def _sure_values(
    tx: ReadTx, facts: MatchFacts, pair: tuple[PlayerFacts, PlayerFacts]
) -> tuple[float, float] | None:
    """Return both ratings before the match, unless one is still provisional."""
    found = tx.execute(
        select(ratings.c.user_id, ratings.c.rating).where(
            ratings.c.scope == EVERYWHERE,
            ratings.c.user_id.in_([player.user_id for player in pair]),
            ratings.c.pool == str(facts.pool),
            ratings.c.deviation < 110,
        )
    )
    values = {row.user_id: float(row.rating) for row in found}
    ids = [player.user_id for player in pair]
    if any(user_id not in values for user_id in ids):
        return None
    return values[ids[0] or 0], values[ids[1] or 0]
