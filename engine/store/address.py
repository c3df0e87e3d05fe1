"""From the URL of a PostgreSQL server to a pool of connections.

Every URL that cannot be used is an AddressError before anything connects.
Their texts never repeat the URL, which may contain a password.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import URL, Connection, event, make_url
from sqlalchemy.exc import NoSuchModuleError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from engine.store.committer import PATIENCE_S
from engine.store.errors import AddressError
from engine.store.hung_connections import SilenceGuard, keep_alive

CONNECT_S: Final = 5
POOL_SIZE: Final = 10
_LAST_PORT: Final = 65535
_OPTIONS: Final = frozenset(
    {
        "database",
        "gsslib",
        "host",
        "krbsrvname",
        "passfile",
        "password",
        "port",
        "ssl",
        "target_session_attrs",
        "user",
    }
)
"""The options of a URL that asyncpg takes as text."""
_LIBPQ_SSL: Final = "sslmode"
"""The name of ``ssl`` in libpq, and thus in the URLs that providers of databases hand out."""
_SESSION_ATTRIBUTES: Final = frozenset(
    {"any", "primary", "standby", "read-write", "read-only", "prefer-standby"}
)
_SESSION: Final = {
    "synchronous_commit": "on",
    "statement_timeout": "2000",
    "lock_timeout": "1000",
    "idle_in_transaction_session_timeout": "5000",
}
_EACH_TRANSACTION: Final = "SELECT " + ", ".join(
    f"set_config('{name}', '{value}', true)" for name, value in _SESSION.items()
)
_UNNAMED: Final[Mapping[str, Any]] = {
    "statement_cache_size": 0,
    "prepared_statement_name_func": lambda: "",
}
"""No prepared statement outlives its execution, because behind a pooler the next transaction may
have another server connection: asyncpg sends one without a name again each time. SQLAlchemy keeps
what the server said of it, which saves asking again."""


def parsed(url: str) -> URL:
    """Return the URL of a server, checked."""
    try:
        address = make_url(url)
    except (SQLAlchemyError, ValueError):
        raise AddressError(reason="it cannot be read as a URL") from None
    unknown = sorted(address.query.keys() - _OPTIONS - {_LIBPQ_SSL})
    if unknown:
        raise AddressError(reason=f"it has an option that is not known, {_shown(unknown[0])}")
    return _with_one_name(address)


def _with_one_name(address: URL) -> URL:
    """Return the URL with the option for encryption by the name that asyncpg has for it."""
    mode = address.query.get(_LIBPQ_SSL)
    if mode is None:
        return address
    if address.query.get("ssl", mode) != mode:
        raise AddressError(reason="its options ssl and sslmode differ")
    return address.difference_update_query([_LIBPQ_SSL]).update_query_dict({"ssl": mode})


def direct_engine(address: URL) -> AsyncEngine:
    """Return a pool whose connections have timeouts, so that a slow command blocks no others."""
    engine = _engine(address, {"server_settings": dict(_SESSION)})
    SilenceGuard(engine)
    return engine


def plain_engine(address: URL) -> AsyncEngine:
    """Return a pool that works with and without a pooler; its transactions have no timeouts.

    Migrations and moves use it, whose statements may take as long as they need.
    """
    return _engine(address, _UNNAMED)


def pooled_engine(address: URL) -> AsyncEngine:
    """Return a pool that works behind a pooler, with the timeouts set in each transaction."""
    engine = plain_engine(address)
    SilenceGuard(engine)
    event.listen(engine.sync_engine, "begin", _set_timeouts)
    return engine


def where(address: URL) -> str:
    """Return the hosts and ports of a URL."""
    given = address.query.get("host", address.host or "localhost")
    hosts = [given] if isinstance(given, str) else given
    port = address.port or 5432
    return ", ".join(
        f"[{host}]:{port}" if host.count(":") > 1 else host if ":" in host else f"{host}:{port}"
        for host in hosts
    )


def _set_timeouts(connection: Connection) -> None:
    connection.exec_driver_sql(_EACH_TRANSACTION)


def _engine(address: URL, arguments: Mapping[str, Any]) -> AsyncEngine:
    options = {**arguments, "timeout": CONNECT_S}
    if "target_session_attrs" not in address.query:
        # A standby may show what a failover takes back.
        options["target_session_attrs"] = "read-write"
    try:
        engine = create_async_engine(
            address,
            pool_size=POOL_SIZE,
            max_overflow=0,
            pool_timeout=PATIENCE_S,
            connect_args=options,
        )
        _, found = engine.dialect.create_connect_args(address)
        _check_ends(_listed(found.get("host")), _listed(found.get("port")))
        if found.get("target_session_attrs", "any") not in _SESSION_ATTRIBUTES:
            raise ValueError(found)
    except (ModuleNotFoundError, NoSuchModuleError):
        # SQLAlchemy supports databases whose drivers are not part of Gin.
        raise AddressError(reason="there is no such kind of database") from None
    except (SQLAlchemyError, ValueError, TypeError):
        raise AddressError(reason="its host, port or options cannot be read") from None
    keep_alive(engine)
    return engine


def _check_ends(hosts: Sequence[str], ports: Sequence[str | int]) -> None:
    """Raise ValueError for what an operating system refuses with errors of other kinds."""
    for host in hosts:
        if "\0" in host:
            raise ValueError(host)
        if not host.startswith("/"):  # the folder of a Unix socket
            host.encode("idna")
    if any(not 0 <= int(port) <= _LAST_PORT for port in ports):
        raise ValueError(ports)


def _listed(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else [] if value is None else [value]


def _shown(option: str) -> str:
    """Return an option's name as one printable word."""
    return option if option.isidentifier() and option.isascii() else "with a name of other signs"
