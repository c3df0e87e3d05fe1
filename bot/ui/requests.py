"""Requests to Discord: those that broke off are repeated at once, where that is harmless.

discord.py repeats what Discord answers with 500, 502, 504 or 524, and a reset connection on macOS
and Windows only. An answer that it cannot read (a page, half a body) escapes as an error of Python.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

import discord
from discord.http import Route

from bot.ui.discord_private import TokenRequests, use_token_requests
from bot.ui.failures import CUT, NotReachedError

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
