"""The collaborators of every page, composed once."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from bot.lobby.messages import LobbyContext
from bot.ops.metrics import Ended, PressSource
from bot.ui.custom_id import base36
from bot.ui.dispatcher import Answered, InteractionDispatcher, InteractionWork
from bot.ui.i18n import mark
from bot.ui.listener import Messenger
from bot.ui.origin import Origin
from bot.ui.reader import CardTable, Reader
from bot.ui.routes import Routes
from bot.ui.screen import Screen
from bot.web.connection import Connection, MatchStateCache
from bot.web.event_panels import EventPanels
from bot.web.followers import ChatPages, Followers
from bot.web.members import PairSeating
from bot.web.panels import Downloads, PanelsOfPeople
from bot.web.people import PeopleLookup
from bot.web.protocol.messages import AnswerMessage
from bot.web.reply import WebReply
from bot.web.rights import Rights, UnknownRightsError
from bot.web.session import Session, Signer
from engine.service import InteractionId, LiveMatch, Lobby, Place, day_of, page_key
from engine.store import StoreBusyError, StoreUnsureError


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


TOO_OLD: Final = mark("This page is out of date. Reload it.")
PageOutcome: TypeAlias = Literal[
    "applied", "repeated", "stale", "refused", "busy", "too_fast", "unsure"
]
_OUTCOMES: Final[dict[Ended, PageOutcome]] = {
    Ended.ANSWERED: "applied",
    Ended.REFUSED: "refused",
    Ended.FAILED: "refused",
    Ended.FOREIGN: "refused",
}


@dataclass(slots=True)
class PageResult:
    """What came of a request, as far as its work knows; the rest follows from the dispatcher."""

    outcome: PageOutcome | None = None
    sentence: str = ""


class IdempotentActions:
    """Lets work happen for a page, and answers it."""

    def __init__(self, app: WebApp) -> None:
        self._app = app

    async def do(
        self,
        page: Connection,
        name: str,
        work: InteractionWork,
        source: PressSource,
        done: PageResult | None = None,
        *,
        origin: Callable[[Origin], Origin] = lambda origin: origin,
        panel: str = "",
        about: int | None = None,
    ) -> None:
        """Do ``work`` under the name that the page gave it.

        ``done``: what the work knows of its result. ``origin``: adds to what is known.
        """
        key = key_of(page.session, name, self._app.messenger.service.now_ms())
        if key is None:
            sentence = page.reader.words.t(TOO_OLD)
            page.put(AnswerMessage(id=name, outcome="refused", sentence=sentence))
            return
        start = origin(origin_of_page(self._app.rights, page.session, key))
        app = self._app
        reply = WebReply(page, app.messenger, app.hosting.chat.tables, start, panel, name)
        answered = await app.dispatcher.dispatch(start, reply, source, work, about)
        if answered is None:
            page.bye("restart")
            return
        await self._refresh(page)
        page.put(_answer(name, answered, done or PageResult(), reply))

    async def _refresh(self, page: Connection) -> None:
        """Let all pages of a person show their settings, if these have changed."""
        preferences = self._app.messenger.preferences
        reader = await preferences.private(page.session.user, page.session.locale)
        if reader != page.reader:
            prefs = await preferences.prefs(page.session.user)
            await self._app.followers.redress(page.session.user, reader, prefs)


def _answer(name: str, answered: Answered, done: PageResult, reply: WebReply) -> AnswerMessage:
    outcome: PageOutcome
    match answered:
        case Answered(Ended.TOO_FAST):
            outcome = "too_fast"
        case Answered(error=StoreUnsureError()):
            outcome = "unsure"
        case Answered(error=StoreBusyError()):
            outcome = "busy"
        case Answered(ended):
            outcome = done.outcome or ("refused" if reply.is_refused else _OUTCOMES[ended])
    proposal, revision = reply.proposal or (None, 0)
    return AnswerMessage(
        id=name,
        outcome=outcome,
        sentence=done.sentence or reply.sentence,
        match=None if reply.match is None else base36(reply.match),
        proposal=proposal,
        revision=revision,
    )


def key_of(session: Session, name: str, now_ms: int) -> InteractionId | None:
    """Return the idempotency key of what a page has named; ``None`` if its day is long over."""
    day, _, chance = name.partition("-")
    if abs(int(day) - day_of(now_ms)) > 1:
        return None
    return page_key(session.user, int(day), chance)


def origin_of_page(rights: Rights, session: Session, key: InteractionId) -> Origin:
    """Return the origin of what is done on a page, beside a panel."""
    return Origin(
        key=key,
        user=session.user,
        name=session.name,
        locale=session.locale,
        guild=session.guild,
        channel=session.channel,
        guild_locale=session.guild_locale,
        may_manage=rights.may_manage(session),
        account=session.account,
        sees=rights.eyes(session),
    )


def at_match(origin: Origin, of: LiveMatch | Lobby) -> Origin:
    """Return the origin at the place of a match or a lobby, where no permission is known.

    A match that has no place leaves the page where it is.
    """
    guild, channel = of.table.guild, of.table.channel
    if of.table.place is Place.APART or (guild and origin.guild == guild):
        return replace(origin, channel=channel or origin.channel)
    return replace(
        origin,
        guild=guild,
        channel=channel,
        parent=None,
        guild_locale=None,
        may_manage=False,
        place=of.table.place,
    )
