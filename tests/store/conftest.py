"""A PostgreSQL server for the tests of the store that ask for one."""

from tests.postgres_fixtures import server, url

__all__ = ["server", "url"]
