"""Reports, bans, the log."""
