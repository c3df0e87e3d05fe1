"""The collaborators of every page, composed once."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from bot.lobby.hosting import Hosting
from bot.ui.custom_id import CustomId
from bot.ui.outlet import Outlet
from bot.ui.reader import CardTable, Reader
from bot.ui.reception import Reception
from bot.ui.routes import Bound
from bot.ui.screen import Screen
from bot.web.chat_pages import ChatPages
from bot.web.event_panels import EventPanels
from bot.web.followers import Followers
from bot.web.frames import TableFrames
from bot.web.panels import PanelsOfPeople
from bot.web.people import People
from bot.web.session import Session, Signer
from bot.web.together import Together
from engine.service import LiveMatch

Bind: TypeAlias = Callable[[CustomId, bool], Bound | None]


@dataclass(frozen=True, slots=True)
class Site:
    """The parts of the bot that pages use.

    ``bind``: finds the feature of a press (bot.routes). ``menu``: the lobby's further features.
    ``card_table``: how the chat offers the card table. ``chat``: the chat beside the table.
    ``together``: seats two members of the playground at once; ``None`` at Discord.
    """

    outlet: Outlet
    reception: Reception
    bind: Bind
    menu: Callable[[Reader], Screen]
    hosting: Hosting
    followers: Followers
    frames: TableFrames
    people: People
    panels: PanelsOfPeople
    signer: Signer
    chat: ChatPages | None
    card_table: CardTable | None
    together: Together | None
    event_panels: EventPanels


def seen(session: Session, live: LiveMatch) -> LiveMatch:
    """Return a match as the person of a page sees it."""
    return live.seen_by(session.user, session.guild)
