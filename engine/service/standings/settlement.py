"""Settlement of a finished match: ratings, then every total, all from the facts of the match."""

from dataclasses import replace

from sqlalchemy import Connection, update

from engine.service.rated import rated_text
from engine.service.standings import counting, ratings, sums
from engine.service.stored_match import StoredMatch
from engine.store.schema import matches


def settle(connection: Connection, match: StoredMatch) -> StoredMatch:
    """Count a match that has just ended, in its transaction; return it with its ratings."""
    if not counting.counts_for_standings(match):
        return match
    facts = counting.recorded(connection, match)
    rated, new = ratings.enter(connection, match, facts)
    sums.enter(connection, facts, new)
    if rated is not None:
        connection.execute(
            update(matches)
            .where(matches.c.match_id == match.match_id)
            .values(ratings=rated_text(rated))
        )
    return replace(match, ratings=rated)
