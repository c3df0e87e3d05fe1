"""Requests to Discord: what each failure means, and which are repeated at once.

discord.py repeats what Discord answers with 500, 502, 504 or 524, and a reset connection on macOS
and Windows only. An answer that it cannot read (a page, half a body) escapes as an error of Python.
Requests are repeated at once in one place, here; what still fails then is classified by whoever
asked.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from enum import Enum, auto
from functools import partial
from types import SimpleNamespace
from typing import Any, Final

import aiohttp
import discord
from discord.http import Route

from bot.ui.discord_private import TokenRequests, use_token_requests

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


PAUSE_S: Final = 0.25
"""The delay before a request is repeated; what fails again is left to whoever asked."""
IDEMPOTENT: Final = frozenset(("GET", "PUT", "PATCH", "DELETE"))
IDEMPOTENT_POSTS: Final = frozenset(
    ("/users/@me/channels", "/channels/{channel_id}/messages/{message_id}/threads")
)
"""A person has one channel with the bot, and a message one thread."""
UNREADABLE: Final = (ValueError, KeyError)
"""What the library raises for an answer that is not what its head says."""
log = logging.getLogger(__name__)


def repeat_requests(client: discord.Client) -> None:
    """Let a client's requests with the bot's token be repeated.

    What fails all the same is raised as :class:`NotReachedError`, which is an HTTPException.
    """
    http = client.http

    async def request(route: Route, **more: Any) -> Any:
        # Looked up at each call: what replaces the library's method is asked too.
        send = partial(type(http).request, http, route, **more)
        broken = (*CUT, *UNREADABLE)
        return await _sent(send, route, more, broken, may_repeat=_may_repeat(route, more))

    http.request = request  # type: ignore[method-assign]


def repeat_token_requests() -> None:
    """Let requests that a token in their path allows be repeated in this context."""
    use_token_requests(_TokenRequests())  # type: ignore[no-untyped-call]


async def _sent(
    send: Callable[[], Awaitable[Any]],
    route: Route,
    more: dict[str, Any],
    broken: tuple[type[Exception], ...],
    *,
    may_repeat: bool,
) -> Any:
    """Send a request; once more if it breaks off and may be repeated."""
    for is_last in (False, True) if may_repeat else (True,):
        try:
            return await send()
        except broken as error:
            why = type(error).__name__
            if is_last:
                raise NotReachedError(why) from error
        log.info("%s %s broke off (%s) and is repeated", route.method, route.path, why)
        for file in more.get("files") or ():
            file.reset(seek=True)
        await asyncio.sleep(PAUSE_S)
    raise AssertionError("the last attempt returns or raises")


def _may_repeat(route: Route, more: dict[str, Any]) -> bool:
    """Whether a second request does no more than the first: Discord knows a nonce for minutes."""
    if route.method in IDEMPOTENT or route.path in IDEMPOTENT_POSTS:
        return True
    form = more.get("form") or ()
    texts = [str(one["value"]) for one in form if one["name"] == "payload_json"]
    has_nonce = bool((more.get("json") or {}).get("enforce_nonce"))
    return has_nonce or any('"enforce_nonce":true' in one.replace(" ", "") for one in texts)


class _TokenRequests(TokenRequests):
    """Repeats edits and deletions; answers are repeated by whoever knows what was answered."""

    async def request(self, route: Route, session: Any, **more: Any) -> Any:
        send = partial(super().request, route, session, **more)
        broken = (*CUT, *UNREADABLE, TypeError)
        try:
            return await _sent(send, route, more, broken, may_repeat=route.method in IDEMPOTENT)
        except NotReachedError as error:
            if isinstance(error.__cause__, CUT):
                raise error.__cause__ from None  # Whoever answers knows that it may have arrived.
            raise
