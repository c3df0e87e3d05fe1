"""The exit codes of the program, and one sentence for each error that prevents it from running.

docs/host/troubleshooting.md holds the same table for the operator; a test compares the two.
"""

import asyncio
import contextlib
import logging
import os
import sys
import threading
from collections.abc import Callable, Iterator
from enum import IntEnum
from typing import Final, NamedTuple

from bot.ops.backups import SETTING, MaintenanceError
from bot.settings import SettingsError
from engine.store import (
    AccessError,
    AddressError,
    ForeignDatabaseError,
    InUseError,
    LinkedFileError,
    MoveFailedError,
    MoveRefusedError,
    NotSqliteError,
    SchemaTooNewError,
    SchemaTooOldError,
    StoreBusyError,
    StoreCorruptError,
    StoreError,
    StoreFailedError,
    StoreLockedError,
    StoreSlowError,
    StoreUnsureError,
    UnreachableError,
)

log = logging.getLogger(__name__)


class Exit(IntEnum):
    """The codes a supervisor can act on; any other code is an unexpected failure."""

    STOPPED = 0
    SETTINGS = 2
    """A setting must be corrected first: a restart does not help."""
    STORE = 3
    """The database is unavailable now."""
    DISCORD = 4
    """Discord closed the connection permanently (token, intents): a restart does not help."""
    UNREACHABLE = 5
    """Discord does not respond now."""
    UNSOUND = 6
    """`gin-bot doctor` has found something wrong."""


class ProcessEnding(NamedTuple):
    """An exit code and a sentence with the names of the error's data in braces."""

    code: Exit
    sentence: str


STORE_ENDINGS: Final[dict[type[StoreError], ProcessEnding]] = {
    StoreBusyError: ProcessEnding(
        Exit.STORE,
        "The database has too much to do to answer in time. Start again in a minute.",
    ),
    StoreFailedError: ProcessEnding(
        Exit.STORE,
        "The database {file} cannot be used: {reason}. "
        "Look at its disk, its permissions and its server, then start again.",
    ),
    StoreSlowError: ProcessEnding(
        Exit.STORE,
        "The database takes too long to answer. Look at its load, then start again.",
    ),
    StoreUnsureError: ProcessEnding(
        Exit.STORE,
        "The database {file} did not confirm a change, which may be stored or not: {reason}. "
        "Look at its disk and its server, then run the same command again; repeating it is safe.",
    ),
    UnreachableError: ProcessEnding(
        Exit.STORE,
        "No database answers at {where}: {reason}. "
        "Start the server, or correct the host and port in {setting}.",
    ),
    AccessError: ProcessEnding(
        Exit.SETTINGS,
        "The database server refuses: {reason}. "
        "Correct the user, password or database in {setting}, or the rights there.",
    ),
    StoreLockedError: ProcessEnding(
        Exit.STORE,
        "Another process uses the database {file}. "
        "Stop it first; an SQLite database serves one process.",
    ),
    LinkedFileError: ProcessEnding(
        Exit.SETTINGS,
        "The database {file} has {names} names (hard links), and SQLite would lose moves. "
        "Copy it to a file of its own, or remove the other names.",
    ),
    ForeignDatabaseError: ProcessEnding(
        Exit.SETTINGS,
        "The database {file} belongs to another program (it has a table {found}, and "
        "not those of Gin); nothing was changed. Set {setting} to a file that Gin may make.",
    ),
    SchemaTooNewError: ProcessEnding(
        Exit.STORE,
        "The database {file} belongs to a newer release of Gin (schema {found}; this one knows up "
        "to {known}). Start that release, or restore a backup made before it.",
    ),
    SchemaTooOldError: ProcessEnding(
        Exit.STORE,
        "The database {file} belongs to an older version of Gin (schema {found}; this one upgrades "
        "from {known}). Start commit {version} on it once, with the requirements of that commit, "
        "then this release again; docs/host/upgrade.md says how, also for an image.",
    ),
    AddressError: ProcessEnding(
        Exit.SETTINGS,
        "The address in {setting} cannot be used: {reason}. "
        "Compare it with the forms in .env.example.",
    ),
    MoveRefusedError: ProcessEnding(
        Exit.SETTINGS,
        "Nothing was moved: {reason}. "
        "The section on moving in docs/host/scaling.md says what the command needs.",
    ),
    InUseError: ProcessEnding(
        Exit.STORE,
        "Gin runs on the database {file}: it gave a sign of life {seconds} s ago. "
        "Stop it, then run the command again; after a crash wait for two minutes.",
    ),
    MoveFailedError: ProcessEnding(
        Exit.STORE,
        "The table {table} cannot be moved: {reason}. "
        "The target is as it was; correct the cause, then run the command again.",
    ),
    StoreCorruptError: ProcessEnding(
        Exit.STORE,
        "The database {file} is damaged: {found}. "
        "Restore a backup (gin-bot restore FILE); the damaged one is kept beside it.",
    ),
    NotSqliteError: ProcessEnding(
        Exit.STORE,
        "{file} is not an SQLite database. "
        "Correct GIN_DATABASE_URL, or restore a backup (gin-bot restore FILE).",
    ),
}


