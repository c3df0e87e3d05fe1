"""The trainer: puzzles from real rounds, and how they are repeated and rated."""
