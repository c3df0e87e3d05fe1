"""Matches, lessons and puzzles at the table of a page."""
