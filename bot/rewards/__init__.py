"""Coins, achievements, looks."""
