"""Migration of a database to this release's schema, all or nothing, in one transaction.

Alembic is loaded only for a change, because it takes 12 MB; a migration's file begins with its
revision.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, inspect, text

from engine.store.errors import (
    ForeignDatabaseError,
    SchemaTooNewError,
    SchemaTooOldError,
    StoreCorruptError,
)
from engine.store.schema import metadata

if TYPE_CHECKING:
    from alembic.config import Config

_FOLDER: Final = Path(__file__).parent / "migrations"
VERSIONS: Final = "alembic_version"
"""The table of the revision."""
LAST_COMMITS: Final = {
    **dict.fromkeys((f"{number:04}" for number in range(1, 14)), "ef9cf02"),
    **dict.fromkeys((f"{number:04}" for number in range(14, 27)), "8808ef48"),
    **dict.fromkeys((f"{number:04}" for number in range(27, 36)), "b7a83462"),
}
"""The last commit that upgrades a database of each revision from before the first migration.

The first of them leaves 0014, which the second upgrades.
"""


def migrations() -> "Config":
    """Return Alembic's configuration for the migrations of this package."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    return config


def revisions() -> list[str]:
    """Return the revisions of this release's migrations, in order."""
    files = (_FOLDER / "versions").glob("[0-9]*.py")
    return sorted(file.name.partition("_")[0] for file in files)


def base() -> str:
    """Return the revision from which this release upgrades."""
    return revisions()[0]


def head() -> str:
    """Return the revision that this release works with."""
    return revisions()[-1]


def current(connection: Connection) -> str | None:
    """Return the revision of a database; ``None`` for an empty one.

    Raises StoreCorruptError if our tables exist without a revision, or with an ambiguous one, and
    ForeignDatabaseError for an SQLite file with tables of another program.
    """
    found = _revision(connection)
    if connection.dialect.name == "sqlite":
        _refuse_foreign(connection, found)
    if found is None and _ours(connection):
        # Another process may have made the tables since, and their revision with them.
        found = _revision(connection)
        if found is None:
            raise StoreCorruptError(found="tables without a schema version")
    return found


def _refuse_foreign(connection: Connection, revision: str | None) -> None:
    """Raise ForeignDatabaseError if a file's tables are not ours. A schema of PostgreSQL may hold
    those of others.

    Without a revision that is ours, a table or two with the name of one of ours prove nothing.
    """
    tables = set(inspect(connection).get_table_names()) - {VERSIONS}
    is_known = revision in revisions() or revision in LAST_COMMITS
    least = 1 if is_known else len(metadata.tables) // 2
    if tables and len(_ours(connection)) < least:
        raise ForeignDatabaseError(found=sorted(tables)[0])


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table(VERSIONS):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all()
    if len(found) > 1:
        raise StoreCorruptError(found="more than one schema version")
    return found[0] if found else None


def _ours(connection: Connection) -> set[str]:
    return metadata.tables.keys() & set(inspect(connection).get_table_names())


def is_current(connection: Connection) -> bool:
    """Whether the database has this release's schema.

    Raises SchemaTooOldError for a revision from before the first migration and SchemaTooNewError
    for an unknown one.
    """
    found = current(connection)
    if found in LAST_COMMITS:
        raise SchemaTooOldError(found=found, known=base(), version=LAST_COMMITS[found])
    if found is not None and found not in revisions():
        raise SchemaTooNewError(found=found, known=head())
    return found == head()


def check(connection: Connection) -> None:
    """Raise StoreCorruptError if a table or a column of this release's schema is missing."""
    found = inspect(connection).get_multi_columns()
    columns = {name: {one["name"] for one in parts} for (_, name), parts in found.items()}
    for name, table in metadata.tables.items():
        if name not in columns:
            raise StoreCorruptError(found=f"the table {name} is missing")
        missing = sorted({column.name for column in table.columns} - columns[name])
        if missing:
            raise StoreCorruptError(found=f"the column {missing[0]} of {name} is missing")


def upgrade(connection: Connection) -> None:
    """Run the missing migrations inside the caller's transaction.

    Foreign keys are checked afterwards, because SQLite migrates with them off. Raises
    StoreCorruptError if a reference dangles; the caller then rolls everything back.
    """
    from alembic import command

    config = migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    if connection.dialect.name == "sqlite":
        dangling = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        if dangling:
            raise StoreCorruptError(found=f"dangling rows in {dangling[0][0]}")
