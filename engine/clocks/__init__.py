"""Time: turn clocks, pauses, vacations."""
