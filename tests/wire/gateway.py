"""The gateway: sessions of shards, identify windows, heartbeats, resuming (events/gateway)."""

import asyncio
import contextlib
import itertools
import time
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import orjson
import zstandard
from aiohttp import WSMsgType, web

from tests.wire.objects import Guild, Payload

IDENTIFY_S: Final = 5.0
KEPT_EVENTS: Final = 2_000
"""Events of a session that a resuming client can still get."""
KEPT_SESSIONS: Final = 2_000
ENDING: Final = (1000, 1001)
"""The close codes with which a client ends its session."""
DISPATCH, HEARTBEAT, IDENTIFY, RESUME, INVALID, HELLO, ACK = 0, 1, 2, 6, 9, 10, 11


@dataclass(frozen=True, slots=True)
class Identify:
    """One IDENTIFY as it arrived. ``is_early``: within the window of the one before it."""

    at: float
    shard: int
    count: int
    is_early: bool


@dataclass
class Socket:
    """One connection, with the compression that it asked for."""

    web: web.WebSocketResponse
    compress: Callable[[bytes], bytes] | None
    is_cut: bool = False
    """Whether Discord closes it, so that the session can be resumed."""

    async def send(self, payload: Payload) -> None:
        """Send; a client that has gone away resumes later."""
        data = orjson.dumps(payload)
        with contextlib.suppress(ConnectionError, RuntimeError):
            if self.compress is None:
                await self.web.send_str(data.decode())
            else:
                await self.web.send_bytes(self.compress(data))


@dataclass
class Session:
    """A session of one shard; it outlives its sockets."""

    id: str
    shard: int
    count: int
    socket: Socket | None = None
    sequence: int = 0
    sent: deque[Payload] = field(default_factory=lambda: deque(maxlen=KEPT_EVENTS))

    async def dispatch(self, event: str, data: Any) -> None:
        """Send an event, and keep it for a client that resumes."""
        self.sequence += 1
        payload = {"op": DISPATCH, "s": self.sequence, "t": event, "d": data}
        self.sent.append(payload)
        if self.socket is not None:
            await self.socket.send(payload)

    def misses(self, sequence: int) -> list[Payload] | None:
        """The events after a sequence number; ``None`` if they are not all known any more."""
        missed = [one for one in self.sent if one["s"] > sequence]
        return missed if len(missed) == self.sequence - sequence else None


