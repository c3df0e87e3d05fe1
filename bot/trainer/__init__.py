"""The trainer: puzzles by theme, a rating, and one's own mistakes again."""
