"""A TCP proxy before a PostgreSQL server that stops in the middle of what it carries."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from urllib.parse import parse_qs, urlsplit


class Stalling:
    """Carries ``limit`` bytes one way, then nothing more until it is ``cut``."""

    def __init__(self, address: str, limit: int, *, to_server: bool) -> None:
        [folder] = parse_qs(urlsplit(address).query)["host"]
        self._socket = f"{folder}/.s.PGSQL.5432"
        self._limit = limit
        self._to_server = to_server
        self.stalled = asyncio.Event()
        self.cut = asyncio.Event()
        self.port = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry one client's connection until a side closes it or it is cut."""
        async with contextlib.AsyncExitStack() as stack:
            stack.callback(writer.close)
            above, below = await asyncio.open_unix_connection(self._socket)
            stack.callback(below.close)
            ways = [
                asyncio.create_task(self._carry(reader, below, limited=self._to_server)),
                asyncio.create_task(self._carry(above, writer, limited=not self._to_server)),
                asyncio.create_task(self.cut.wait()),
            ]
            stack.push_async_callback(_ended, ways)
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)

    async def _carry(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, limited: bool
    ) -> None:
        while data := await reader.read(4096):
            if limited:
                self._limit -= len(data)
                if self._limit < 0:
                    self.stalled.set()
                    await asyncio.Event().wait()
            writer.write(data)
            await writer.drain()


async def _ended(tasks: Sequence[asyncio.Task[object]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@asynccontextmanager
async def stalling(address: str, limit: int, *, to_server: bool) -> AsyncIterator[Stalling]:
    """Run the proxy on loopback."""
    proxy = Stalling(address, limit, to_server=to_server)
    carried: set[asyncio.Task[None]] = set()

    def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        carried.add(asyncio.create_task(proxy.serve(reader, writer)))

    server = await asyncio.start_server(carry, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        proxy.cut.set()
        server.close()
        await asyncio.gather(*carried, return_exceptions=True)  # no connection outlives the test