def ending_of(error: StoreError) -> ProcessEnding:
    """Return the code and the full sentence for a database error."""
    code, sentence = STORE_ENDINGS[type(error)]
    known = {"file": f"of {SETTING}", "setting": SETTING, **error.data}
    return ProcessEnding(code, sentence.format_map(known))


def ended(work: Callable[[], int]) -> int:
    """Run a command and return its exit code; print the reason of a failure on standard error."""
    try:
        return work()
    except StoreError as error:
        log.debug("the database cannot be used", exc_info=True)
        code, sentence = ending_of(error)
    except SettingsError as error:
        code, sentence = Exit.SETTINGS, str(error)
    except MaintenanceError as error:
        code, sentence = Exit.STORE, str(error)
    except KeyboardInterrupt:
        return Exit.STOPPED
    sys.stderr.write(f"{sentence}\n")
    return code


ANSWER_SECONDS: Final = 2.5
"""The time for answers to accepted presses; Discord waits three seconds for an answer."""
GOODBYE_SECONDS: Final = 0.7
"""The time Discord has to acknowledge the end of a connection."""
LIMIT_SECONDS: Final = 4.5
"""The time after which the process ends by force."""


class AcceptedInteractions:
    """The presses and commands being answered."""

    def __init__(self) -> None:
        self._running = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._is_open = True

    @contextlib.contextmanager
    def one(self, *, follows: bool = False) -> Iterator[bool]:
        """Count one interaction while the block runs; yields whether it may begin.

        A stopping process begins nothing new: in a rolling restart its successor gets the same
        press. ``follows``: the interaction belongs to an accepted one.
        """
        if not (self._is_open or follows):
            yield False
            return
        self._running += 1
        self._idle.clear()
        try:
            yield True
        finally:
            self._running -= 1
            if not self._running:
                self._idle.set()

    async def close(self) -> None:
        """Accept no more interactions, and wait for the accepted ones for a limited time."""
        self._is_open = False
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                while self._running:
                    await self._idle.wait()
        except TimeoutError:
            log.warning("%d presses are not answered any more: Gin ends", self._running)


def end_in_time() -> None:
    """End the process after ``LIMIT_SECONDS``, whatever blocks it."""
    timer = threading.Timer(LIMIT_SECONDS, _end)
    timer.daemon = True
    timer.start()


def end_at_once() -> None:
    """End the process now; its workers end by themselves, as after a crash."""
    os._exit(Exit.STOPPED)


def _end() -> None:
    log.warning("something does not end within %.1f s: Gin ends by force", LIMIT_SECONDS)
    end_at_once()
