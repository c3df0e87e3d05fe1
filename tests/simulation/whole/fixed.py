"""Nothing is left to chance but by the seed: secrets, ids, keys of connections, and threads."""

import asyncio
import contextlib
import os
import random
import secrets
import types
import uuid
from collections.abc import Iterator
from typing import Any, Final
from unittest.mock import patch

import discord.backoff
import discord.gateway
from discord.gateway import KeepAliveHandler

from bot.ui import edits
from engine.service import SystemEntropy
from engine.service.daily import challenge
from engine.service.trainer import commands
from engine.store import Store

PATIENCE: Final = Store.read.__defaults__, challenge.PATIENCE_S, commands.PATIENCE_S
"""As the program has it: other tests are more patient."""
BOUNDARY: Final = "gin-boundary"


class _Lots(random.Random):
    """Random numbers that nothing seeds anew."""

    def __init__(self) -> None:
        super().__init__(1)

    def seed(self, *_: Any, **__: Any) -> None:
        super().seed(1)


class Heartbeats(KeepAliveHandler):
    """Keeps a connection to the gateway alive in a task in place of discord.py's thread."""

    def start(self) -> None:
        self._beating = asyncio.get_running_loop().create_task(self._beat())

    async def _beat(self) -> None:
        loop = asyncio.get_running_loop()
        assert self.interval is not None
        while not self._stop_ev.is_set():
            await asyncio.sleep(self.interval)
            if self._stop_ev.is_set():
                return
            if self._last_recv + self.heartbeat_timeout < loop.time():
                with contextlib.suppress(Exception):
                    await self.ws.close(4000)
                self.stop()
                return
            try:
                await self.ws.send_heartbeat(self.get_payload())
            except Exception:  # noqa: BLE001 - as the thread does
                self.stop()
                return
            self._last_send = loop.time()


@contextlib.contextmanager
def fixed(seed: int) -> Iterator[None]:
    """While it lasts, whatever is drawn by lot in this process follows from the seed."""
    lots = random.Random(f"whole {seed}")
    before = random.getstate()
    random.seed(seed)

    def token_bytes(count: int | None = None) -> bytes:
        return lots.randbytes(count or 32)

    def token_hex(count: int | None = None) -> str:
        return token_bytes(count).hex()

    backoff = types.SimpleNamespace(Random=_Lots)
    with contextlib.ExitStack() as stack:
        for replaced in (
            patch.object(os, "urandom", lots.randbytes),
            patch.object(secrets, "token_bytes", token_bytes),
            patch.object(secrets, "token_hex", token_hex),
            patch.object(secrets, "token_urlsafe", token_hex),
            patch.object(uuid, "uuid4", lambda: uuid.UUID(bytes=lots.randbytes(16), version=4)),
            patch.object(SystemEntropy, "token", lambda _, count: lots.randbytes(count)),
            patch.object(discord.backoff, "random", backoff),
            patch.object(discord.gateway, "KeepAliveHandler", Heartbeats),
            patch.object(Store.read, "__defaults__", PATIENCE[0]),
            patch.object(challenge, "PATIENCE_S", PATIENCE[1]),
            patch.object(commands, "PATIENCE_S", PATIENCE[2]),
            patch.object(edits, "_BOUNDARY", BOUNDARY),
            patch.object(edits, "_END", f"--{BOUNDARY}--\r\n".encode()),
            patch.object(edits, "_FORM_TYPE", f"multipart/form-data; boundary={BOUNDARY}"),
        ):
            stack.enter_context(replaced)
        try:
            yield
        finally:
            random.setstate(before)
