"""Social of the service."""
