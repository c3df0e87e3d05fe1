"""The consequences of the end of a match, all in the transaction that ends it."""

from sqlalchemy import Connection

from engine.service.matches import event_results
from engine.service.moderation import helping
from engine.service.rewards import achievements
from engine.service.rewards import daily_tries as tries
from engine.service.standings import conduct, luck
from engine.service.standings import settlement as standing
from engine.service.stored_match import StoredMatch


def settle(connection: Connection, match: StoredMatch) -> StoredMatch:
    """Count a match that has just ended wherever it applies; return the match with the results."""
    conduct.enter(connection, match)
    if not match.is_shared:
        luck.expect(connection, match)
        helping.expect(connection, match)
    settled = standing.settle(connection, match)
    achievements.settle(connection, settled)
    tries.settle(connection, settled)
    event_results.enter(connection, settled)
    return settled
