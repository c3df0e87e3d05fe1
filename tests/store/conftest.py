"""The engines for the tests of the store."""

from tests.postgres_fixtures import migrated, pooler_at, server, url
from tests.worlds.engines import address, empty, shared

__all__ = ["address", "empty", "migrated", "pooler_at", "server", "shared", "url"]
