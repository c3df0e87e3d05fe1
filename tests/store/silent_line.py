"""A line to a PostgreSQL server on which packets are lost, while nothing is closed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

SOCKET: Final = ".s.PGSQL.5432"
_CHUNK: Final = 1 << 16


class Line:
    """Carries connections to the socket of a server.

    ``lost``: what the next connection that falls silent sends in that moment; ``arrives``: whether
    the server still gets it; ``is_deaf``: nothing more is taken from the client either, so that
    what it sends fills up.
    """

    def __init__(self, server: Path) -> None:
        self._server = server
        self._open: list[_Carried] = []
        self.lost: bytes | None = None
        self.arrives = False
        self.is_deaf = False
        self.silenced = 0

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry one connection of a client's."""
        self._open.append(_Carried(self, reader, writer))
        with suppress(asyncio.CancelledError, OSError):
            await self._open[-1].run(await asyncio.open_unix_connection(self._server))

    def silence(self) -> None:
        """Lose whatever is sent from now on over the connections that are open."""
        for one in self._open:
            one.is_silent = True

    def is_last(self, sent: bytes) -> bool:
        """Whether a connection falls silent with these bytes."""
        if self.lost is None or self.lost not in sent:
            return False
        self.lost = None
        self.silenced += 1
        return True

    def close(self) -> None:
        """End every connection."""
        for one in self._open:
            one.close()


class _Carried:
    def __init__(
        self, line: Line, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._line, self._reader, self._writers = line, reader, [writer]
        self.is_silent = False

    async def run(self, server: tuple[asyncio.StreamReader, asyncio.StreamWriter]) -> None:
        answers, requests = server
        self._writers.append(requests)
        back = asyncio.create_task(self._back(answers))
        while sent := await self._reader.read(_CHUNK):
            is_last = self._line.is_last(sent)
            if not self.is_silent and (self._line.arrives or not is_last):
                requests.write(sent)
            self.is_silent = self.is_silent or is_last
            if is_last and self._line.is_deaf:
                await asyncio.Event().wait()
        if not self.is_silent:
            self.close()
        await back

    async def _back(self, answers: asyncio.StreamReader) -> None:
        with suppress(OSError):
            while answer := await answers.read(_CHUNK):
                if not self.is_silent:
                    self._writers[0].write(answer)
        if not self.is_silent:
            self.close()

    def close(self) -> None:
        for writer in self._writers:
            writer.close()


@asynccontextmanager
async def line_to(server: Path, folder: Path) -> AsyncIterator[Line]:
    """Open a line to the server whose sockets are in one folder by a socket in another."""
    line = Line(server / SOCKET)
    listening = await asyncio.start_unix_server(line.carry, folder / SOCKET)
    (folder / SOCKET).chmod(0o777)
    try:
        yield line
    finally:
        listening.close()
        line.close()
