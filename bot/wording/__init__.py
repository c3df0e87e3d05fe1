"""The terms of the game in the reader's language."""
