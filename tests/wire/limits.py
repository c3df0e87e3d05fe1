"""Rate limits: 50 requests a second for a token, and a bucket for each route (topics/rate-limits).

Interaction endpoints do not count towards the limit of the token.
"""

import time
import zlib
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from typing import Final

GLOBAL: Final = 50
"""Requests of one token within any second."""
BUCKETS: Final = {
    "POST /channels/C/messages": (5, 5.0),
    "PATCH /channels/C/messages/M": (5, 5.0),
    "DELETE /channels/C/messages/M": (5, 1.0),
    "POST /channels/C/messages/M/threads": (50, 300.0),
    "POST /webhooks/W": (5, 2.0),
    "PATCH /webhooks/W/messages/M": (5, 2.0),
}
"""How many requests in how many seconds, for each route and the channel or webhook it names."""
EXEMPT: Final = ("/interactions/", "/webhooks/")
MOST_BUCKETS: Final = 50_000


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a request may pass. ``wait``: the seconds until one may, 0 if this one does."""

    wait: float = 0.0
    is_global: bool = False
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class _Bucket:
    left: int
    until: float


class Limits:
    """The limits of one token. ``breaches``: the moments at which the global one was exceeded."""

    def __init__(self, per_second: int = GLOBAL) -> None:
        self.per_second = per_second
        self.is_on = True
        self.breaches: list[float] = []
        self._recent: deque[float] = deque()
        self._buckets: OrderedDict[tuple[str, str], _Bucket] = OrderedDict()

    def check(self, route: str, major: str) -> Verdict:
        """Count a request."""
        if not self.is_on:
            return Verdict()
        now = time.monotonic()
        if not route.partition(" ")[2].startswith(EXEMPT):
            wait = self._global(now)
            if wait:
                self.breaches.append(now)
                return Verdict(wait, is_global=True, headers=refusal(wait, "global"))
        return self._own(route, major, now)

    def _global(self, now: float) -> float:
        while self._recent and self._recent[0] <= now - 1:
            self._recent.popleft()
        if len(self._recent) >= self.per_second:
            return self._recent[0] + 1 - now
        self._recent.append(now)
        return 0.0

    def _own(self, route: str, major: str, now: float) -> Verdict:
        if route not in BUCKETS:
            return Verdict()
        limit, seconds = BUCKETS[route]
        found = self._buckets.pop((route, major), None)
        if found is None or found.until <= now:
            found = _Bucket(limit, now + seconds)
        self._buckets[route, major] = found
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        rest = found.until - now
        wait = 0.0 if found.left else rest
        found.left = max(0, found.left - 1)
        headers = {
            "X-RateLimit-Limit": str(limit),
            "X-RateLimit-Remaining": str(found.left),
            "X-RateLimit-Reset": f"{time.time() + rest:.3f}",
            "X-RateLimit-Reset-After": f"{rest:.3f}",
            "X-RateLimit-Bucket": f"{zlib.crc32(route.encode()):x}",
        }
        return Verdict(wait, headers=headers | (refusal(wait, "user") if wait else {}))


def refusal(wait: float, scope: str) -> dict[str, str]:
    """The headers of a request that came too early."""
    found = {"Retry-After": f"{wait:.3f}", "X-RateLimit-Scope": scope, "Via": "1.1 loopback"}
    return found | ({"X-RateLimit-Global": "true"} if scope == "global" else {})
