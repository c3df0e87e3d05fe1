"""Work that a page asks for, done once under the name that the page gave it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from bot.ops.metrics import Ended, PressSource
from bot.ui.custom_id import base36
from bot.ui.dispatcher import Answered, InteractionWork
from bot.ui.i18n import mark
from bot.ui.origin import Origin
from bot.web.app import WebApp
from bot.web.connection import Connection
from bot.web.origins import key_of, origin_of_page
from bot.web.protocol.messages import AnswerMessage
from bot.web.reply import WebReply
from engine.store import StoreBusyError, StoreUnsureError

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
        reply = WebReply(page, app.messenger, app.hosting.display.tables, start, panel, name)
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
