"""Play of the service."""
