"""Tables that players share in Discord: the card beside the link, and the picture as a message."""

import asyncio
import base64
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import aiohttp

from bot.match.board import match_context
from bot.match.link import custom_id_of
from bot.match.sheet_screen import score_line
from bot.match.table_screen import table_screen
from bot.render.card import card_of
from bot.ui.compose import drawn
from bot.ui.listener import Messenger
from bot.ui.markup import plain_name
from bot.web.discord_api import DiscordApi, RefusedError
from bot.web.protocol.http import ShareAsk, ShareCard, SharePicture
from bot.web.rights import Rights
from bot.web.session import Session
from bot.web.views.actions import id_number
from bot.web.visitors import VisitorLimits
from bot.wording.names import title_of_match
from engine.service import MatchId

BURST: Final = (6.0, 30.0)
PER_SECOND: Final = (0.2, 2.0)
MOST_LETTERS: Final = 120
PICTURE: Final = "gin.png"
BOLD: Final = "**"


class NothingToShareError(Exception):
    """There is no such table that this person may share."""


class SharesTooOftenError(Exception):
    """A person, or all together, share too often."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """A table as everybody may see it. ``picture``: PNG, ``None`` where it is told in words."""

    match: MatchId
    title: str
    score: str
    picture: bytes | None


class ShareCards:
    """Makes the cards and pictures, in the name of whoever shares.

    ``client_id``: the application, once it is known. Errors of Discord are those of
    :class:`DiscordApi`.
    """

    def __init__(
        self,
        messenger: Messenger,
        rights: Rights,
        api: DiscordApi,
        client_id: Callable[[], str],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._messenger = messenger
        self._rights = rights
        self._api = api
        self._client_id = client_id
        self._limits = VisitorLimits(BURST, PER_SECOND, clock)

    async def card(self, session: Session, ask: ShareAsk) -> ShareCard:
        """Return a new card: a link of Discord's that lasts 30 days and opens this table."""
        shown = await self._shown(session, ask.match)
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
        shown = await self._shown(session, ask.match)
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

    async def _shown(self, session: Session, match: str) -> _Shown:
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
        return _Shown(
            match=live.id,
            title=f"{title_of_match(reader.words, board.setup)}: {names}",
            score=plain_name(score_line(reader, board).replace(BOLD, "")),
            picture=None if picture is None else await asyncio.to_thread(card_of, picture),
        )
