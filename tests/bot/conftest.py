"""What tests of the bot share."""

from tests.postgres_fixtures import server

__all__ = ["server"]
