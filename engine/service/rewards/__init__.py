"""Rewards of the service."""
