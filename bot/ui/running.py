"""Background work: listeners, jobs, processes."""

from typing import Protocol


class Running(Protocol):
    """Background work, started before the bot connects and stopped when it disconnects."""

    async def start(self) -> None:
        """Start the work."""

    async def stop(self) -> None:
        """Stop the work; harmless if it has not started."""
