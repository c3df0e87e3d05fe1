"""The coach, hints and luck."""
