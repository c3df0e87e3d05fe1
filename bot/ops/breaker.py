"""A circuit breaker for refused requests: after too many of them, deferrable work waits.

10,000 responses of 401, 403 or 429 within ten minutes get an address banned (topics/rate-limits);
those for a shared limit do not count. Far below that, table messages, mentions, notes and roles
pause until half of the refusals have expired. Answers to presses continue, because play depends on
them.
"""

import logging
import time
from collections import deque
from collections.abc import Callable
from enum import StrEnum
from types import SimpleNamespace
from typing import Final

import aiohttp

RATE_LIMITED: Final = 429
REFUSED: Final = frozenset({401, 403, RATE_LIMITED})
WINDOW_SECONDS: Final = 600.0
MOST: Final = 2_000
STEP_SECONDS: Final = 10.0
"""The length of a counting interval, which bounds the memory for refusals."""

log = logging.getLogger(__name__)


class ResponseClass(StrEnum):
    """The class of a response's status, or that there was none."""

    SUCCESS = "2xx"
    REDIRECT = "3xx"
    REFUSED = "4xx"
    FAULT = "5xx"
    NONE = "none"


class CircuitBreaker:
    """The count of Discord's refusals within the last ten minutes, and of all its responses."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, most: int = MOST) -> None:
        self._clock = clock
        self._most = most
        self._steps: deque[tuple[float, int]] = deque()
        self._count = 0
        self._is_open = False
        self.responses = dict.fromkeys(ResponseClass, 0)
        """The responses since the start, by class."""
        self.rate_limited = 0
        """The responses with status 429 since the start, also those for a shared limit."""

    @property
    def count(self) -> int:
        """The number of refused requests in the last ten minutes."""
        self._forget()
        return self._count

    @property
    def is_open(self) -> bool:
        """Whether deferrable work has to wait."""
        self._forget()
        return self._is_open

    def note(self, status: int, scope: str | None = None) -> None:
        """Record a response of Discord. ``scope``: its header about the scope of a 429's limit."""
        self._count_response(status)
        if status not in REFUSED or scope == "shared":
            return
        self._forget()
        step = self._clock() // STEP_SECONDS * STEP_SECONDS
        if self._steps and self._steps[-1][0] == step:
            self._steps[-1] = (step, self._steps[-1][1] + 1)
        else:
            self._steps.append((step, 1))
        self._count += 1
        if self._count >= self._most and not self._is_open:
            self._is_open = True
            log.error(
                "Discord refused %d requests within ten minutes: boards, mentions, notes and roles "
                "wait until it is calmer; presses are answered",
                self._count,
            )

    def trace(self) -> aiohttp.TraceConfig:
        """Return the trace that reports every response of an HTTP session to this breaker."""

        async def ended(
            _session: aiohttp.ClientSession,
            _context: SimpleNamespace,
            ended: aiohttp.TraceRequestEndParams,
        ) -> None:
            self.note(ended.response.status, ended.response.headers.get("X-RateLimit-Scope"))

        async def failed(
            _session: aiohttp.ClientSession,
            _context: SimpleNamespace,
            _failed: aiohttp.TraceRequestExceptionParams,
        ) -> None:
            self.responses[ResponseClass.NONE] += 1

        config = aiohttp.TraceConfig()
        config.on_request_end.append(ended)
        config.on_request_exception.append(failed)
        return config

    def _count_response(self, status: int) -> None:
        first = f"{status // 100}xx"
        if first in self.responses:  # not the 101 of the gateway
            self.responses[ResponseClass(first)] += 1
        self.rate_limited += status == RATE_LIMITED

    def _forget(self) -> None:
        oldest = self._clock() - WINDOW_SECONDS
        while self._steps and self._steps[0][0] <= oldest:
            self._count -= self._steps.popleft()[1]
        if self._is_open and self._count < self._most // 2:
            self._is_open = False
            log.warning("Discord refuses little again; what waited goes on")
