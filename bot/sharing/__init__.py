"""Sharing a finished match by a link."""
