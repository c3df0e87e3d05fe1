"""Logs, metrics, health checks and backups for the operator."""
