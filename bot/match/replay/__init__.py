"""Finished rounds move by move."""
