"""HTTP servers of this process, whose strangers cannot use up its open files."""

import asyncio
import contextlib
import logging
import math
import os
import socket
import sys
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from typing import Final, NamedTuple, cast

import aiohttp
from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.typedefs import Handler

from bot.settings import Settings, SettingsError

if sys.platform != "win32":
    import resource

FIRST_REQUEST_S: Final = 10.0
"""The time in which a new connection has to send a whole request head."""
REQUEST_S: Final = 60.0
"""The time in which a request has to be answered."""
IDLE_S: Final = 150.0
"""The time in which an answer has to be taken and the next request to come; proxies keep
connections open for up to two minutes."""
RESERVED_FILES: Final = 448
"""The files that the card table leaves to Discord, the database, pictures, backups, the other
servers, and to connections that were accepted but not yet counted."""
MOST_FILES: Final = 65_536
MOST_UNAUTHENTICATED: Final = 128
LOOPBACK: Final = "127.0.0.1"
PLAYGROUND_PORT: Final = "--port or GIN_PLAYGROUND_PORT"
SHUTDOWN_SECONDS: Final = 0.5
log = logging.getLogger(__name__)


class CutConnections:
    """The requests whose sender left before they were answered: counted, seldom logged.

    As a filter of the servers' log it also drops requests that are no HTTP, and nobody's address
    stands with any other failure.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.count = 0
        self._clock = clock
        self._next = -math.inf
        self._logged = 0

    def __call__(self, record: logging.LogRecord) -> bool:
        """Whether a record is logged, and as what."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, HttpProcessingError | web.HTTPException):
            return False
        if isinstance(error, _CUT):
            record.exc_info = record.exc_text = None
            return self._is_logged(record)
        record.msg, record.args = "a request failed", ()
        return True

    def _is_logged(self, record: logging.LogRecord) -> bool:
        self.count += 1
        if self._clock() < self._next:
            return False
        self._next = self._clock() + CUT_LINE_S
        record.msg = "%d requests were cut off by whoever sent them"
        record.args = (self.count - self._logged,)
        record.levelno, record.levelname = logging.INFO, "INFO"
        self._logged = self.count
        return logging.getLogger(record.name).isEnabledFor(logging.INFO)


_CUT: Final = (ConnectionError, aiohttp.ClientConnectionError, aiohttp.ClientPayloadError)
"""The errors of a connection that was closed by its other end."""
CUT_LINE_S: Final = 60.0
"""The least time between two lines about connections that were cut."""
CUT: Final = CutConnections()
_http_log = logging.getLogger(f"{__name__}.http")
_http_log.addFilter(CUT)


def raise_file_limit() -> None:
    """Let this process open as many files as it may, up to :data:`MOST_FILES`."""
    if sys.platform == "win32":
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):  # The system may have a limit of its own.
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def spare_files() -> int:
    """Return how many files this process may open beside those that are reserved."""
    if sys.platform == "win32":
        return MOST_FILES
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    limit = MOST_FILES if soft == resource.RLIM_INFINITY else soft
    return max(limit - RESERVED_FILES, 64)


