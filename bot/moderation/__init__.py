"""Reports, bans and the audit log."""
