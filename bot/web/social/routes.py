"""The requests about shared tables, avatars and files."""

import base64
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar
from urllib.parse import quote

from aiohttp import web
from pydantic import ValidationError

from bot.ui.errors import failure_text
from bot.ui.i18n import mark, words_for
from bot.web.accounts import SILENT
from bot.web.answers import answer, problem, words_of
from bot.web.discord_api import RefusedError, SilentError
from bot.web.downloads import Downloads
from bot.web.protocol.base import Message
from bot.web.protocol.http import ShareAsk
from bot.web.session import SESSION_ENDED, Session, Signer
from bot.web.social.avatars import Avatars
from bot.web.social.share_cards import NothingToShareError, ShareCards, SharesTooOftenError
from engine.store import StoreError

DAY: Final = "public, max-age=86400"
NOT_YOURS: Final = mark("This table can't be shared.")
TOO_OFTEN: Final = mark("You're sharing too often. Try again in a moment.")
DISCORD_REFUSES: Final = mark("Discord didn't accept this. Your game isn't affected.")
GONE: Final = mark("This file is gone. Press its button again.")
_Made = TypeVar("_Made", bound=Message)


class SocialRoutes:
    """Answers these requests. ``visitor``: tells who asks."""

    def __init__(
        self,
        signer: Signer,
        visitor: Callable[[web.Request], str],
        downloads: Downloads,
        cards: ShareCards | None = None,
        avatars: Avatars | None = None,
    ) -> None:
        self._signer = signer
        self._visitor = visitor
        self._downloads = downloads
        self._cards = cards
        self._avatars = avatars

    def routes(self) -> list[web.RouteDef]:
        """Return the routes that this card table has."""
        found = [web.get("/api/files/{name}", self._file)]
        if self._avatars is not None:
            found.append(web.get("/api/avatars/{user}/{name}", self._avatar))
        if self._cards is not None:
            found += [
                web.post("/api/share/card", self._card),
                web.post("/api/share/picture", self._picture),
            ]
        return found

    async def _card(self, request: web.Request) -> web.Response:
        assert self._cards is not None
        return await self._shared(request, self._cards.card)

    async def _picture(self, request: web.Request) -> web.Response:
        assert self._cards is not None
        return await self._shared(request, self._cards.picture)

    async def _shared(
        self,
        request: web.Request,
        make: Callable[[Session, ShareAsk], Awaitable[_Made]],
    ) -> web.Response:
        words = words_of(request)
        try:
            ask = ShareAsk.model_validate_json(await request.read())
        except ValidationError:
            return problem(words, NOT_YOURS, 400)
        session = self._signer.read(ask.token)
        if session is None:
            return problem(words, SESSION_ENDED, 403)
        words = words_for(session.locale)
        try:
            return answer(await make(session, ask))
        except (NothingToShareError, ValueError):
            return problem(words, NOT_YOURS, 404)
        except SharesTooOftenError:
            return problem(words, TOO_OFTEN, 429)
        except RefusedError:
            return problem(words, DISCORD_REFUSES, 502)
        except SilentError:
            return problem(words, SILENT, 503)
        except StoreError as error:
            return problem(words, failure_text(error), 503)

    async def _avatar(self, request: web.Request) -> web.Response:
        assert self._avatars is not None
        user, name = request.match_info["user"], request.match_info["name"]
        found = await self._avatars.of(user, name, self._visitor(request))
        if found is None:
            raise web.HTTPNotFound
        headers = {"Cache-Control": DAY}
        return web.Response(body=found.data, content_type=found.mime, headers=headers)

    async def _file(self, request: web.Request) -> web.Response:
        found = self._downloads.find(request.match_info["name"])
        if found is None:
            raise web.HTTPNotFound(text=words_of(request).t(GONE))
        headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(found.name)}"}
        return web.Response(
            body=base64.b64decode(found.data),
            content_type="application/octet-stream",
            headers=headers,
        )
