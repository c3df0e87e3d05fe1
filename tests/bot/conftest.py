"""What the journeys of all features share."""

from tests.journeys.cheaply import drawn

__all__ = ["drawn"]
