"""Screens from views: pure functions of what a reader may see, the language and the tastes."""
