"""The gateway of one process or of several."""
