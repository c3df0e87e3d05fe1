"""Past matches and records."""
