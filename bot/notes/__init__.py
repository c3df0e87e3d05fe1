"""Notes between players."""
