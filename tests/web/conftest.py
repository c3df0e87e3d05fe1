"""What the tests of the page share."""

from tests.journeys.cheaply import drawn, drawn_anew
from tests.postgres_fixtures import migrated as url
from tests.postgres_fixtures import server

__all__ = ["drawn", "drawn_anew", "server", "url"]
