"""The daily challenge and the daily puzzle."""
