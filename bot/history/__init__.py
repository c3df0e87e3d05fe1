"""Past matches and their records."""
