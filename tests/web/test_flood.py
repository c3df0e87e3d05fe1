"""The real process with a thousand files, while strangers open more connections than that."""

import asyncio
import logging
import socket
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import aiohttp
import pytest

from tests.web.on_discord import ANSWER_S, Running, running
from tests.wire.messages import Message
from tests.wire.server import CHANNEL

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600), pytest.mark.real_time]
FILES = 1024
FLOOD = 1400
PRESSES = 24
ANN, BOB = 21, 22
URL = "https://gin.example.org"
DISCORDS_LIMIT_S = 3.0
UPGRADE = (
    "GET /api/socket HTTP/1.1\r\nHost: gin.example.org\r\nOrigin: https://gin.example.org\r\n"
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


@pytest.fixture
def sockets() -> Iterator[list[socket.socket]]:
    found: list[socket.socket] = []
    yield found
    for one in found:
        one.close()


async def _flooded(gin: Running, sockets: list[socket.socket], first: str) -> int:
    """Open connections that say ``first`` and nothing more; return how many the process took."""
    loop, at = asyncio.get_running_loop(), urlsplit(gin.address)
    assert at.hostname
    taken = 0
    for _ in range(FLOOD):
        one = socket.socket()
        one.setblocking(False)
        sockets.append(one)
        try:
            async with asyncio.timeout(1):
                await loop.sock_connect(one, (at.hostname, at.port))
                await loop.sock_sendall(one, first.encode())
        except (OSError, TimeoutError):
            continue
        taken += 1
    return taken


async def _table(gin: Running) -> tuple[Message, str]:
    """Begin a match in the chat; return its message and the press that shows a hand."""
    command = await gin.discord.slash(ANN, "gin practice")
    await gin.discord.answered(command, ANSWER_S)
    while True:
        for message in gin.discord.messages.all.values():
            for part in message.parts():
                if message.channel == CHANNEL and part.get("label") == "My hand":
                    return message, str(part["custom_id"])
        await asyncio.sleep(0.05)


async def _waits(gin: Running, message: Message, press: str) -> list[float]:
    """Press again and again; return after how many seconds each press was answered."""
    found = []
    for _ in range(PRESSES):
        began = time.monotonic()
        await gin.discord.answered(await gin.discord.press(ANN, message, press), 10)
        found.append(time.monotonic() - began)
        await asyncio.sleep(0.5)  # the pace that one person may press at
    return found


def _has_ended(one: socket.socket) -> bool:
    """Whether the other end has closed a connection."""
    try:
        while one.recv(4096):
            pass
    except BlockingIOError:
        return False
    except OSError:
        pass
    return True


@pytest.mark.parametrize(
    "first",
    [
        pytest.param("", id="silent", marks=pytest.mark.night),
        pytest.param(UPGRADE, id="no hello", marks=pytest.mark.night),
        pytest.param(UPGRADE[:-2], id="slow"),
    ],
)
async def test_strangers_take_no_connection_from_players(
    tmp_path: Path, sockets: list[socket.socket], first: str
) -> None:
    async with running(tmp_path, files=FILES, GIN_WEB_URL=URL) as gin:
        message, press = await _table(gin)
        taken = await _flooded(gin, sockets, first)
        began = time.monotonic()
        async with (
            aiohttp.ClientSession() as fresh,
            fresh.get(gin.address, timeout=aiohttp.ClientTimeout(5)) as answer,
        ):
            assert answer.status == 200
        opened = time.monotonic() - began
        waits = await _waits(gin, message, press)
        p99 = statistics.quantiles(waits, n=100)[98]
        assert p99 < DISCORDS_LIMIT_S
        figures = f"{taken} taken, page {opened * 1000:.0f} ms, presses p99 {p99 * 1000:.0f} ms"
        logging.getLogger(__name__).info(figures)
        ended = [one for one in sockets if _has_ended(one)]
        assert len(ended) >= taken, f"{len(ended)} of {taken} have been closed"
    assert "Too many open files" not in (tmp_path / "log").read_text()
