"""The WebSocket of one page: greeting, limits, messages in both directions, renewed sessions."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from aiohttp import WSMessage, WSMsgType, web
from pydantic import ValidationError

from bot.ui.i18n import words_for
from bot.web.accounts import Accounts, NotSignedInError
from bot.web.connection import ByeReason, Connection, Outbox, bye, encoded
from bot.web.dispatch import Dispatch
from bot.web.idempotent_actions import WebApp
from bot.web.protocol.messages import INCOMING, Hello, Incoming, Token
from bot.web.protocol.screens import PROTOCOL
from bot.web.session import RENEW_S, Session
from engine.store import StoreError

HELLO_SECONDS: Final = 10.0
MESSAGE_BYTES: Final = 16 * 1024
HEARTBEAT_SECONDS: Final = 20.0
"""A page is asked for a sign of life this often, and has half as long to give one."""
GOODBYE_SECONDS: Final = 2.0
RETRY_S: Final = 60.0
log = logging.getLogger(__name__)


class Sockets:
    """The open sockets. ``most``: how many there may be. ``clock``: for the limit of messages."""

    def __init__(
        self,
        site: WebApp,
        accounts: Accounts,
        most: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._site = site
        self._accounts = accounts
        self._most = most
        self._clock = clock
        self._renew_s = float(RENEW_S)
        self._open: set[web.WebSocketResponse] = set()

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Serve one page until it leaves."""
        if len(self._open) >= self._most:
            raise web.HTTPServiceUnavailable(text="too many pages are open")
        socket = web.WebSocketResponse(
            heartbeat=HEARTBEAT_SECONDS,
            max_msg_size=MESSAGE_BYTES,
            timeout=GOODBYE_SECONDS,
            # A frame goes to many pages; each would be compressed anew.
            compress=False,
        )
        await socket.prepare(request)
        self._open.add(socket)
        try:
            await self._greeted(socket)
        finally:
            self._open.discard(socket)
            await socket.close()
        return socket

    async def close(self) -> None:
        """Send everybody away; the pages come back to the next process."""
        pages = self._site.followers.pages
        for page in pages:
            page.bye("restart")
        sending = asyncio.gather(*(page.flushed() for page in pages))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(sending, GOODBYE_SECONDS)
        await asyncio.gather(*(socket.close() for socket in tuple(self._open)))

    async def _greeted(self, socket: web.WebSocketResponse) -> None:
        try:
            first = _message(await socket.receive(timeout=HELLO_SECONDS))
        except TimeoutError:
            first = None
        if not isinstance(first, Hello):
            return
        session = self._site.signer.read(first.token)
        if first.protocol != PROTOCOL or session is None:
            reason: ByeReason = "session" if first.protocol == PROTOCOL else "protocol"
            locale = "en-US" if session is None else session.locale
            await socket.send_str(encoded(bye(reason, words_for(locale))).decode())
            return
        try:
            page = await self._page(socket, session)
        except StoreError:
            await socket.send_str(encoded(bye("restart", words_for(session.locale))).decode())
            return
        await self._talk(socket, page)

    async def _page(self, socket: web.WebSocketResponse, session: Session) -> Connection:
        async def send(data: bytes) -> None:
            await socket.send_frame(data, WSMsgType.TEXT)

        site, preferences = self._site, self._site.outlet.preferences
        reader = await preferences.private(session.user, session.locale)
        page = Connection(
            session,
            reader,
            site.panels.of(session.user),
            Outbox(send),
            site.frames,
            site.people,
            self._clock,
        )
        prefs = await preferences.prefs(session.user)
        page.welcome(reader, prefs, site.outlet.service.now_ms())
        site.people.seen(session)
        return page

    async def _talk(self, socket: web.WebSocketResponse, page: Connection) -> None:
        """Exchange messages until either side ends it."""
        followers, dispatch = self._site.followers, Dispatch(self._site, page)
        followers.opened(page)
        self._site.event_panels.opened(page)
        ends = [
            asyncio.create_task(page.send_all(), name="gin-web-send"),
            asyncio.create_task(self._listen(socket, page, dispatch), name="gin-web-listen"),
            asyncio.create_task(self._renew(page), name="gin-web-renew"),
        ]
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            if ends[1].done() and not ends[0].done():
                page.hang_up()
                await asyncio.wait(ends[:1], timeout=GOODBYE_SECONDS)
        finally:
            for task in ends:
                task.cancel()
            results = await asyncio.gather(*ends, return_exceptions=True)
            followers.closed(page)
            await dispatch.finish()
        for error in results:
            if isinstance(error, Exception):
                log.error("a page was cut off", exc_info=error)

    async def _listen(
        self, socket: web.WebSocketResponse, page: Connection, dispatch: Dispatch
    ) -> None:
        while True:
            received = await socket.receive()
            if received.type is not WSMsgType.TEXT:
                return
            if not page.may_send():
                page.bye("too_fast")
                return
            message = _message(received)
            if message is None:
                page.bye("broken")
                return
            await dispatch.take(message)

    async def _renew(self, page: Connection) -> None:
        """Send a new token well before the old one expires; end the session of a former member."""
        wait = self._renew_s
        while True:
            await asyncio.sleep(wait)
            try:
                session = await self._accounts.renewed(page.session)
            except NotSignedInError:
                wait = RETRY_S
                continue
            if session.guild != page.session.guild:
                page.bye("session")
                return
            token, expires = self._site.signer.token(session)
            page.session, wait = replace(session, expires=expires), self._renew_s
            page.put(Token(token=token, expires=expires * 1000))


def _message(received: WSMessage) -> Incoming | None:
    """Read a message; ``None`` for anything that is not of the protocol."""
    if received.type is WSMsgType.TEXT:
        with contextlib.suppress(ValidationError):
            return INCOMING.validate_json(received.data)
    return None
