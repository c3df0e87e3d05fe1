"""The addresses of push services: they come from browsers, and may be any that is public."""

import socket
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from aiohttp import ClientSession, TCPConnector
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import DefaultResolver

LONGEST: Final = 1000
MOST_CONNECTIONS: Final = 16
HTTPS: Final = 443


def check(endpoint: str) -> None:
    """Raise ValueError unless an address is one of HTTPS, at a name, without a password."""
    parts = urlsplit(endpoint)
    host = parts.hostname or ""
    if len(endpoint) > LONGEST or not endpoint.isascii() or not endpoint.isprintable():
        raise ValueError("this is no address")
    if parts.scheme != "https" or parts.port not in (None, HTTPS) or "@" in parts.netloc:
        raise ValueError("an address of a push service begins with https://")
    if "." not in host or _is_number(host):
        raise ValueError("a push service has a public name")


def origin(endpoint: str) -> str:
    """Return the origin of an address."""
    parts = urlsplit(endpoint)
    return f"{parts.scheme}://{parts.netloc}"


def _is_number(host: str) -> bool:
    """Whether a host is an address in numbers, in any of the spellings that programs take."""
    last = host.rstrip(".").rpartition(".")[2]
    return ":" in host or last.isdecimal() or last.startswith("0x")


class PublicResolver(AbstractResolver):
    """Finds public addresses only, whatever a name leads to at the time of each request."""

    def __init__(self, inner: AbstractResolver | None = None) -> None:
        self._inner = inner or DefaultResolver()

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """Return the public addresses of a name; OSError if it has none."""
        found = await self._inner.resolve(host, port, family)
        public = [one for one in found if ip_address(one["host"]).is_global]
        if not public:
            raise OSError(f"{host} has no public address")
        return public

    async def close(self) -> None:
        """Release what the resolver holds."""
        await self._inner.close()


def push_session() -> ClientSession:
    """Return the session for requests to push services."""
    return ClientSession(
        connector=TCPConnector(resolver=PublicResolver(), limit=MOST_CONNECTIONS),
    )
