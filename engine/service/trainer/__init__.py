"""The trainer: the pool of puzzles, everybody's answers, and their own mistakes."""
