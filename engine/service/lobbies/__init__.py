"""Lobbies: challenges, open games, practice and rematches."""
