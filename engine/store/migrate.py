"""Bring a database to this release's schema, all or nothing, in one transaction."""

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from engine.store.errors import SchemaTooNewError, StoreCorruptError

_FOLDER: Final = Path(__file__).parent / "migrations"


def migrations() -> Config:
    """Alembic's configuration for the migrations of this package."""
    config = Config()
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    return config


def head() -> str:
    """The revision that this release works with."""
    revision = ScriptDirectory.from_config(migrations()).get_current_head()
    assert revision is not None
    return revision


def current(connection: Connection) -> str | None:
    """The revision a database is at; ``None`` for an empty one."""
    return MigrationContext.configure(connection).get_current_revision()


def is_current(connection: Connection) -> bool:
    """Whether nothing has to be done. Raises SchemaTooNewError for a revision not known here."""
    found = current(connection)
    scripts = ScriptDirectory.from_config(migrations())
    known = {script.revision for script in scripts.walk_revisions()}
    if found is not None and found not in known:
        raise SchemaTooNewError(found=found, known=head())
    return found == head()


def upgrade(connection: Connection) -> None:
    """Run the missing migrations inside the transaction that the caller began.

    Foreign keys are checked afterwards, because SQLite migrates with them off. Raises
    StoreCorruptError if a reference dangles; the caller then rolls everything back.
    """
    config = migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    if connection.dialect.name == "sqlite":
        dangling = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        if dangling:
            raise StoreCorruptError(table=str(dangling[0][0]), rows=len(dangling))
