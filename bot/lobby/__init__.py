"""Challenges and open tables."""
