"""A heartbeat file, by which a container distinguishes a live event loop from a stuck one."""

import asyncio
import contextlib
from pathlib import Path
from types import TracebackType
from typing import Final, Self

BEAT_SECONDS: Final = 5.0


class Heartbeat:
    """The task that updates a file every few seconds while the event loop runs."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._beat(), name="heartbeat")
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        self._file.unlink(missing_ok=True)

    async def _beat(self) -> None:
        while True:
            self._file.touch()
            await asyncio.sleep(BEAT_SECONDS)
