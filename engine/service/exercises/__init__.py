"""Exercises: whatever asks a question and takes a numbered answer."""
