"""One process an SQLite file: an operating system lock beside it, gone when its holder dies."""

import asyncio
import os
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from engine.store.errors import StoreLockedError

_POLL_S: Final = 0.1


class FileLock:
    """Holds ``<database>.lock`` until it is released."""

    def __init__(self, database: Path) -> None:
        self.path = database.with_name(database.name + ".lock")
        self._file: int | None = None

    async def acquire(self, wait_s: float) -> None:
        """Take the lock, waiting for its holder; StoreLockedError after ``wait_s``."""
        until = time.monotonic() + wait_s
        while not self._try():
            if time.monotonic() >= until:
                raise StoreLockedError(file=str(self.path), waited_s=int(wait_s))
            await asyncio.sleep(_POLL_S)

    def take(self) -> Self:
        """Take the lock now or raise StoreLockedError."""
        if not self._try():
            raise StoreLockedError(file=str(self.path), waited_s=0)
        return self

    def release(self) -> None:
        """Give the lock back; harmless when it is not held."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()

    def _try(self) -> bool:
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(descriptor)
        except OSError:
            os.close(descriptor)
            return False
        self._file = descriptor
        return True


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