class Gateway:
    """The gateway of one application.

    ``identify_s``: the length of an identify window. ``deaf``: it reads nothing any more once a
    session has begun, as a hanging one does.
    """

    def __init__(
        self, bot: Payload, *, shards: int = 1, max_concurrency: int = 1, identify_s: float = 0.0
    ) -> None:
        self.bot = bot
        self.shards = shards
        self.max_concurrency = max_concurrency
        self.identify_s = identify_s
        self.heartbeat_ms = 40_000
        self.deaf = False
        self.url = ""
        self.guilds: dict[int, Guild] = {}
        self.sessions: dict[str, Session] = {}
        self.identifies: deque[Identify] = deque(maxlen=KEPT_EVENTS)
        self.resumes = 0
        self.starts_left = 1000
        self.identified = asyncio.Event()
        self._free_at: dict[int, float] = {}
        self._numbers = itertools.count(1)

    @property
    def early(self) -> list[Identify]:
        """The identifies that were answered with an invalid session."""
        return [one for one in self.identifies if one.is_early]

    def connected(self) -> Iterator[Session]:
        """The sessions with a client."""
        return (one for one in self.sessions.values() if one.socket is not None)

    def serving(self, guild: int) -> list[Session]:
        """The sessions with a client that are told of a server."""
        return [one for one in self.connected() if (guild >> 22) % one.count == one.shard]

    async def tell(self, guild: int, event: str, data: Any) -> int:
        """Send an event to every session of a server's shard; return how many have a client."""
        found = [one for one in self.sessions.values() if (guild >> 22) % one.count == one.shard]
        for session in found:
            await session.dispatch(event, data)
        return sum(one.socket is not None for one in found)

    async def cut(self, shard: int | None = None, code: int = 4000) -> int:
        """Close the sockets of a shard, or all of them; return how many."""
        found = [one for one in self.connected() if shard in (None, one.shard)]
        for session in found:
            assert session.socket is not None
            session.socket.is_cut = True
            await session.socket.web.close(code=code)
        return len(found)

    async def forget_sessions(self) -> None:
        """Close all sockets; none of their sessions can be resumed."""
        found = list(self.connected())
        for session in found:
            del self.sessions[session.id]
        for session in found:
            assert session.socket is not None
            session.socket.is_cut = True
            await session.socket.web.close(code=4009)

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection."""
        connection = web.WebSocketResponse()
        await connection.prepare(request)
        socket = Socket(connection, _compressor(request.query.get("compress", "")))
        await socket.send({"op": HELLO, "d": {"heartbeat_interval": self.heartbeat_ms}})
        session: Session | None = None
        try:
            async for message in connection:
                if message.type is not WSMsgType.TEXT:
                    continue
                payload = orjson.loads(message.data)
                if payload["op"] == HEARTBEAT:
                    await socket.send({"op": ACK, "d": None})
                elif payload["op"] == IDENTIFY:
                    session = await self._identify(socket, payload["d"])
                elif payload["op"] == RESUME:
                    session = await self._resume(socket, payload["d"])
                if session is not None and self.deaf:
                    await asyncio.Event().wait()
        finally:
            if session is not None and session.socket is socket:
                session.socket = None
        if session is not None and connection.close_code in ENDING and not socket.is_cut:
            self.sessions.pop(session.id, None)  # the client has ended it
        return connection

    async def _identify(self, socket: Socket, data: Payload) -> Session | None:
        shard, count = data.get("shard") or (0, 1)
        key, now = shard % self.max_concurrency, time.monotonic()
        is_early = now < self._free_at.get(key, 0.0)
        self.identifies.append(Identify(now, shard, count, is_early))
        if is_early:
            await socket.send({"op": INVALID, "d": False})
            return None
        self._free_at[key] = now + self.identify_s
        self.starts_left -= 1
        session = Session(f"session-{next(self._numbers)}", shard, count, socket)
        self.sessions[session.id] = session
        while len(self.sessions) > KEPT_SESSIONS:
            del self.sessions[next(iter(self.sessions))]
        await self._welcome(session)
        self.identified.set()
        return session

    async def _welcome(self, session: Session) -> None:
        own = [one for one in self.guilds.values() if one.shard(session.count) == session.shard]
        ready = {
            "v": 10,
            "user": self.bot,
            "guilds": [{"id": str(one.id), "unavailable": True} for one in own],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": [session.shard, session.count],
            "application": {"id": self.bot["id"], "flags": 0},
        }
        await session.dispatch("READY", ready)
        for guild in own:
            await session.dispatch("GUILD_CREATE", guild.payload(self.bot))

    async def _resume(self, socket: Socket, data: Payload) -> Session | None:
        session = self.sessions.get(data["session_id"])
        missed = None if session is None else session.misses(int(data["seq"] or 0))
        if session is None or missed is None:
            await socket.send({"op": INVALID, "d": False})
            return None
        self.resumes += 1
        session.socket = socket
        for payload in missed:
            await socket.send(payload)
        await session.dispatch("RESUMED", {})
        return session


def _compressor(kind: str) -> Callable[[bytes], bytes] | None:
    """The compression of a whole connection, a message at a time."""
    if kind == "zstd-stream":
        zstd = zstandard.ZstdCompressor().compressobj()
        block = zstandard.COMPRESSOBJ_FLUSH_BLOCK
        return lambda data: zstd.compress(data) + zstd.flush(block)
    if kind == "zlib-stream":
        stream = zlib.compressobj()
        return lambda data: stream.compress(data) + stream.flush(zlib.Z_SYNC_FLUSH)
    return None
