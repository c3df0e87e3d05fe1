"""Standings: totals, ratings, leaderboards, seasons and conduct."""
