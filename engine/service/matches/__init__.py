"""Matches: rows, decks, records, timers and queries."""

from engine.service.matches.records import (
    Played,
    record_of,
)

__all__ = [
    "Played",
    "record_of",
]
