"""Standings of the service."""
