"""Moderation of the service."""
