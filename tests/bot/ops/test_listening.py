"""Addresses at which this process listens."""

import asyncio
import logging

import aiohttp
import pytest
from aiohttp import web

from bot.ops.listening import CUT, listening
from bot.settings import SettingsError
from tests.waiting import until


async def alive(_: web.Request) -> web.Response:
    return web.Response(text="alive")


@pytest.mark.real_time
@pytest.mark.parametrize(("host", "begin"), [("::1", "http://[::1]:"), ("127.0.0.1", "http://127")])
async def test_the_address_of_a_host_is_a_url(host: str, begin: str) -> None:
    application = web.Application()
    application.add_routes([web.get("/", alive)])
    async with listening(application, host, 0, "GIN_OPS_PORT") as address:
        assert address.startswith(begin)
        async with aiohttp.ClientSession() as session, session.get(address) as answer:
            assert await answer.text() == "alive"
        port = int(address.rpartition(":")[2])
        with pytest.raises(SettingsError) as refused:
            async with listening(web.Application(), host, port, "GIN_WEB_PORT"):
                pass
    named = address.removeprefix("http://")
    assert str(refused.value).startswith(f"GIN_WEB_PORT: {named} cannot be used (")


async def _opened(address: str, text: str) -> asyncio.StreamWriter:
    host, _, port = address.removeprefix("http://").rpartition(":")
    _, writer = await asyncio.open_connection(host, int(port))
    writer.write(text.encode())
    await writer.drain()
    return writer


CUT_OFF = {
    "half a request": "POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 90\r\n\r\nhalf",
    "a handshake": (
        "GET /socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    ),
}


@pytest.mark.real_time
@pytest.mark.parametrize("text", CUT_OFF.values(), ids=list(CUT_OFF))
async def test_connections_that_are_cut_are_counted_and_told_once_a_minute(
    text: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    begun = asyncio.Semaphore(0)
    left = asyncio.Event()

    async def body(request: web.Request) -> web.Response:
        begun.release()
        return web.Response(body=await request.read())

    async def upgraded(request: web.Request) -> web.StreamResponse:
        begun.release()
        await asyncio.shield(left.wait())
        found = web.WebSocketResponse()
        await found.prepare(request)
        return found

    async def broken(_: web.Request) -> web.Response:
        raise ZeroDivisionError

    application = web.Application()
    application.add_routes(
        [web.post("/body", body), web.get("/socket", upgraded), web.get("/broken", broken)]
    )
    before = CUT.count
    CUT._next = 0.0
    async with listening(application, "127.0.0.1", 0, "GIN_OPS_PORT") as address:
        for _ in range(5):
            writer = await _opened(address, text)
            await begun.acquire()
            writer.transport.abort()
        await asyncio.sleep(0.1)
        left.set()
        await until(lambda: CUT.count >= before + 5)
        found = [one for one in caplog.records if one.name == "bot.ops.listening.http"]
        assert [one.exc_info for one in found] == [None]
        assert [one.levelno for one in found] == [logging.INFO]
        async with aiohttp.ClientSession() as session, session.get(f"{address}/broken") as answer:
            assert answer.status == 500
    assert caplog.records[-1].exc_info, "a failure of ours is told in full"
