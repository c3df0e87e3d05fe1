"""Connections in memory between servers and clients of one loop.

What one end writes, the other end receives on a later turn of the loop, in order. Ports are bound
for real, so that they are unique and a taken one is refused, but nothing passes through them.
"""

import asyncio
import errno
import os
import socket
from asyncio import constants
from collections import deque
from collections.abc import Callable
from typing import Any, Final, TypeVar

P = TypeVar("P", bound=asyncio.BaseProtocol)
HIGH_WATER: Final = 64 * 1024
LOW_WATER: Final = 16 * 1024
CLIENTS: Final = ("127.0.0.1", 50_000)


class Wire(asyncio.Transport):
    """One end of a connection."""

    # Files are read and written piece by piece.
    _sendfile_compatible = constants._SendfileMode.FALLBACK

    def __init__(
        self, loop: asyncio.AbstractEventLoop, own: tuple[str, int], other: tuple[str, int]
    ) -> None:
        super().__init__({"sockname": own, "peername": other})
        self._loop = loop
        self._protocol: Any = None
        self._received: deque[bytes | None] = deque()  # None: nothing follows
        self._is_due = False
        self._is_paused = False
        self._is_closing = False
        self._is_over = False
        self._has_ended = False
        self._is_held_back = False
        self.peer: Wire

    def begin(self, protocol: asyncio.BaseProtocol) -> None:
        self._protocol = protocol
        protocol.connection_made(self)
        self._wake()

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
        self.peer._receive(bytes(data))
        if not self._is_held_back and self.get_write_buffer_size() > HIGH_WATER:
            self._is_held_back = True
            self._protocol.pause_writing()

    def get_write_buffer_size(self) -> int:
        return sum(len(one) for one in self.peer._received if one)

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        pass

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        if not self._has_ended:
            self._has_ended = True
            self.peer._receive(None)

    def close(self) -> None:
        if not self._is_closing:
            self.write_eof()
            self._is_closing = True
            self._loop.call_soon(self._lose, None)

    def abort(self) -> None:
        """Cut the connection: what is under way is lost."""
        self._is_closing = True
        self._received.clear()
        self._loop.call_soon(self._lose, None)
        peer = self.peer
        peer._is_closing = True
        peer._received.clear()
        self._loop.call_soon(peer._lose, ConnectionResetError(errno.ECONNRESET, "cut"))

    # -- what the other end sends --------------------------------------------------------

    def _receive(self, data: bytes | None) -> None:
        self._received.append(data)
        self._wake()

    def _wake(self) -> None:
        if self._received and not self._is_due and self._protocol is not None:
            self._is_due = True
            self._loop.call_soon(self._deliver)

    def _deliver(self) -> None:
        self._is_due = False
        if self._is_paused or self._is_over or not self._received:
            return
        data = self._received.popleft()
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
            self._protocol.connection_lost(error)


class Listener(asyncio.AbstractServer):
    """A server that listens on a port of the network."""

    def __init__(
        self, network: "Network", protocol_factory: Callable[[], asyncio.BaseProtocol], sock: Any
    ) -> None:
        self.sockets = [sock]
        self.accept = protocol_factory
        self._network = network

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


class Network:
    """The ports of a loop, by number."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.listeners: dict[int, Listener] = {}
        self._clients = 0

    def listen(
        self,
        protocol_factory: Callable[[], asyncio.BaseProtocol],
        host: str | None,
        port: int | None,
        sock: socket.socket | None,
    ) -> Listener:
        """Return a server on the port; a free one for 0. Raises ``OSError`` if it is taken."""
        if sock is None:
            sock = _bound(host or "127.0.0.1", port or 0)
        listener = Listener(self, protocol_factory, sock)
        self.listeners[sock.getsockname()[1]] = listener
        return listener

    def connect(self, protocol_factory: Callable[[], P], host: str, port: int) -> tuple[Wire, P]:
        """Return a connection to a port's server; ``ConnectionRefusedError`` without one."""
        listener = self.listeners.get(port)
        if listener is None:
            raise ConnectionRefusedError(errno.ECONNREFUSED, os.strerror(errno.ECONNREFUSED))
        self._clients += 1
        client_at = CLIENTS[0], CLIENTS[1] + self._clients
        near = Wire(self.loop, client_at, (host, port))
        far = Wire(self.loop, (host, port), client_at)
        near.peer, far.peer = far, near
        far.begin(listener.accept())
        protocol = protocol_factory()
        near.begin(protocol)
        return near, protocol


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
