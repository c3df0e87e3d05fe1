"""Which rated matches change no rating: short ones, too many between two, and lost on purpose.

Nobody is accused. People read that the match was not rated; a server's administrators can see
the reason and judge for themselves. Counted are the rated matches that two people played against
each other on all servers.
"""

from dataclasses import dataclass
from itertools import combinations
from typing import Final

from sqlalchemy import Connection, select

from engine.clock import DAY
from engine.match import EndReason
from engine.rating import expected
from engine.service.counting import EVERYWHERE, MatchFacts, PlayerFacts
from engine.service.live import StoredMatch
from engine.service.rated import Unrated
from engine.store.schema import player_matches, ratings

RATED_A_DAY: Final = 5
"""Rated matches of the same two people on one day (UTC); more are played unrated."""
LOOK_BACK_MS: Final = 7 * DAY
LOSSES: Final = 4
"""So many losses in a row to one partner, each of them a great surprise, are not believed."""
SURPRISE: Final = 0.75
"""Score that the loser was to expect: about 190 points more. Four such losses in a row happen to
one in 256 by chance."""
RESIGNATIONS: Final = 3
QUICK_ROUNDS: Final = 2
"""Giving up to the same partner so often after so few rounds."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A rated match of two people as the first of them saw it."""

    result: int
    quit: bool
    rounds: int
    ended_ms: int


def verdict(connection: Connection, held: StoredMatch, facts: MatchFacts) -> Unrated | None:
    """Why this rated match must not change ratings; ``None``: it may."""
    if not held.match.played:
        return Unrated.SHORT
    single = len(facts.players) == 2
    for one, other in combinations(facts.players, 2):
        if one.party == other.party:
            continue
        loser, winner = (one, other) if one.result < other.result else (other, one)
        met = _meetings(connection, loser, winner, facts.ended_ms - LOOK_BACK_MS)
        today = facts.ended_ms - facts.ended_ms % DAY
        if sum(meeting.ended_ms >= today for meeting in met) >= RATED_A_DAY:
            return Unrated.OFTEN
        if single and loser.result < 0:
            found = _suspicion(connection, held, facts, (loser, winner), met)
            if found is not None:
                return found
    return None


def _suspicion(
    connection: Connection,
    held: StoredMatch,
    facts: MatchFacts,
    pair: tuple[PlayerFacts, PlayerFacts],
    met: list[Meeting],
) -> Unrated | None:
    outcome = held.match.outcome
    quick = len(held.match.played) <= QUICK_ROUNDS
    if outcome is not None and outcome.reason is EndReason.RESIGNED and quick:
        before = sum(one.quit and one.rounds <= QUICK_ROUNDS for one in met)
        if before + 1 >= RESIGNATIONS:
            return Unrated.RESIGNATIONS
    lost = 0
    for meeting in met:
        if meeting.result >= 0:
            break
        lost += 1
    if lost + 1 < LOSSES:
        return None
    values = _sure_values(connection, facts, pair)
    if values is not None and expected(*values) >= SURPRISE:
        return Unrated.LOSSES
    return None


def _meetings(
    connection: Connection, first: PlayerFacts, second: PlayerFacts, since: int
) -> list[Meeting]:
    """The rated matches of two people against each other, the newest first."""
    other = player_matches.alias("other")
    found = connection.execute(
        select(
            player_matches.c.result,
            player_matches.c.quit,
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
        .order_by(player_matches.c.ended_ms.desc())
    )
    return [Meeting(row.result, bool(row.quit), row.rounds, row.ended_ms) for row in found]


def _sure_values(
    connection: Connection, facts: MatchFacts, pair: tuple[PlayerFacts, PlayerFacts]
) -> tuple[float, float] | None:
    """Both ratings before the match, unless one is still provisional."""
    found = connection.execute(
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
