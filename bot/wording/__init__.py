"""What the things of the game are called, in the reader's language."""
