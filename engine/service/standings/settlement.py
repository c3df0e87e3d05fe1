"""Settlement of a finished match: ratings, then every total, all from the facts of the match."""

from dataclasses import replace
from typing import Final

from sqlalchemy import Connection, select, update

from engine.service import leases
from engine.service.rated import rated_text
from engine.service.standings import counting, ratings, sums
from engine.service.standings.counting import MatchFacts
from engine.service.standings.ratings import NOTHING_KEPT, KeptDecisions
from engine.service.stored_match import StoredMatch
from engine.store.schema import leases as lease_rows
from engine.store.schema import matches

LEASE: Final = "statistics"
"""The lease that a rebuild holds for writing, so that no match is counted meanwhile."""
VERSION: Final = "1"
"""Changes whenever the data derived from a match changes; a rebuild brings it up to date."""


def settle(connection: Connection, match: StoredMatch) -> StoredMatch:
    """Count a match that has just ended, in its transaction; return it with its ratings."""
    if not counting.counts_for_standings(match):
        return match
    connection.execute(
        select(lease_rows.c.done_key).where(lease_rows.c.name == LEASE).with_for_update(read=True)
    )
    return enter(connection, match, counting.recorded(connection, match))


def enter(
    connection: Connection,
    match: StoredMatch,
    facts: MatchFacts,
    kept: KeptDecisions = NOTHING_KEPT,
) -> StoredMatch:
    """Add a match's facts to everything that is derived from matches."""
    rated, new = ratings.enter(connection, match, facts, kept)
    sums.enter(connection, facts, new)
    if not facts.is_complete:
        # The result from before a player was deleted stays.
        return match
    if rated is not None:
        connection.execute(
            update(matches)
            .where(matches.c.match_id == match.match_id)
            .values(ratings=rated_text(rated))
        )
    return replace(match, ratings=rated)


def is_current(connection: Connection) -> bool:
    """Whether all totals were computed by this version."""
    return leases.done_key(connection, LEASE) >= VERSION


def take_for_rebuild(connection: Connection) -> None:
    """Wait for matches that are being counted, and block others until COMMIT."""
    leases.once(connection, LEASE, VERSION)
    connection.execute(
        update(lease_rows).where(lease_rows.c.name == LEASE).values(done_key=VERSION)
    )
