"""Lobbies of the service."""
