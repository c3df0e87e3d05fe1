"""A PostgreSQL server for the tests of the store that ask for one."""

from tests.postgres_fixtures import pooled_url, pooler_at, server, url

__all__ = ["pooled_url", "pooler_at", "server", "url"]
