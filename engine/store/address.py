"""From the URL of a PostgreSQL server to a pool of connections, and servers that fall silent.

Every URL that cannot be used is an AddressError before anything connects.
Their texts never repeat the URL, which may contain a password.

A cut network loses packets and closes nothing. By itself TCP notices that after a quarter of an
hour, or never while it only waits for an answer. Keepalive finds it on connections that lead to the
server itself. Proxies and poolers acknowledge packets for a server that is gone, so the commands of
a press have limits of their own.
"""

import asyncio
import logging
import socket
from collections.abc import Mapping, MutableMapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import URL, Connection, event, make_url
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import NoSuchModuleError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from engine.store.committer import PATIENCE_S
from engine.store.errors import AddressError

_log = logging.getLogger(__name__)

STATEMENT_S: Final = 3.0
"""Time in seconds for a statement, which the server itself gives up after two."""
COMMIT_S: Final = 2 * PATIENCE_S
"""Time in seconds for a COMMIT, to which no limit of the server's applies."""
LONGEST_COMMIT_S: Final = 300.0
_KEEPALIVE: Final = {
    "TCP_KEEPIDLE": 3,
    "TCP_KEEPINTVL": 1,
    "TCP_KEEPCNT": 3,
    "TCP_USER_TIMEOUT": 6000,
}
"""Options that not every system has: six seconds without a sign of life end a connection."""
_TIMER: Final = "silence"


def keep_alive(engine: AsyncEngine) -> None:
    """Let the kernel end every connection of a pool whose other end has vanished."""
    event.listen(engine.sync_engine, "connect", _keep_alive, insert=True)


def _keep_alive(connection: Any, record: object) -> None:
    # asyncpg shows its socket nowhere else.
    line = connection.driver_connection._transport.get_extra_info("socket")
    if line.family == socket.AF_UNIX:
        return
    line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in _KEEPALIVE.items():
        if (option := getattr(socket, name, None)) is not None:
            line.setsockopt(socket.IPPROTO_TCP, option, value)


class _Timer(NamedTuple):
    handle: asyncio.TimerHandle
    is_commit: bool


class SilenceGuard:
    """Ends the connections of a pool on which a command is not answered in time.

    No command is cancelled: a leader that waits for its standby takes a request to cancel as leave
    to show a commit that a failover takes back.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._commit_s = COMMIT_S
        self._has_ended_some = False
        guarded = engine.sync_engine
        event.listen(guarded, "before_cursor_execute", self._at_statement)
        event.listen(guarded, "after_cursor_execute", self._at_answer)
        event.listen(guarded, "handle_error", self._at_error)
        event.listen(guarded, "rollback", self._at_rollback)
        event.listen(guarded, "commit", self._at_commit)
        event.listen(guarded, "checkin", self._at_return)
        event.listen(guarded, "close", self._at_close)

    def _at_statement(self, connection: Connection, *_: object) -> None:
        self._start(connection, STATEMENT_S)

    def _at_answer(self, connection: Connection, *_: object) -> None:
        _stop(connection.info)

    def _at_error(self, context: ExceptionContext) -> None:
        if context.connection is not None and not context.connection.invalidated:
            _stop(context.connection.info)

    def _at_rollback(self, connection: Connection) -> None:
        if not connection.invalidated:
            self._start(connection, STATEMENT_S)

    def _at_commit(self, connection: Connection) -> None:
        self._start(connection, self._commit_s, is_commit=True)

    def _at_return(self, connection: object, record: Any) -> None:
        # The timer of a COMMIT that failed was stopped by its error.
        timer = _stop(record.info)
        if timer is not None and timer.is_commit:
            self._commit_s = COMMIT_S

    def _at_close(self, connection: Any, record: object) -> None:
        # The others of the pool are replaced too. The farewell to a silent server takes seconds.
        if self._has_ended_some:
            connection.driver_connection.terminate()

    def _start(self, connection: Connection, seconds: float, *, is_commit: bool = False) -> None:
        _stop(connection.info)
        driver: Any = connection.connection.driver_connection
        # Also a connection that is lost meanwhile has to let go whoever writes to it.
        handle = asyncio.get_running_loop().call_later(
            seconds, self._end, driver, driver._protocol, seconds, is_commit
        )
        connection.info[_TIMER] = _Timer(handle, is_commit)

    def _end(self, driver: Any, protocol: Any, seconds: float, is_commit: bool) -> None:
        _log.warning("no answer of the database server for %g s: the connection is ended", seconds)
        if is_commit:
            # A leader without a standby holds this connection until it has one. Waiting longer
            # each time leaves it others.
            self._commit_s = max(self._commit_s, min(2 * seconds, LONGEST_COMMIT_S))
        self._has_ended_some = True
        driver.terminate()
        # asyncpg ends whoever waits for an answer. Whoever sends many rows to a server that reads
        # nothing waits for room, for ever, and does not even notice being cancelled.
        protocol.resume_writing()


def _stop(info: MutableMapping[Any, Any]) -> _Timer | None:
    timer: _Timer | None = info.pop(_TIMER, None)
    if timer is not None:
        timer.handle.cancel()
    return timer


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
