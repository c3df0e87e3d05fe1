"""The WebSocket of one page: greeting, limits, messages in both directions, renewed sessions."""

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from aiohttp import WSMessage, WSMsgType, web
from pydantic import ValidationError

from bot.ui.i18n import mark, words_for
from bot.web.accounts import SILENT, Accounts, NotSignedInError
from bot.web.app import WebApp
from bot.web.connection import ByeReason, Connection, Outbox, bye, encoded
from bot.web.dispatch import Dispatch
from bot.web.protocol.base import PROTOCOL
from bot.web.protocol.messages import INCOMING, AnswerMessage, Hello, Incoming, Token
from bot.web.rights import UnknownRightsError
from bot.web.session import RENEW_S, Session
from engine.store import StoreError

HELLO_SECONDS: Final = 10.0
MESSAGE_BYTES: Final = 16 * 1024
HEARTBEAT_SECONDS: Final = 20.0
"""A page is asked for a sign of life this often, and has half as long to give one."""
GOODBYE_SECONDS: Final = 2.0
LOOK_SECONDS: Final = 3.0
"""The time in which Discord has to say whether somebody is a member."""
RETRY_S: Final = 60.0
HALF_SIGN: Final = mark("Part of an emoji is missing in your text. Write it again.")
log = logging.getLogger(__name__)


class Sockets:
    """The open sockets.

    ``authenticate``: notes that whoever has sent a request is signed in, if there is room for them.
    ``clock``: for the limit of messages.
    """

    def __init__(
        self,
        app: WebApp,
        accounts: Accounts,
        authenticate: Callable[[web.Request], bool],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._app = app
        self._accounts = accounts
        self._authenticate = authenticate
        self._clock = clock
        self._renew_s = float(RENEW_S)
        self._open: set[web.WebSocketResponse] = set()

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Serve one page until it leaves."""
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
            await self._greeted(request, socket)
        finally:
            self._open.discard(socket)
            await socket.close()
        return socket

    async def close(self) -> None:
        """Send everybody away; the pages come back to the next process."""
        pages = self._app.followers.pages
        for page in pages:
            page.bye("restart")
        sending = asyncio.gather(*(page.flushed() for page in pages))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(sending, GOODBYE_SECONDS)
        await asyncio.gather(*(socket.close() for socket in tuple(self._open)))

    async def _greeted(self, request: web.Request, socket: web.WebSocketResponse) -> None:
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                first = _message(await socket.receive())
        except TimeoutError:
            first = None
        if not isinstance(first, Hello):
            return
        session = self._app.signer.read(first.token)
        if first.protocol != PROTOCOL or session is None:
            locale = "en-US" if session is None else session.locale
            reason: ByeReason = "session" if first.protocol == PROTOCOL else "protocol"
            await _say_bye(socket, reason, locale)
            return
        if not self._authenticate(request):
            await _say_bye(socket, "restart", session.locale)
            return
        # What Discord does not say now is asked again; a token does not outlive its hour.
        with contextlib.suppress(NotSignedInError):
            found = await self._as_of_now(session)
            if found is None:
                await _say_bye(socket, "session", session.locale)
                return
            session = replace(found, expires=session.expires)
        if first.locale:
            session = replace(session, locale=first.locale)
        try:
            page = await self._page(socket, session)
        except StoreError:
            await _say_bye(socket, "restart", session.locale)
            return
        await self._talk(socket, page)

    async def _as_of_now(self, session: Session) -> Session | None:
        """Return what a session is now; ``None``, and end it, if its person has left the server.

        Raises NotSignedInError if Discord does not say so in time.
        """
        try:
            async with asyncio.timeout(LOOK_SECONDS):
                is_member = await self._app.rights.is_member(session)
                found = await self._accounts.renewed(session) if is_member else None
        except (UnknownRightsError, TimeoutError) as error:
            raise NotSignedInError(SILENT, 503) from error
        if found is None or found.guild != session.guild:
            self._app.signer.end(session)
            return None
        return found

    async def _page(self, socket: web.WebSocketResponse, session: Session) -> Connection:
        async def send(data: bytes) -> None:
            await socket.send_frame(data, WSMsgType.TEXT)

        app, preferences = self._app, self._app.messenger.preferences
        reader = await preferences.private(session.user, session.locale)
        page = Connection(
            session,
            reader,
            app.panels.of(session.user),
            Outbox(send),
            app.frames,
            app.people,
            app.downloads,
            self._clock,
        )
        prefs = await preferences.prefs(session.user)
        page.welcome(reader, prefs, app.messenger.service.now_ms())
        app.people.seen(session)
        return page

    async def _talk(self, socket: web.WebSocketResponse, page: Connection) -> None:
        """Exchange messages until either side ends it."""
        followers, dispatch = self._app.followers, Dispatch(self._app, page)
        followers.opened(page)
        self._app.event_panels.opened(page)
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
            if message is None and (name := _half_sign_of(received)):
                sentence = page.reader.words.t(HALF_SIGN)
                page.put(AnswerMessage(id=name, outcome="refused", sentence=sentence))
                continue
            if message is None:
                page.bye("broken")
                return
            await dispatch.take(message)

    async def _renew(self, page: Connection) -> None:
        """Send new tokens well before the old one expires; end the session of a former member."""
        wait = self._renew_s
        while not self._app.signer.is_over(page.session):
            await asyncio.sleep(wait)
            try:
                session = await self._as_of_now(page.session)
            except NotSignedInError:
                wait = RETRY_S
                continue
            if session is None:
                break
            token, expires = self._app.signer.token(session)
            page.session, wait = replace(session, expires=expires), self._renew_s
            page.put(Token(token=token, expires=expires * 1000))
        page.bye("session")


async def _say_bye(socket: web.WebSocketResponse, reason: ByeReason, locale: str) -> None:
    await socket.send_str(encoded(bye(reason, words_for(locale))).decode())


def _message(received: WSMessage) -> Incoming | None:
    """Read a message; ``None`` for anything that is not of the protocol."""
    if received.type is WSMsgType.TEXT:
        with contextlib.suppress(ValidationError):
            return INCOMING.validate_json(received.data)
    return None


def _half_sign_of(received: WSMessage) -> str:
    """Return the name of a message whose only fault may be half a sign, such as half an emoji."""
    try:
        found = json.loads(received.data)
    except ValueError:
        return ""
    whole = json.dumps(found, ensure_ascii=False).encode(errors="replace")
    name = found.get("id") if isinstance(found, dict) else None
    with contextlib.suppress(ValidationError):
        INCOMING.validate_json(whole)
        return name if isinstance(name, str) else ""
    return ""
