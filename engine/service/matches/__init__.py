"""Matches of the service."""
