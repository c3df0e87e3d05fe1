"""Rewards: achievements, coins and daily results."""
