"""Events of a server: tournaments, arenas and leagues, from the announcement to the honours."""
