"""The coach, hints, luck."""
