"""Matches of two servers, on the real bot."""
