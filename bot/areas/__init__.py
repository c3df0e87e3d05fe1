"""What presses do, by area: play, tables, lobbies, pages."""
