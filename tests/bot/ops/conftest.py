"""What tests of this folder share."""

from tests.postgres_fixtures import migrated, server, url

__all__ = ["migrated", "server", "url"]
