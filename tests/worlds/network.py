"""Connections in memory between servers and clients of one loop.

What one end writes, the other end receives on a later turn of the loop, in order. Ports are bound
for real, so that they are unique and a taken one is refused, but nothing passes through them.
``Network.has_own_ports`` numbers them instead. ``Network.weather`` delays and cuts connections;
those of a simulated process (:mod:`tests.worlds.lifetimes`) end with it.
"""

import asyncio
import contextvars
import errno
import itertools
import os
import socket
from asyncio import constants
from collections import deque
from collections.abc import Callable
from typing import Any, Final, Protocol, TypeVar

from tests.worlds.lifetimes import LIFETIME

P = TypeVar("P", bound=asyncio.BaseProtocol)
HIGH_WATER: Final = 64 * 1024
LOW_WATER: Final = 16 * 1024
CLIENTS: Final = ("127.0.0.1", 50_000)
OWN_PORTS: Final = 20_000


class Weather(Protocol):
    """What befalls connections on their way."""

    def reaches(self, port: int) -> bool:
        """Whether a new connection to a port comes about."""

    def delay(self, port: int, *, is_answer: bool) -> float | None:
        """Return how many seconds some bytes are under way; ``None``: they are lost and the
        connection is cut. ``port``: the server's; ``is_answer``: whether it is the server's bytes.
        """


class Wire(asyncio.Transport):
    """One end of a connection."""

    # Files are read and written piece by piece.
    _sendfile_compatible = constants._SendfileMode.FALLBACK

    def __init__(
        self,
        network: "Network",
        own: tuple[str, int],
        other: tuple[str, int],
        context: contextvars.Context,
        *,
        is_server: bool,
    ) -> None:
        super().__init__({"sockname": own, "peername": other})
        self._network = network
        self._loop = network.loop
        self._context = context
        self._is_server = is_server
        self._port = own[1] if is_server else other[1]
        self._protocol: Any = None
        self._received: deque[tuple[float, bytes | None]] = deque()  # None: nothing follows
        self._last_due = 0.0
        self._is_due = False
        self._is_paused = False
        self._is_closing = False
        self._is_over = False
        self._has_ended = False
        self._is_held_back = False
        self.peer: Wire

    def begin(self, protocol_factory: Callable[[], P]) -> P:
        self._protocol = protocol = protocol_factory()
        if (lifetime := LIFETIME.get()) is not None:
            lifetime.at_death(self, self.vanish)
        protocol.connection_made(self)
        self._wake()
        return protocol

    # -- what protocols ask for ----------------------------------------------------------

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self._protocol = protocol

    def get_protocol(self) -> asyncio.BaseProtocol:
        protocol: asyncio.BaseProtocol = self._protocol
        return protocol

    def is_closing(self) -> bool:
        return self._is_closing

    def is_reading(self) -> bool:
        return not self._is_paused and not self._is_closing

    def pause_reading(self) -> None:
        self._is_paused = True

    def resume_reading(self) -> None:
        self._is_paused = False
        self._wake()

    def write(self, data: Any) -> None:
        if self._is_closing or self._has_ended or not data:
            return
        delay = 0.0
        if (weather := self._network.weather) is not None:
            lost = weather.delay(self._port, is_answer=self._is_server)
            if lost is None:
                self.cut()
                return
            delay = lost
        self.peer._receive(bytes(data), delay)
        if not self._is_held_back and self.get_write_buffer_size() > HIGH_WATER:
            self._is_held_back = True
            self._protocol.pause_writing()

    def get_write_buffer_size(self) -> int:
        return sum(len(one) for _, one in self.peer._received if one)

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        pass

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        if not self._has_ended:
            self._has_ended = True
            self.peer._receive(None, 0.0)

    def close(self) -> None:
        if not self._is_closing:
            self.write_eof()
            self._is_closing = True
            self._soon(self._lose, None)

    def abort(self) -> None:
        """Cut the connection: what is under way is lost."""
        self._drop(None)
        self.peer._drop(ConnectionResetError(errno.ECONNRESET, "cut"))

    def cut(self) -> None:
        """Cut the connection from outside: both ends see it."""
        for end in (self, self.peer):
            end._drop(ConnectionResetError(errno.ECONNRESET, "cut"))

    def vanish(self) -> None:
        """End with the process that has this end: only the other one sees it."""
        self._is_closing = self._is_over = True
        self._received.clear()
        if not self.peer._is_over:
            self.peer._drop(ConnectionResetError(errno.ECONNRESET, "gone"))

    def _drop(self, error: Exception | None) -> None:
        self._is_closing = True
        self._received.clear()
        self._soon(self._lose, error)

    def _soon(self, call: Callable[..., object], *arguments: Any) -> None:
        self._loop.call_soon(call, *arguments, context=self._context)

    # -- what the other end sends --------------------------------------------------------

    def _receive(self, data: bytes | None, delay: float) -> None:
        self._last_due = max(self._last_due, self._loop.time() + delay)
        self._received.append((self._last_due, data))
        self._wake()

    def _wake(self) -> None:
        if self._received and not self._is_due and self._protocol is not None:
            self._is_due = True
            due = self._received[0][0]
            if due <= self._loop.time():
                self._soon(self._deliver)
            else:
                self._loop.call_at(due, self._deliver, context=self._context)

    def _deliver(self) -> None:
        self._is_due = False
        if self._is_paused or self._is_over or not self._received:
            return
        _, data = self._received.popleft()
        if data is not None:
            if not self._is_closing:
                self._protocol.data_received(data)
        elif not self._is_closing and not self._protocol.eof_received():
            self.close()
        peer = self.peer
        if peer._is_held_back and peer.get_write_buffer_size() <= LOW_WATER:
            peer._is_held_back = False
            if not peer._is_over:
                peer._protocol.resume_writing()
        self._wake()

    def _lose(self, error: Exception | None) -> None:
        if not self._is_over and self._protocol is not None:
            self._is_over = True
            if (lifetime := LIFETIME.get()) is not None:
                lifetime.forget(self)
            self._protocol.connection_lost(error)


