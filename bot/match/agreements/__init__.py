"""Pauses, take-backs, nudges, late turns: what two players agree on."""
