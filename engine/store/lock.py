"""One process per SQLite file: an operating system lock beside it, released when its holder dies.

The lock lies beside the real file, so every spelling of its path and every symbolic link leads to
the same lock. Hard links cannot be resolved that way; such a file is refused (``refuse_links``),
since SQLite keeps its log beside the name by which the file was opened and would lose the content
of the log under the other name.
"""

import asyncio
import stat
import time
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import filelock

from engine.store.errors import LinkedFileError, StoreFailedError, StoreLockedError

_POLL_S: Final = 0.1


class FileLock:
    """Holds ``<database>.lock`` until it is released."""

    def __init__(self, database: Path) -> None:
        self._database = database.resolve()
        path = self._database.with_name(self._database.name + ".lock")
        # Only an operating system lock ends with its holder.
        self._lock = filelock.FileLock(path, mode=0o600, thread_local=False, fallback_to_soft=False)

    async def acquire(self, wait_s: float) -> None:
        """Take the lock, waiting for its holder; StoreLockedError after ``wait_s``."""
        until = time.monotonic() + wait_s
        while not self._try():
            if time.monotonic() >= until:
                raise StoreLockedError(file=str(self._database))
            await asyncio.sleep(_POLL_S)

    def take(self) -> Self:
        """Take the lock now or raise StoreLockedError."""
        if not self._try():
            raise StoreLockedError(file=str(self._database))
        return self

    def release(self) -> None:
        """Release the lock; harmless when it is not held."""
        self._lock.release()

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
        try:
            self._lock.acquire(blocking=False)
        except filelock.Timeout:
            return False
        except OSError as error:
            reason = error.strerror or "no lock"
            raise StoreFailedError(reason=reason, file=self._lock.lock_file) from error
        return True


def refuse_links(database: Path) -> None:
    """Raise LinkedFileError if the file has another name; a missing file has none."""
    try:
        found = database.stat()
    except FileNotFoundError:
        return
    if stat.S_ISREG(found.st_mode) and found.st_nlink > 1:
        raise LinkedFileError(file=str(database), names=found.st_nlink)
