"""Agreements between two players: pauses, take-backs, nudges, late turns."""
