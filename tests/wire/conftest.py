"""What tests of this folder share."""

from tests.postgres_fixtures import server, url

__all__ = ["server", "url"]
