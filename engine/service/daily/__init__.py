"""Daily of the service."""
