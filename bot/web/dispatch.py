"""Every message of a page, and what answers it."""

import asyncio
import logging
from collections.abc import Coroutine, Iterable
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Any, Final, assert_never

from bot.ui.dispatcher import failure_words
from bot.ui.replying import NO_MATCH
from bot.web.app import WebApp, still_member
from bot.web.connection import Connection
from bot.web.idempotent_actions import IdempotentActions
from bot.web.match_handlers import ChatHandler, PlayHandler, StartHandler
from bot.web.press_handler import PressHandler
from bot.web.protocol.base import id_number
from bot.web.protocol.lobby import PeopleState
from bot.web.protocol.messages import (
    Act,
    AdviseMessage,
    AnswerMessage,
    Arrange,
    AskMessage,
    ClosePanel,
    Follow,
    Gone,
    Hello,
    Incoming,
    Ping,
    PlanMessage,
    Pong,
    PressMessage,
    React,
    Reacted,
    Same,
    Sort,
    Start,
    Unfollow,
    Write,
)
from engine.service import MatchId
from engine.store import StoreError

AT_ONCE: Final = 12
"""The requests of one page that may be under way."""
NO_ORDER: Final = nullcontext()
log = logging.getLogger(__name__)


class Dispatch:
    """Answers the messages of one page.

    Moves are done in their order; a press that takes long, such as the coach's, delays none.
    """

    def __init__(self, app: WebApp, page: Connection) -> None:
        self._app = app
        self._page = page
        doing = IdempotentActions(app)
        self._chatting = ChatHandler(app, doing)
        self._playing = PlayHandler(app, doing)
        self._pressing = PressHandler(app, doing)
        self._starting = StartHandler(app, doing)
        self._in_order = asyncio.Lock()
        self._room = asyncio.Semaphore(AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()

    async def take(self, message: Incoming) -> None:
        """Answer a message, or begin to."""
        page, order = self._page, self._in_order
        match message:
            case Follow():
                return await self._answered(message, self._follow(message))
            case AskMessage():
                return await self._answered(message, self._ask(message))
            case React():
                return await self._answered(message, self._react(message))
            case Unfollow():
                return self._app.followers.unfollow(page, id_number(message.match))
            case ClosePanel():
                return self._close(message.panel)
            case Ping():
                return page.put(Pong())
            case Hello():
                return None  # It was the first message already.
            case Act() | AdviseMessage():
                work = self._answered(message, self._playing.act(page, message), order)
            case Arrange():
                work = self._answered(message, self._playing.arrange(page, message), order)
            case Sort():
                work = self._answered(message, self._playing.sort(page, message), order)
            case PlanMessage():
                work = self._answered(message, self._playing.plan(page, message), order)
            case Write():
                work = self._answered(message, self._chatting.write(page, message), order)
            case PressMessage():
                work = self._answered(message, self._pressing.press(page, message))
            case Start():
                work = self._answered(message, self._starting.start(page, message))
            case _:
                assert_never(message)
        await self._room.acquire()
        task = asyncio.create_task(work, name="gin-web-request")
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    async def finish(self) -> None:
        """Wait for what is under way; what a page has asked for is done although it has left."""
        if self._tasks:
            await asyncio.wait(self._tasks)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._room.release()

    def _close(self, panel: str) -> None:
        """Close a panel when the presses are done that came before: they count although it goes."""
        before = tuple(self._tasks)
        if not before:
            self._page.panels.closed(panel)
            return
        closing = asyncio.create_task(self._closed_after(before, panel), name="gin-web-close")
        self._tasks.add(closing)
        closing.add_done_callback(self._tasks.discard)

    async def _closed_after(self, before: Iterable[asyncio.Task[None]], panel: str) -> None:
        await asyncio.wait(before)
        self._page.panels.closed(panel)

    async def _answered(
        self,
        message: Incoming,
        work: Coroutine[Any, Any, None],
        order: AbstractAsyncContextManager[object] = NO_ORDER,
    ) -> None:
        """Do the work; a failure ends neither the connection nor what else is under way."""
        page = self._page
        try:
            async with order:
                await work
        except StoreError as error:
            log.warning("a page's request was not finished (%s)", error.code)
            if name := getattr(message, "id", ""):
                # The page asks again. Left to notice the silence, it would wait while others talk.
                page.put(AnswerMessage(id=name, outcome="unsure"))
        except Exception as error:
            log.exception("a page's request failed")
            sentence = failure_words(page.reader, error)
            if isinstance(message, Follow):
                page.put(Gone(match=message.match, sentence=sentence))
            elif name := getattr(message, "id", ""):
                page.put(AnswerMessage(id=name, outcome="refused", sentence=sentence))

    async def _follow(self, message: Follow) -> None:
        page, match = self._page, MatchId(id_number(message.match))
        service = self._app.messenger.service
        if not await still_member(self._app, page):
            return
        # Followed before it is read, so that no change between the two is missed.
        self._app.followers.follow(page, match)
        try:
            live = await service.load(match)
        except StoreError as error:
            live, sentence = None, failure_words(page.reader, error)
        else:
            sentence = page.reader.words.t(NO_MATCH)
        if live is None or not self._app.rights.may_see(page.session, live):
            self._app.followers.unfollow(page, match)
            page.put(Gone(match=message.match, sentence=sentence))
        else:
            is_own = live.seat_of(page.session.user) is not None
            if message.pace is not None and live.is_solitary and is_own:
                service.time_settings.match_paces[match] = message.pace
            if not is_own and message.have == live.version:
                page.knows(live)
                page.put(Same(match=message.match, version=live.version))
            else:
                page.deliver(live)
            await self._app.followers.send_beside(page, live)

    async def _ask(self, message: AskMessage) -> None:
        page = self._page
        if not await still_member(self._app, page):
            return
        if message.what == "people":
            people = await self._app.people.find(page.session, message.text)
            for one in people:
                page.panels.offers(one.value)
            page.put(PeopleState(text=message.text, people=people))
            return
        if message.what in ("chat", "no_chat"):
            if self._app.chat is not None:
                self._app.chat.show(page, wanted=message.what == "chat")
            return
        page.wants_lobby = message.what == "lobby"
        if page.wants_lobby:
            page.forget_lobby()
            await self._app.followers.send_lobby(page)

    async def _react(self, message: React) -> None:
        page, match = self._page, MatchId(id_number(message.match))
        if match not in page.followed or not page.may_react():
            return
        live = await self._app.messenger.service.load(match)
        seat = None if live is None else live.seat_of(page.session.user)
        if seat is not None:
            shown = Reacted(match=message.match, seat=int(seat), reaction=message.reaction)
            self._app.followers.tell(match, shown)
