"""What can go wrong between a command and the database.

StoreError
├── StoreBusyError        too much is waiting; nothing was applied
├── StoreFailedError      the database could not do it now (disk full, connection lost); try again
│   ├── UnreachableError  no database server answers at that address
│   └── AccessError       the server refuses the user, the password or the database's name
├── StoreUnsureError      it was begun, and nobody knows yet whether it was applied
├── StoreLockedError      another process has this SQLite file
├── LinkedFileError       the SQLite file has a second name, under which nothing protects it
├── SchemaTooNewError     the database was made by a newer release
├── SchemaTooOldError     it was made before the first release, by a version that is not upgraded
├── AddressError          the database's URL cannot be read, or asks for what is not known
├── DriverMissingError    the package for this kind of database is not installed
└── StoreCorruptError     the file is damaged: restore a backup
    └── NotSqliteError    the file is not an SQLite database at all
"""

from engine.game.errors import Detail, GinError


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


class UnreachableError(StoreFailedError):
    """Nothing answers at ``host`` and ``port``."""

    code_name = "store_unreachable"


class AccessError(StoreFailedError):
    """The server answers and lets nobody in with these settings; ``reason`` is its own sentence."""

    code_name = "store_access"


class StoreUnsureError(StoreError):
    """A command was begun and its end is not known: its answer is late, or COMMIT was cut off.

    It may be applied yet. Sending it again with the same key is harmless.
    """

    code_name = "store_unsure"


class StoreLockedError(StoreError):
    """Another process holds the lock of this SQLite file."""

    code_name = "store_locked"


class LinkedFileError(StoreError):
    """The file has several names (hard links), and its log would lie beside only one of them."""

    code_name = "store_linked"


class SchemaTooNewError(StoreError):
    """The schema is one that this release does not know."""

    code_name = "schema_too_new"


class SchemaTooOldError(StoreError):
    """The schema is from before the first release; ``version`` can still upgrade it."""

    code_name = "schema_too_old"


class AddressError(StoreError):
    """The URL of a database cannot be used; ``reason`` never repeats it."""

    code_name = "store_address"


class DriverMissingError(StoreError):
    """The optional extra ``extra`` of this project is not installed."""

    code_name = "store_driver"


class StoreCorruptError(StoreError):
    """A check found damage in ``file``; ``found`` says which."""

    code_name = "store_corrupt"


class NotSqliteError(StoreCorruptError):
    """``file`` is something else than an SQLite database."""

    code_name = "store_not_sqlite"


class ConflictError(Exception):
    """A row was changed by somebody else in the meantime: the whole batch is done again."""
