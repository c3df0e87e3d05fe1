"""Servers that fall silent: a cut network loses packets and closes nothing.

By itself TCP notices that after a quarter of an hour, or never while it only waits for an answer.
Keepalive finds it on connections that lead to the server itself. Proxies and poolers acknowledge
packets for a server that is gone, so the commands of a press have limits of their own.
"""

import asyncio
import logging
import socket
from collections.abc import MutableMapping
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, event
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.ext.asyncio import AsyncEngine

from engine.store.committer import PATIENCE_S

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
