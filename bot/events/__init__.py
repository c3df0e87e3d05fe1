"""Events of a server: tournaments, arenas and leagues."""
