"""What can be learnt of a database without a change, also while a process uses it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import aiosqlite
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from engine.store import migrate, sqlite
from engine.store.address import parsed, plain_engine
from engine.store.errors import StoreError
from engine.store.postgres import UNREACHABLE, unopened
from engine.store.schema import metadata
from engine.store.sqlite_file import SqliteConnection, refuse_links, sqlite_engine

_LOCAL: Final = frozenset(("localhost", "127.0.0.1", "::1"))
_TABLE_RIGHTS: Final = text(
    "SELECT t || ': ' || p FROM unnest(CAST(:tables AS text[])) t, "
    "unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) p "
    "WHERE NOT has_table_privilege(quote_ident(t), p) ORDER BY 1 LIMIT 5"
)
_SCHEMA_RIGHTS: Final = text(
    "SELECT 'CREATE in schema ' || coalesce(current_schema(), '(none)') "
    "WHERE current_schema() IS NULL OR NOT has_schema_privilege(current_schema(), 'CREATE')"
)
_ENCRYPTION: Final = text("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")


class Inspection(NamedTuple):
    """What was found.

    ``revision``: of the schema, ``None`` for an empty database. ``is_current``: whether this
    release works with it as it is; otherwise its start migrates it. ``missing``: rights that the
    role lacks. ``is_encrypted``: of the connection to a server on another machine, else ``None``.
    """

    server: str
    revision: str | None
    is_current: bool
    missing: tuple[str, ...] = ()
    is_encrypted: bool | None = None


async def inspected_file(path: Path) -> Inspection:
    """Look at an existing SQLite file. Raises every StoreError that opening it would raise."""
    refuse_links(path)
    log = path.with_name(f"{path.name}-wal")
    engine = sqlite_engine(
        path,
        timeout_s=sqlite.BUSY_TIMEOUT_S,
        is_read_only=True,
        is_immutable=not log.exists(),
    )
    try:
        async with SqliteConnection(engine) as connection:
            revision, is_current = await connection.run(_examined)
    except DBAPIError as error:
        raise sqlite.unopened(path, error.orig) from error
    except StoreError as error:
        error.data.setdefault("file", str(path))
        raise
    return Inspection(f"SQLite {aiosqlite.sqlite_version}", revision, is_current)


def _examined(connection: Connection) -> tuple[str | None, bool]:
    _, is_current = sqlite.examine(connection)
    with connection.begin():
        return migrate.current(connection), is_current


async def inspected_server(url: str) -> Inspection:
    """Look at a PostgreSQL database. Raises every StoreError that opening it would raise."""
    address = parsed(url)
    engine = plain_engine(address)
    try:
        async with engine.connect() as connection:
            found = await connection.run_sync(_of_server)
    except (DBAPIError, PoolTimeoutError, *UNREACHABLE) as error:
        raise unopened(address, error) from error
    except StoreError as error:
        error.data.setdefault("file", str(address.database))
        raise
    finally:
        await engine.dispose()
    hosts = address.query.get("host", address.host or "localhost")
    is_remote = _are_remote([hosts] if isinstance(hosts, str) else hosts)
    return found if is_remote else found._replace(is_encrypted=None)


def _are_remote(hosts: Sequence[str]) -> bool:
    return any(not (one.startswith("/") or one in _LOCAL) for one in hosts)


def _of_server(connection: Connection) -> Inspection:
    version = connection.exec_driver_sql("SHOW server_version").scalar_one()
    revision, is_current = migrate.current(connection), migrate.is_current(connection)
    missing: list[str] = []
    if is_current:
        migrate.check(connection)
        missing += connection.execute(_TABLE_RIGHTS, {"tables": [*metadata.tables]}).scalars()
    else:
        missing += connection.execute(_SCHEMA_RIGHTS).scalars()
    return Inspection(
        f"PostgreSQL {version}",
        revision,
        is_current,
        tuple(missing),
        bool(connection.execute(_ENCRYPTION).scalar()),
    )
