"""Gin rummy: the game, its records and its service, without any knowledge of Discord."""
