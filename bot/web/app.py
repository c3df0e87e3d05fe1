"""What every page has to do with, composed once, and whether its person is still a member."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.lobby.messages import LobbyContext
from bot.ui.dispatcher import InteractionDispatcher
from bot.ui.listener import Messenger
from bot.ui.reader import CardTable, Reader
from bot.ui.routes import Routes
from bot.ui.screen import Screen
from bot.web.connection import Connection, MatchStateCache
from bot.web.event_panels import EventPanels
from bot.web.followers import ChatPages, Followers
from bot.web.members import PairSeating
from bot.web.panels import Downloads, PanelsOfPeople
from bot.web.people import PeopleLookup
from bot.web.rights import Rights, UnknownRightsError
from bot.web.session import Session, Signer
from engine.service import LiveMatch


@dataclass(frozen=True, slots=True)
class WebApp:
    """The parts of the bot that pages use.

    ``routes``: of the presses (bot.router). ``menu``: the lobby's further features.
    ``card_table``: how the chat offers the card table. ``chat``: the chat beside the table.
    ``together``: seats two members of the playground at once; ``None`` at Discord.
    ``downloads``: the files of panels inside Discord.
    """

    messenger: Messenger
    dispatcher: InteractionDispatcher
    routes: Routes
    menu: Callable[[Reader], Screen]
    hosting: LobbyContext
    followers: Followers
    frames: MatchStateCache
    people: PeopleLookup
    panels: PanelsOfPeople
    signer: Signer
    chat: ChatPages | None
    card_table: CardTable | None
    together: PairSeating | None
    event_panels: EventPanels
    rights: Rights
    downloads: Downloads


def seen(session: Session, live: LiveMatch) -> LiveMatch:
    """Return a match as the person of a page sees it."""
    return live.seen_by(session.user, session.guild)


LOOK_SECONDS: Final = 3.0
"""The time in which Discord has to say whether somebody is a member still."""


async def still_member(app: WebApp, page: Connection) -> bool:
    """Whether the person of a page is a member of its server still; the page of another ends.

    While Discord does not answer they are what they were.
    """
    try:
        async with asyncio.timeout(LOOK_SECONDS):
            if await app.rights.is_member(page.session):
                return True
    except (UnknownRightsError, TimeoutError):
        return True
    app.signer.end(page.session)
    page.bye("session")
    return False
