"""The errors between a command and the database.

StoreError
├── StoreBusyError        the queue is full; nothing was applied
├── StoreFailedError      the database failed (disk full, connection lost); try again
│   ├── UnreachableError  no database server answers at that address
│   ├── AccessError       the server refuses the user, the password or the database's name
│   └── StoreSlowError    the server answers, but cut the statement off after its time
├── StoreUnsureError      it was begun, and may or may not have been applied
├── StoreLockedError      another process holds this SQLite file
├── LinkedFileError       the SQLite file has a second name, which the lock does not protect
├── ForeignDatabaseError  the SQLite file belongs to another program
├── SchemaTooNewError     the database was made by a newer release
├── SchemaTooOldError     it was made before the first migration, by an unsupported version
├── AddressError          the database's URL is invalid, or has unknown options
├── MoveRefusedError      a database cannot be moved there: nothing was begun
├── InUseError            a running process writes to the database that is to be moved
├── MoveFailedError       a table could not be copied exactly: nothing was kept
└── StoreCorruptError     the file is damaged: restore a backup
    └── NotSqliteError    the file is not an SQLite database at all
"""

from engine.game.errors import Detail, GinError


class StoreError(GinError):
    """A problem with the database that an operator or a player has to be told about."""

    code_name = "store"

    def __init__(self, **data: Detail) -> None:
        super().__init__(self.code_name, data)


class StoreBusyError(StoreError):
    """The queue is full, or a command waited too long and was withdrawn; nothing was applied."""

    code_name = "store_busy"


class StoreFailedError(StoreError):
    """The database failed; nothing was applied, and the command may be sent again."""

    code_name = "store_failed"


class UnreachableError(StoreFailedError):
    """No server answers at ``host`` and ``port``."""

    code_name = "store_unreachable"


class AccessError(StoreFailedError):
    """The server refuses the connection with these settings; ``reason`` is its own message."""

    code_name = "store_access"


class StoreSlowError(StoreFailedError):
    """The server cut a statement off that took too long; nothing was applied."""

    code_name = "store_slow"


class StoreUnsureError(StoreError):
    """A command was begun and its result is unknown: its answer is late, or COMMIT was cut off.

    It may still be applied. Sending it again with the same key is harmless.
    """

    code_name = "store_unsure"


class StoreLockedError(StoreError):
    """Another process holds the lock of this SQLite file."""

    code_name = "store_locked"


class LinkedFileError(StoreError):
    """The file has several names (hard links), and its log would lie beside only one of them."""

    code_name = "store_linked"


class ForeignDatabaseError(StoreError):
    """The file holds tables of another program, such as ``found``, and not ours."""

    code_name = "store_foreign"


class SchemaTooNewError(StoreError):
    """The schema is unknown to this release."""

    code_name = "schema_too_new"


class SchemaTooOldError(StoreError):
    """The schema is from before the first migration; the commit ``version`` can upgrade it."""

    code_name = "schema_too_old"


class AddressError(StoreError):
    """The URL of a database cannot be used; ``reason`` never repeats it."""

    code_name = "store_address"


class MoveRefusedError(StoreError):
    """A database cannot be moved to this target, for ``reason``; nothing was begun."""

    code_name = "store_move_refused"


class InUseError(StoreError):
    """A process that gave a sign of life ``seconds`` ago writes to the database."""

    code_name = "store_in_use"


class MoveFailedError(StoreError):
    """The table ``table`` could not be copied exactly, for ``reason``; nothing was kept."""

    code_name = "store_move_failed"


class StoreCorruptError(StoreError):
    """A check found damage in ``file``, described by ``found``."""

    code_name = "store_corrupt"


class NotSqliteError(StoreCorruptError):
    """``file`` is not an SQLite database."""

    code_name = "store_not_sqlite"


class ConflictError(Exception):
    """A row was changed by another transaction in the meantime: the whole batch is repeated."""
