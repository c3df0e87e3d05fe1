"""A person's settings and stored data."""
