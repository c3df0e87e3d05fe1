"""Logs, metrics, health, backups: for the operator."""
