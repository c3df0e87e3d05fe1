"""What can go wrong between a command and the database.

StoreError
├── StoreBusyError     too much is waiting; nothing was applied
├── StoreFailedError   the database could not do it now (disk full, connection lost); try again
├── StoreUnsureError   it was begun, and nobody knows yet whether it was applied
├── StoreLockedError   another process has this SQLite file
├── SchemaTooNewError  the database was made by a newer release
└── StoreCorruptError  the file is damaged: restore a backup
"""

from engine.errors import Detail, GinError


class StoreError(GinError):
    """Something about the database that an operator or a player has to be told."""

    code_name = "store"

    def __init__(self, **data: Detail) -> None:
        super().__init__(self.code_name, data)


class StoreBusyError(StoreError):
    """The queue is full, or a command waited too long and was withdrawn: nothing was applied."""

    code_name = "store_busy"


class StoreFailedError(StoreError):
    """The database refused; nothing half has happened and the command may be sent again."""

    code_name = "store_failed"


class StoreUnsureError(StoreError):
    """A command was begun and its end is not known: its answer is late, or COMMIT was cut off.

    It may be applied yet. Sending it again with the same key is harmless.
    """

    code_name = "store_unsure"


class StoreLockedError(StoreError):
    """Another process holds the lock of this SQLite file."""

    code_name = "store_locked"


class SchemaTooNewError(StoreError):
    """The schema is one that this release does not know."""

    code_name = "schema_too_new"


class StoreCorruptError(StoreError):
    """SQLite's own check found damage."""

    code_name = "store_corrupt"


class ConflictError(Exception):
    """A row was changed by somebody else in the meantime: the whole batch is done again."""
