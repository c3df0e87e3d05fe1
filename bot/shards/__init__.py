"""The gateway of one process or of several: shards, identifying, and the limit of requests."""
