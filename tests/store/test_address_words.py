"""What is said of a server's address."""

import asyncio
import struct

import pytest
from sqlalchemy import make_url

from engine.store import AddressError, Store
from engine.store.address import where

SSL_REQUEST = struct.pack(">II", 8, 80877103)


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("postgresql+asyncpg://gin@[::1]/gin", "[::1]:5432"),
        ("postgresql+asyncpg://gin@[fd00::4]:6000/gin", "[fd00::4]:6000"),
        ("postgresql+asyncpg://gin@db/gin", "db:5432"),
        ("postgresql+asyncpg://gin@/gin?host=a:1&host=b", "a:1, b:5432"),
    ],
)
def test_hosts_are_named_with_their_ports(url: str, said: str) -> None:
    assert where(make_url(url)) == said


@pytest.mark.real_time
@pytest.mark.parametrize("option", ["ssl=require", "sslmode=require"])
async def test_a_server_without_encryption_is_not_called_unreachable(option: str) -> None:
    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        assert await reader.readexactly(8) == SSL_REQUEST
        writer.write(b"N")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(refuse, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(AddressError, match="the server offers no encryption"):
            await Store.open(f"postgresql+asyncpg://gin@127.0.0.1:{port}/gin?{option}")
