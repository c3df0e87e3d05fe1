"""Replays of finished rounds, move by move."""
