"""What the end of a match brings, all in the transaction that ends it."""

from sqlalchemy import Connection

from engine.service import achievements, conduct, luck, standing, tries
from engine.service.live import StoredMatch


def settle(connection: Connection, match: StoredMatch) -> StoredMatch:
    """Enter a match that has just ended wherever it counts; the match with what that brought."""
    conduct.enter(connection, match)
    if match.day is None:
        luck.expect(connection, match)
    settled = standing.settle(connection, match)
    achievements.settle(connection, settled)
    tries.settle(connection, settled)
    return settled
