"""The most exciting table of a server."""
