"""What joins the card table with people at Discord: avatars, shared tables, files of panels."""

import asyncio
import base64
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import quote

import aiohttp
from aiohttp import web
from cachetools import TTLCache
from pydantic import ValidationError

from bot.match.board import match_context
from bot.match.links import custom_id_of
from bot.match.sheet_screen import score_line
from bot.match.table_screen import table_screen
from bot.render.canvas import card_of
from bot.ui.compose import drawn
from bot.ui.dispatcher import failure_text
from bot.ui.i18n import mark, words_for
from bot.ui.listener import Messenger
from bot.ui.markup import plain_name
from bot.web.accounts import SILENT
from bot.web.discord_api import DiscordApi, RefusedError, SilentError
from bot.web.files import answer, problem, words_of
from bot.web.panels import Downloads
from bot.web.protocol.base import id_number
from bot.web.protocol.http import ShareAsk, ShareCard, SharePicture
from bot.web.rights import Rights
from bot.web.session import SESSION_ENDED, Session, Signer
from bot.web.visitors import VisitorLimits
from bot.wording.names import title_of_match
from engine.service import MatchId
from engine.store import StoreError

CDN: Final = "https://cdn.discordapp.com"
AVATAR_PIXELS: Final = 64
MOST_AVATAR_BYTES: Final = 64 * 1024
"""Of one picture; those of this size have a tenth."""
CACHE_BYTES: Final = 16 * 1024 * 1024
CACHE_S: Final = 24 * 3600.0
MISSING_S: Final = 600.0
ANSWER_SECONDS: Final = 5.0
AT_ONCE: Final = 8
AVATARS_BURST: Final = (60.0, 300.0)
AVATARS_PER_SECOND: Final = (5.0, 50.0)
_USER: Final = re.compile(r"\d{1,20}")
_NAME: Final = re.compile(r"(a_)?[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class AvatarPicture:
    """A picture. ``data``: empty if there is none."""

    mime: str
    data: bytes


class Avatars:
    """The pictures, kept for a day. ``cdn``: where Discord has them."""

    def __init__(
        self,
        http: aiohttp.ClientSession,
        cdn: str = CDN,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._http = http
        self._cdn = cdn
        self._cached: TTLCache[tuple[str, str], AvatarPicture] = TTLCache(
            CACHE_BYTES, CACHE_S, clock, lambda one: len(one.data)
        )
        self._missing: TTLCache[tuple[str, str], None] = TTLCache(10_000, MISSING_S, clock)
        self._room = asyncio.Semaphore(AT_ONCE)
        self._limits = VisitorLimits(AVATARS_BURST, AVATARS_PER_SECOND, clock)

    async def of(self, user: str, name: str, visitor: str) -> AvatarPicture | None:
        """Return a picture by its name at Discord; ``None`` if there is none, or not now."""
        key = (user, name)
        if not (_USER.fullmatch(user) and _NAME.fullmatch(name)) or key in self._missing:
            return None
        found = self._cached.get(key)
        if found is not None or not self._limits.takes(visitor):
            return found
        async with self._room:
            found = self._cached.get(key) or await self._asked(user, name)
        if found is None:
            self._missing[key] = None
        else:
            self._cached[key] = found
        return found

    async def _asked(self, user: str, name: str) -> AvatarPicture | None:
        address = f"{self._cdn}/avatars/{user}/{name}.webp?size={AVATAR_PIXELS}"
        limit = aiohttp.ClientTimeout(total=ANSWER_SECONDS)
        try:
            async with self._http.get(address, timeout=limit, allow_redirects=False) as answer:
                if answer.status != 200 or not answer.content_type.startswith("image/"):
                    return None
                data = await answer.content.read(MOST_AVATAR_BYTES + 1)
                while len(data) <= MOST_AVATAR_BYTES and (
                    more := await answer.content.read(MOST_AVATAR_BYTES)
                ):
                    data += more
        except (aiohttp.ClientError, TimeoutError):
            return None
        if not data or len(data) > MOST_AVATAR_BYTES or answer.content_type == "image/svg+xml":
            return None
        return AvatarPicture(answer.content_type, data)


CARDS_BURST: Final = (6.0, 30.0)
CARDS_PER_SECOND: Final = (0.2, 2.0)
MOST_LETTERS: Final = 120
PICTURE: Final = "gin.png"
BOLD: Final = "**"


class NothingToShareError(Exception):
    """There is no such table that this person may share."""


class SharesTooOftenError(Exception):
    """A person, or all together, share too often."""


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table as everybody may see it. ``picture``: PNG, ``None`` where it is told in words."""

    match: MatchId
    title: str
    score: str
    picture: bytes | None


class SharedTables:
    """Draws tables for people who share them."""

    def __init__(
        self,
        messenger: Messenger,
        rights: Rights,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._messenger = messenger
        self._rights = rights
        self._limits = VisitorLimits(CARDS_BURST, CARDS_PER_SECOND, clock)

    async def image(self, session: Session, match: str) -> bytes:
        """Return the picture of a table, as PNG, to save or to send."""
        shown = await self.shown(session, match)
        if shown.picture is None:
            raise NothingToShareError
        return shown.picture

    async def shown(self, session: Session, match: str) -> ShownTable:
        """Return a table as strangers may see it: no hidden card, and no name of a server's."""
        service = self._messenger.service
        if not self._limits.takes(str(session.user)):
            raise SharesTooOftenError
        live = await service.load(MatchId(id_number(match)))
        if live is None or live.setup.has_shared_deals or not self._rights.may_see(session, live):
            raise NothingToShareError
        live = live.seen_by(session.user)
        reader = await self._messenger.preferences.private(session.user, session.locale)
        reader = replace(reader, text_mode=False)
        board = match_context(service, live, reader)
        images = list(table_screen(reader, board).images())
        picture = await drawn(images[0].model) if images else None
        names = " – ".join(plain_name(board.name(seat)) for seat in board.view.seats)
        return ShownTable(
            match=live.id,
            title=f"{title_of_match(reader.words, board.setup)}: {names}",
            score=plain_name(score_line(reader, board).replace(BOLD, "")),
            picture=None if picture is None else await asyncio.to_thread(card_of, picture),
        )


class ShareCards:
    """Makes the cards and pictures at Discord, in the name of whoever shares.

    ``client_id``: the application, once it is known. Errors of Discord are those of
    :class:`DiscordApi`.
    """

    def __init__(self, tables: SharedTables, api: DiscordApi, client_id: Callable[[], str]) -> None:
        self._tables = tables
        self._api = api
        self._client_id = client_id

    async def card(self, session: Session, ask: ShareAsk) -> ShareCard:
        """Return a new card: a link of Discord's that lasts 30 days and opens this table."""
        shown = await self._tables.shown(session, ask.match)
        body = {
            "custom_id": custom_id_of(shown.match),
            "title": shown.title[:MOST_LETTERS],
            "description": shown.score[:MOST_LETTERS],
        }
        if shown.picture is not None:
            data = base64.b64encode(shown.picture).decode()
            body["image"] = f"data:image/png;base64,{data}"
        found = await self._api.ask(
            "POST",
            f"/applications/{self._client_id()}/quick-links/",
            bearer=ask.access_token,
            json=body,
        )
        return ShareCard(link=str(found.get("link_id", "")))

    async def picture(self, session: Session, ask: ShareAsk) -> SharePicture:
        """Give Discord the picture of a table, and return where it is."""
        shown = await self._tables.shown(session, ask.match)
        if shown.picture is None:
            raise NothingToShareError
        form = aiohttp.FormData()
        form.add_field("file", shown.picture, filename=PICTURE, content_type="image/png")
        found = await self._api.ask(
            "POST",
            f"/applications/{self._client_id()}/attachment",
            bearer=ask.access_token,
            data=form,
        )
        attachment = found.get("attachment")
        address = str(attachment.get("url", "")) if isinstance(attachment, dict) else ""
        if not address:
            raise RefusedError
        return SharePicture(address=address)


CACHED_FOR_A_DAY: Final = "public, max-age=86400"
NOT_YOURS: Final = mark("This table can't be shared.")
TOO_OFTEN: Final = mark("You're sharing too often. Try again in a moment.")
DISCORD_REFUSES: Final = mark("Discord didn't accept this. Your game isn't affected.")
FILE_GONE: Final = mark("This file is gone. Press its button again.")


class SocialRoutes:
    """Answers these requests. ``visitor``: tells who asks."""

    def __init__(
        self,
        signer: Signer,
        visitor: Callable[[web.Request], str],
        downloads: Downloads,
        tables: SharedTables,
        cards: ShareCards | None = None,
        avatars: Avatars | None = None,
    ) -> None:
        self._signer = signer
        self._visitor = visitor
        self._downloads = downloads
        self._tables = tables
        self._cards = cards
        self._avatars = avatars

    def routes(self) -> list[web.RouteDef]:
        """Return the routes that this card table has."""
        found = [
            web.get("/api/files/{name}", self._file),
            web.post("/api/share/image", self._image),
        ]
        if self._avatars is not None:
            found.append(web.get("/api/avatars/{user}/{name}", self._avatar))
        if self._cards is not None:
            found += [
                web.post("/api/share/card", self._card),
                web.post("/api/share/picture", self._picture),
            ]
        return found

    async def _image(self, request: web.Request) -> web.Response:
        async def make(session: Session, ask: ShareAsk) -> web.Response:
            picture = await self._tables.image(session, ask.match)
            return web.Response(body=picture, content_type="image/png")

        return await self._shared(request, make)

    async def _card(self, request: web.Request) -> web.Response:
        cards = self._cards
        assert cards is not None

        async def make(session: Session, ask: ShareAsk) -> web.Response:
            return answer(await cards.card(session, ask))

        return await self._shared(request, make)

    async def _picture(self, request: web.Request) -> web.Response:
        cards = self._cards
        assert cards is not None

        async def make(session: Session, ask: ShareAsk) -> web.Response:
            return answer(await cards.picture(session, ask))

        return await self._shared(request, make)

    async def _shared(
        self,
        request: web.Request,
        make: Callable[[Session, ShareAsk], Awaitable[web.Response]],
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
            return await make(session, ask)
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
        headers = {"Cache-Control": CACHED_FOR_A_DAY}
        return web.Response(body=found.data, content_type=found.mime, headers=headers)

    async def _file(self, request: web.Request) -> web.Response:
        found = self._downloads.find(request.match_info["name"])
        if found is None:
            raise web.HTTPNotFound(text=words_of(request).t(FILE_GONE))
        headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(found.name)}"}
        return web.Response(
            body=base64.b64decode(found.data),
            content_type="application/octet-stream",
            headers=headers,
        )
