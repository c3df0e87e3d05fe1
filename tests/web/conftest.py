"""What the tests of the page share."""

from tests.journeys.cheaply import drawn
from tests.postgres_fixtures import migrated as url
from tests.postgres_fixtures import server

__all__ = ["drawn", "server", "url"]
