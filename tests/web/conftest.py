"""What the tests of the page share."""

from tests.journeys.cheaply import drawn

__all__ = ["drawn"]
