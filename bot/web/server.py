"""The HTTP server of the web table: the page, its words, sign-in, and the socket."""

import contextlib
import logging
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from aiohttp import web
from pydantic import TypeAdapter, ValidationError

from bot.ui.dispatcher import failure_text
from bot.ui.i18n import mark, words_for
from bot.web.accounts import Accounts, NotSignedInError
from bot.web.files import Guard, PageFiles, answer, problem, words_of
from bot.web.protocol.http import LoginAsk, SessionAsk, Words
from bot.web.protocol.http import SignedIn as SessionBody
from bot.web.session import Signer
from bot.web.shared import NotSharedError, SharedReplays, TooManyError
from bot.web.socket import Sockets
from bot.web.words import words_in
from engine.store import StoreError

NOT_SHARED: Final = mark("Nothing is shared under this link.")
MANY_LOOK: Final = mark("Too many people are looking at this right now. Try again in a moment.")
NO_REQUEST: Final = mark("Invalid sign-in request. Reload the page.")
BODY_BYTES: Final = 8 * 1024
IMMUTABLE: Final = "public, max-age=31536000, immutable"
_ASK: Final[TypeAdapter[SessionAsk]] = TypeAdapter(SessionAsk)
log = logging.getLogger(__name__)


class WebServer:
    """The answers to every request. ``further``: those that have a module of their own."""

    def __init__(
        self,
        accounts: Accounts,
        signer: Signer,
        sockets: Sockets,
        files: PageFiles,
        guard: Guard,
        shared: SharedReplays | None,
        further: Iterable[web.RouteDef] = (),
    ) -> None:
        self._accounts = accounts
        self._signer = signer
        self._sockets = sockets
        self._files = files
        self._guard = guard
        self._shared = shared
        self._further = tuple(further)

    def application(self) -> web.Application:
        """Return the web application."""
        application = web.Application(
            client_max_size=BODY_BYTES,
            middlewares=[self._guard.middleware(), self._guard.visitors.middleware],
        )
        application.on_response_prepare.append(self._guard.add_headers)
        application.add_routes(
            [
                web.get("/", self._page),
                web.get("/assets/{name}", self._asset),
                web.get("/sw.js", self._worker),
                web.get("/api/about", self._about),
                web.get("/api/words/{locale}", self._words),
                web.post("/api/login", self._login),
                web.post("/api/session", self._session),
                web.get("/api/socket", self._socket),
                web.get("/api/shared/{name}", self._replay),
                web.get("/api/shared/{name}/picture", self._picture),
                *self._further,
            ]
        )
        return application

    async def _page(self, request: web.Request) -> web.Response:
        name, head = request.query.get("shared", ""), ""
        if name and self._shared is not None:
            with contextlib.suppress(NotSharedError, StoreError):
                head = await self._shared.head(name, words_for("en-US"))
        index = self._files.index(words_of(request), head)
        return web.Response(text=index, content_type="text/html")

    async def _replay(self, request: web.Request) -> web.Response:
        query = request.query
        words = words_for(query["locale"]) if "locale" in query else words_of(request)
        if self._shared is None:
            return problem(words, NOT_SHARED, 404)
        try:
            found = await self._shared.replay(
                request.match_info["name"],
                words,
                self._visitor(request),
                query.get("press", ""),
                query.getall("value", ()),
                waits="wait" in query,
            )
        except NotSharedError:
            return problem(words, NOT_SHARED, 404)
        except TooManyError:
            return problem(words, MANY_LOOK, 429)
        except StoreError as error:
            return problem(words, failure_text(error), 503)
        return answer(found)

    async def _picture(self, request: web.Request) -> web.Response:
        if self._shared is None:
            raise web.HTTPNotFound
        try:
            picture = await self._shared.picture(request.match_info["name"], self._visitor(request))
        except NotSharedError:
            raise web.HTTPNotFound from None
        except TooManyError:
            raise web.HTTPTooManyRequests from None
        except StoreError:
            raise web.HTTPServiceUnavailable from None
        return web.Response(body=picture.data, content_type=picture.mime)

    async def _asset(self, request: web.Request) -> web.Response:
        found = self._files.asset(request.match_info["name"])
        if found is None:
            raise web.HTTPNotFound
        headers = {"Cache-Control": IMMUTABLE, "ETag": f'"{found.etag}"', "Vary": "Accept-Encoding"}
        if request.headers.get("If-None-Match") == f'"{found.etag}"':
            return web.Response(status=304, headers=headers)
        body = found.data
        if found.packed is not None and "gzip" in request.headers.get("Accept-Encoding", ""):
            body, headers["Content-Encoding"] = found.packed, "gzip"
        return web.Response(body=body, content_type=found.mime, headers=headers)

    async def _worker(self, request: web.Request) -> web.Response:
        found, headers = self._files.worker, {"Cache-Control": "no-cache"}
        return web.Response(body=found.data, content_type=found.mime, headers=headers)

    async def _about(self, request: web.Request) -> web.Response:
        return answer(self._accounts.about())

    async def _words(self, request: web.Request) -> web.Response:
        words = words_for(request.match_info["locale"])
        return answer(Words(locale=words.language, words=words_in(words)))

    async def _login(self, request: web.Request) -> web.Response:
        try:
            ask = LoginAsk.model_validate_json(await request.read())
            return answer(self._accounts.login(roles=ask.roles))
        except ValidationError:
            return problem(words_of(request), NO_REQUEST, 400)
        except NotSignedInError as error:
            return problem(words_of(request), error.reason, error.status)

    async def _session(self, request: web.Request) -> web.Response:
        words = words_of(request)
        try:
            ask = _ASK.validate_json(await request.read())
            found = await self._accounts.sign_in(ask, self._visitor(request))
        except ValidationError:
            return problem(words, NO_REQUEST, 400)
        except NotSignedInError as error:
            return problem(words, error.reason, error.status)
        token, expires = self._signer.token(found.session)
        session = replace(found.session, expires=expires)
        return answer(
            SessionBody(
                token=token,
                expires=expires * 1000,
                user=str(session.user),
                name=session.name,
                locale=session.locale,
                access_token=found.access_token,
                roles=found.roles,
            )
        )

    def _visitor(self, request: web.Request) -> str:
        return self._guard.visitors.of(request)

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        if not self._guard.knows(request):
            raise web.HTTPForbidden(text="this is no page of Gin's")
        return await self._sockets.serve(request)
