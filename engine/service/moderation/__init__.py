"""Moderation: bans, reports and the audit log."""
