"""One process an SQLite file: an operating system lock beside it, gone when its holder dies.

The lock lies beside the real file, so every spelling of its path and every symbolic link meets the
same lock. A hard link cannot be followed that way; such a file is refused (``refuse_links``), since
SQLite keeps its log beside the name by which the file was opened and would lose what is in the log
of the other name.
"""

import asyncio
import errno
import os
import stat
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from engine.store.errors import LinkedFileError, StoreFailedError, StoreLockedError

_POLL_S: Final = 0.1
_HELD: Final = (errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK)
"""What the operating system answers while somebody else holds the lock."""


class FileLock:
    """Holds ``<database>.lock`` until it is released."""

    def __init__(self, database: Path) -> None:
        self._database = database.resolve()
        self.path = self._database.with_name(self._database.name + ".lock")
        self._file: int | None = None

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
        try:
            descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise self._failed(error) from error
        try:
            _lock(descriptor)
        except OSError as error:
            os.close(descriptor)
            if error.errno in _HELD:
                return False
            raise self._failed(error) from error
        self._file = descriptor
        return True

    def _failed(self, error: OSError) -> StoreFailedError:
        return StoreFailedError(reason=error.strerror or "no lock", file=str(self.path))


def refuse_links(database: Path) -> None:
    """Raise LinkedFileError if the file has another name; one that does not exist has none."""
    try:
        found = database.stat()
    except FileNotFoundError:
        return
    if stat.S_ISREG(found.st_mode) and found.st_nlink > 1:
        raise LinkedFileError(file=str(database), names=found.st_nlink)


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
