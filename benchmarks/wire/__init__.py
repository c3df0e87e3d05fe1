"""The measurement at the wire: real bot processes on a Discord on loopback, side by side."""