class Connections:
    """The open connections of a server.

    ``unauthenticated``: how many there may be of people who have not signed in. One more closes
    the one among them that has been without a new request for longest. ``authenticated``: how
    many may have signed in.
    """

    def __init__(self, unauthenticated: int, authenticated: int = 0) -> None:
        self._most_unauthenticated = unauthenticated
        self._most_authenticated = authenticated
        self._unauthenticated: OrderedDict[asyncio.BaseTransport, asyncio.TimerHandle] = (
            OrderedDict()
        )
        self._authenticated: set[asyncio.BaseTransport] = set()

    @property
    def count(self) -> int:
        """The number of open connections."""
        return len(self._unauthenticated) + len(self._authenticated)

    def opened(self, transport: asyncio.BaseTransport) -> None:
        """Add a connection."""
        self._wait(transport, FIRST_REQUEST_S)
        if len(self._unauthenticated) > self._most_unauthenticated:
            self._end(next(iter(self._unauthenticated)))

    def closed(self, transport: asyncio.BaseTransport) -> None:
        """Remove a connection."""
        self._authenticated.discard(transport)
        if (timer := self._unauthenticated.pop(transport, None)) is not None:
            timer.cancel()

    def authenticate(self, request: web.Request) -> bool:
        """Note that whoever has sent a request is signed in; whether there is room for them."""
        transport = request.transport
        if transport is None or transport not in self._unauthenticated:
            return False
        if len(self._authenticated) >= self._most_authenticated:
            return False
        self._unauthenticated.pop(transport).cancel()
        self._authenticated.add(transport)
        return True

    @web.middleware
    async def middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Note when a request begins and ends."""
        transport = request.transport
        self._go_on(transport, REQUEST_S)
        try:
            return await handler(request)
        finally:
            self._go_on(transport, IDLE_S)

    def _go_on(self, transport: asyncio.BaseTransport | None, seconds: float) -> None:
        if transport is not None and transport in self._unauthenticated:
            self._unauthenticated.pop(transport).cancel()
            self._wait(transport, seconds)

    def _wait(self, transport: asyncio.BaseTransport, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        self._unauthenticated[transport] = loop.call_later(seconds, self._end, transport)

    def _end(self, transport: asyncio.BaseTransport) -> None:
        self.closed(transport)
        cast(asyncio.Transport, transport).abort()


class _Counted(asyncio.Protocol):
    """A protocol whose connection is counted."""

    def __init__(self, inner: asyncio.Protocol, connections: Connections) -> None:
        self._inner = inner
        self._connections = connections
        self._transport: asyncio.BaseTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        self._inner.connection_made(transport)
        self._connections.opened(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._transport is not None:
            self._connections.closed(self._transport)
        self._inner.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        return self._inner.eof_received()

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()


class _Site(web.BaseSite):
    """A port at which connections are counted."""

    def __init__(
        self, runner: web.AppRunner, host: str, port: int, connections: Connections
    ) -> None:
        super().__init__(runner)
        self._host = host
        self._port = port
        self._connections = connections

    @property
    def name(self) -> str:
        return f"http://{in_url(self._host)}:{self._port}"

    async def start(self) -> None:
        await super().start()
        server = self._runner.server
        assert server is not None, "the runner is set up"
        self._server = await asyncio.get_running_loop().create_server(
            lambda: _Counted(server(), self._connections), self._host, self._port, backlog=128
        )


def in_url(host: str) -> str:
    """Return a host as it stands in URLs: an IPv6 address in brackets."""
    return f"[{host}]" if ":" in host else host


class ListenPort(NamedTuple):
    """Where a server listens. ``variable``: the setting of its port; ``port`` 0: nowhere."""

    variable: str
    host: str
    port: int

    @property
    def refusal(self) -> str:
        """Why nothing can listen here now; empty if it can."""
        try:
            family = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)[0][0]
            with socket.create_server((self.host, self.port), family=family):
                return ""
        except OSError as error:
            return os.strerror(error.errno) if error.errno else str(error)

    def check(self) -> None:
        """Raise SettingsError if nothing can listen here."""
        if self.port and (reason := self.refusal):
            raise self.unusable(reason)

    def unusable(self, reason: str) -> SettingsError:
        """Return the sentence about a port that cannot be used."""
        return SettingsError(
            f"{self.variable}: {in_url(self.host)}:{self.port} cannot be used ({reason}). "
            "Choose another port, or stop what uses it."
        )


def playground_places(settings: Settings, port: int) -> tuple[ListenPort, ...]:
    """Return every place at which the playground listens."""
    ops = ListenPort("GIN_OPS_PORT", settings.ops_host, settings.ops_port)
    return (ops, ListenPort(PLAYGROUND_PORT, LOOPBACK, port))


def bot_places(settings: Settings) -> tuple[ListenPort, ...]:
    """Return every place at which the bot listens."""
    return (
        ListenPort("GIN_OPS_PORT", settings.ops_host, settings.ops_port),
        ListenPort("GIN_WEB_PORT", settings.web_host, settings.web_port),
        ListenPort("GIN_WEBHOOK_PORT", settings.webhook_host, settings.webhook_port),
    )


@contextlib.asynccontextmanager
async def listening(
    application: web.Application,
    host: str,
    port: int,
    variable: str,
    connections: Connections | None = None,
) -> AsyncIterator[str]:
    """Serve an application; yield its address, such as ``http://127.0.0.1:8500``.

    Raises SettingsError, naming ``variable``, if the port cannot be used.
    """
    connections = connections or Connections(MOST_UNAUTHENTICATED)
    application.middlewares.insert(0, connections.middleware)
    # Requests are not logged: their bodies hold codes and tokens.
    runner = web.AppRunner(
        application, access_log=None, logger=_http_log, shutdown_timeout=SHUTDOWN_SECONDS
    )
    await runner.setup()
    try:
        try:
            await _Site(runner, host, port, connections).start()
        except OSError as error:
            place = ListenPort(variable, host, port)
            raise place.unusable(os.strerror(error.errno or 0)) from None
        yield f"http://{in_url(host)}:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()
