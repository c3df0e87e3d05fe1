"""What the end of a match brings, all in the transaction that ends it."""

from sqlalchemy import Connection

from engine.service import standing
from engine.service.live import StoredMatch


def settle(connection: Connection, match: StoredMatch) -> None:
    """Enter a match that has just ended wherever it counts."""
    standing.enter(connection, match)
