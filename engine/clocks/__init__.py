"""Turn clocks, pauses and vacations."""
