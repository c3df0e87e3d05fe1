"""What the end of a match brings, all in the transaction that ends it."""

from sqlalchemy import Connection

from engine.service import conduct, luck, standing
from engine.service.live import StoredMatch


def settle(connection: Connection, match: StoredMatch) -> StoredMatch:
    """Enter a match that has just ended wherever it counts; the match with what that brought."""
    conduct.enter(connection, match)
    luck.expect(connection, match)
    return standing.settle(connection, match)
