"""Who asks before anybody has signed in: one address, or one person inside Discord."""

from collections import Counter
from collections.abc import Callable, Iterable
from enum import Enum, auto
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Final, TypeAlias

from aiohttp import web
from aiohttp.typedefs import Handler
from cachetools import LRUCache

from bot.ui.pacing import TokenBucket
from bot.web.session import ProxyProof

AT_ONCE: Final = 24
"""The requests of one visitor that may be under way; a socket is one until its greeting."""
MOST_VISITORS: Final = 20_000
FORWARDED: Final = "X-Forwarded-For"
Network: TypeAlias = IPv4Network | IPv6Network
_SITE_BITS: Final = 64
_COUNTED: Final = web.RequestKey("gin visitor", str)


def visitor_of(request: web.Request, proxies: Iterable[Network], proof: ProxyProof | None) -> str:
    """Return who has sent a request; empty if nobody trusted tells.

    Discord's proxy signs the person; any other of ``proxies`` adds the address that asked it to
    ``X-Forwarded-For``, where what stands before may be invented.
    """
    if proof is not None and (user := proof.user(request.headers)):
        return f"user {user}"
    proxies = tuple(proxies)
    names = [name for line in request.headers.getall(FORWARDED, ()) for name in line.split(",")]
    found, trusted = "", request.remote or ""
    for name in reversed(names):
        if not _is_in(trusted, proxies):
            break
        found = trusted = name.strip()
    return _app(found)


def _is_in(address: str, networks: Iterable[Network]) -> bool:
    try:
        found = ip_address(address)
    except ValueError:
        return False
    return any(found in network for network in networks)


def _app(address: str) -> str:
    """Return an address; of IPv6 the network, as everybody has a whole one."""
    try:
        found = ip_address(address)
    except ValueError:
        return ""
    if found.version == 4:
        return str(found)
    return str(ip_network((found, _SITE_BITS), strict=False))


class Visitors:
    """The visitors whose requests are under way. ``proxies``: whose word is believed."""

    def __init__(
        self,
        proxies: Iterable[Network] = (),
        proof: ProxyProof | None = None,
        at_once: int = AT_ONCE,
    ) -> None:
        self._proxies = tuple(proxies)
        self._proof = proof
        self._at_once = at_once
        self._under_way: Counter[str] = Counter()

    def of(self, request: web.Request) -> str:
        """Return who has sent a request; empty if nobody trusted tells."""
        return visitor_of(request, self._proxies, self._proof)

    @web.middleware
    async def middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse requests of a visitor of whom too many are under way."""
        visitor = self.of(request)
        if visitor:
            if self._under_way[visitor] >= self._at_once:
                raise web.HTTPTooManyRequests(text="too many requests at once")
            self._under_way[visitor] += 1
            request[_COUNTED] = visitor
        try:
            return await handler(request)
        finally:
            self.authenticated(request)

    def authenticated(self, request: web.Request) -> None:
        """Count a request no longer: whoever has sent it is signed in, or it is answered."""
        visitor = request.pop(_COUNTED, "")
        if visitor:
            self._under_way[visitor] -= 1
            if not self._under_way[visitor]:
                del self._under_way[visitor]


class VisitorKind(Enum):
    """What is known of a visitor: who it is, that a ticket was given out to it, or nothing."""

    KNOWN = auto()
    TICKET = auto()
    UNKNOWN = auto()


class VisitorLimits:
    """A limit of what visitors may ask for: of each of them, and of all together.

    Those of whom nobody trusted tells have only a common one, which is not that of the others, so
    that they can shut nobody out but each other; those with a ticket share one of their own.
    ``burst``, ``per_second``: as of :class:`bot.ui.pacing.TokenBucket`, each for one visitor and
    for all.
    """

    def __init__(
        self,
        burst: tuple[float, float],
        per_second: tuple[float, float],
        clock: Callable[[], float],
    ) -> None:
        self._burst = burst
        self._per_second = per_second
        self._clock = clock
        self._common = {kind: TokenBucket(burst[1], per_second[1], clock) for kind in VisitorKind}
        self._buckets: LRUCache[str, TokenBucket] = LRUCache(MOST_VISITORS)

    def takes(self, visitor: str, *, has_ticket: bool = False) -> bool:
        """Whether one more is within the limits; if so, it is counted.

        ``has_ticket``: whether something of ours that counts once comes with it.
        """
        kind = VisitorKind.TICKET if has_ticket else VisitorKind.UNKNOWN
        if visitor:
            kind = VisitorKind.KNOWN
            bucket = self._buckets.get(visitor)
            if bucket is None:
                bucket = TokenBucket(self._burst[0], self._per_second[0], self._clock)
                self._buckets[visitor] = bucket
            if not bucket.takes():
                return False
        return self._common[kind].takes()

    def give_back(self, visitor: str, *, has_ticket: bool = False) -> None:
        """Count what has succeeded no longer: only failures use the limits up."""
        if visitor:
            self._common[VisitorKind.KNOWN].give_back()
            if (bucket := self._buckets.get(visitor)) is not None:
                bucket.give_back()
        else:
            self._common[VisitorKind.TICKET if has_ticket else VisitorKind.UNKNOWN].give_back()
