"""The web table: the matches of the chat in a browser page, live over a socket."""
