"""The daily challenge and puzzle."""
