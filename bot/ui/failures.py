"""Failures of requests to Discord: what each one means for what is done next.

Requests are repeated at once in one place, :mod:`bot.ui.requests`; what still fails then is
classified here, by whoever asked.
"""

from enum import Enum, auto
from types import SimpleNamespace
from typing import Any, Final

import aiohttp
import discord

CUT: Final = (aiohttp.ClientError, OSError, TimeoutError)
"""The errors of a broken connection: Discord may or may not have received the request."""
FAILURES: Final = (discord.HTTPException, *CUT)
"""Everything that a request to Discord raises."""
OF_DISCORD: Final = (discord.HTTPException, aiohttp.ClientError)
"""What nothing but a request to Discord raises."""

UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_MESSAGE: Final = 10008
NO_ACCESS: Final = 50001
CLOSED_MESSAGES: Final = 50007
NO_PERMISSION: Final = 50013
ARCHIVED_THREAD: Final = 50083
HAS_THREAD: Final = 160004
LOCKED_THREAD: Final = 160005
MISSING: Final = frozenset((10007, 10011, 10013))
"""The codes for a member, role or user that does not exist (any more)."""


class Failure(Enum):
    """What is done after a request that failed."""

    WAIT = auto()
    """Ask again later: nothing reached Discord, or it is overloaded or out of order, or a server
    before it answered with a page of its own."""
    GONE = auto()
    """The message, channel or token does not exist any more."""
    REFUSED = auto()
    """The same request is refused for as long as nothing else changes."""


class NotReachedError(discord.DiscordServerError):
    """Discord could not be reached, or its answer could not be read."""

    def __init__(self, why: str) -> None:
        response: Any = SimpleNamespace(status=503, reason=why)
        super().__init__(response, "")


def failure_of(error: Exception) -> Failure:
    """Return what a failure means.

    Discord itself gives each refusal a code; a 403 without one is a page of a front server.
    """
    if not isinstance(error, discord.HTTPException):
        return Failure.WAIT
    is_page = error.status == 403 and error.code == 0
    if is_page or error.status in (408, 429) or error.status >= 500:
        return Failure.WAIT
    if error.status in (401, 404):
        return Failure.GONE
    return Failure.REFUSED


def may_pass(error: Exception) -> bool:
    """Whether the same request may succeed later."""
    return failure_of(error) is Failure.WAIT


def described(error: Exception) -> str:
    """Return a failure for the log in a few words, without the page that a server sent."""
    if isinstance(error, NotReachedError):
        return str(error.response.reason)
    if isinstance(error, discord.HTTPException):
        return f"{error.status} {error.code}" if error.code else str(error.status)
    return type(error).__name__
