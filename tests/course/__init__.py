"""The course: its positions, how they are graded, and how far somebody is."""
