"""Addresses at which this process listens."""

import aiohttp
import pytest
from aiohttp import web

from bot.ops.listening import listening
from bot.settings import SettingsError


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
