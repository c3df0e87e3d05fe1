"""Discord's limits for one token: the requests of a second, and the turns of identifying."""
