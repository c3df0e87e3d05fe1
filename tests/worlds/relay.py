"""A relay for TCP between a page and a program, which may delay bytes or stop passing them."""

import asyncio
import contextlib
import threading
from types import TracebackType
from typing import Final, Self

CHUNK: Final = 64 * 1024


class Relay:
    """Passes bytes to a port of this computer and back, from a port of its own.

    ``delay_s``: how long bytes are under way, each way. ``idle_s``: the quiet after which a
    connection passes nothing any more, as a proxy forgets it; ``None``: any.
    """

    def __init__(self, target: int) -> None:
        self.delay_s = 0.0
        self.idle_s: float | None = None
        self.port = 0
        self.opened = 0
        self._target = target
        self._is_silent = False
        self._age = 0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._writers: set[asyncio.StreamWriter] = set()

    def silence(self) -> None:
        """Pass nothing from now on, and close nothing; what is open stays dead for ever."""
        self._age += 1
        self._is_silent = True

    def restore(self) -> None:
        """Pass the bytes of connections that are opened from now on."""
        self._age += 1
        self._is_silent = False

    def __enter__(self) -> Self:
        self._thread.start()
        listening = asyncio.run_coroutine_threadsafe(
            asyncio.start_server(self._accept, "127.0.0.1", 0), self._loop
        )
        self._server = listening.result()
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _close(self) -> None:
        self._server.close()
        for writer in self._writers:
            writer.transport.abort()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        await asyncio.gather(*others, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.opened += 1
        age = self._age
        try:
            there = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.close()
            return
        connection = _Connection(self, age)
        self._writers |= {writer, there[1]}
        await asyncio.gather(
            connection.pass_on(reader, there[1]), connection.pass_on(there[0], writer)
        )

    def passes(self, age: int) -> bool:
        """Whether bytes of a connection of this age are passed."""
        return not self._is_silent and age == self._age


class _Connection:
    """One connection through the relay."""

    def __init__(self, relay: Relay, age: int) -> None:
        self._relay = relay
        self._age = age
        self._loop = asyncio.get_running_loop()
        self._active = self._loop.time()
        self._is_forgotten = False

    def _passes(self) -> bool:
        now, idle_s = self._loop.time(), self._relay.idle_s
        if idle_s is not None and now - self._active > idle_s:
            self._is_forgotten = True
        self._active = now
        return not self._is_forgotten and self._relay.passes(self._age)

    async def pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass what one side sends, and its end."""
        with contextlib.suppress(OSError):
            while data := await reader.read(CHUNK):
                if self._passes():
                    self._loop.call_later(self._relay.delay_s, writer.write, data)
        if self._relay.passes(self._age) and not self._is_forgotten:
            self._loop.call_later(self._relay.delay_s, writer.close)
