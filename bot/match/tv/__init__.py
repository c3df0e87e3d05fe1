"""The message that shows the liveliest table of a server."""
