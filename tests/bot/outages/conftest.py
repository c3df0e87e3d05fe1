"""What tests of this folder share."""

from tests.postgres_fixtures import migrated as url
from tests.postgres_fixtures import server

__all__ = ["server", "url"]
