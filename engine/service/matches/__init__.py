"""Matches: rows, decks, records, timers and queries."""
