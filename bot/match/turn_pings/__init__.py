"""Telling players that it is their turn."""