class Listener(asyncio.AbstractServer):
    """A server that listens on a port of the network."""

    def __init__(
        self, network: "Network", protocol_factory: Callable[[], asyncio.BaseProtocol], sock: Any
    ) -> None:
        self.sockets = [sock]
        self.accept = protocol_factory
        self.context = contextvars.copy_context()
        self._network = network
        if (lifetime := LIFETIME.get()) is not None:
            lifetime.at_death(self, self.close)

    def close(self) -> None:
        for one in self.sockets:
            self._network.listeners.pop(one.getsockname()[1], None)
            one.close()
        self.sockets = []

    async def wait_closed(self) -> None:
        pass

    def is_serving(self) -> bool:
        return bool(self.sockets)

    def get_loop(self) -> asyncio.AbstractEventLoop:
        return self._network.loop

    async def start_serving(self) -> None:
        pass

    async def serve_forever(self) -> None:
        await asyncio.Event().wait()


class Address:
    """Stands for a connected socket until the loop makes a connection of it."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port

    def close(self) -> None:
        pass


class Port:
    """Stands for a socket that listens, where ports are numbered and not bound."""

    family = socket.AF_INET

    def __init__(self, host: str, port: int) -> None:
        self._name = host, port

    def getsockname(self) -> tuple[str, int]:
        return self._name

    def close(self) -> None:
        pass


class Network:
    """The ports of a loop, by number.

    ``has_own_ports``: they are numbered in the order of their use, the same in every run.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.listeners: dict[int, Listener] = {}
        self.weather: Weather | None = None
        self.has_own_ports = False
        self._clients = 0
        self._numbers = itertools.count(OWN_PORTS)

    def listen(
        self,
        protocol_factory: Callable[[], asyncio.BaseProtocol],
        host: str | None,
        port: int | None,
        sock: socket.socket | None,
    ) -> Listener:
        """Return a server on the port; a free one for 0. Raises ``OSError`` if it is taken."""
        found: socket.socket | Port | None = sock
        if found is None and self.has_own_ports:
            number = port or next(self._numbers)
            if number in self.listeners:
                raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE))
            found = Port(host or "127.0.0.1", number)
        elif found is None:
            found = _bound(host or "127.0.0.1", port or 0)
        listener = Listener(self, protocol_factory, found)
        self.listeners[found.getsockname()[1]] = listener
        return listener

    def connect(self, protocol_factory: Callable[[], P], host: str, port: int) -> tuple[Wire, P]:
        """Return a connection to a port's server; ``ConnectionRefusedError`` without one."""
        listener = self.listeners.get(port)
        is_cut_off = self.weather is not None and not self.weather.reaches(port)
        if listener is None or is_cut_off:
            raise ConnectionRefusedError(errno.ECONNREFUSED, os.strerror(errno.ECONNREFUSED))
        self._clients += 1
        client_at = CLIENTS[0], CLIENTS[1] + self._clients
        here, there = contextvars.copy_context(), listener.context.copy()
        near = Wire(self, client_at, (host, port), here, is_server=False)
        far = Wire(self, (host, port), client_at, there, is_server=True)
        near.peer, far.peer = far, near
        there.run(far.begin, listener.accept)
        return near, near.begin(protocol_factory)


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind((host, port))
        sock.listen(1)  # two that are only bound could have the same port
    except OSError as error:
        sock.close()
        raise OSError(
            error.errno, f"error while attempting to bind on address {(host, port)!r}"
        ) from error
    return sock
