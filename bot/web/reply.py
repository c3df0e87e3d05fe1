"""The answer to something done on a page: panels for its reader, messages in chat for others."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from typing import Final, Protocol

import discord

from bot.match.messages import TableMessages
from bot.ui.compose import ComposedMessage
from bot.ui.listener import Messenger
from bot.ui.origin import Origin
from bot.ui.replying import FormRequest
from bot.ui.requests import CUT
from bot.ui.screen import Screen, Text
from bot.web.panels import Offer

MOST_WORDS = 300
"""The length up to which a screen of one text is said as a sentence."""
AT_ONCE_S: Final = 0.05
"""What takes no longer is shown in one piece."""
PATIENCE_S: Final = 120.0
_LATER: Final[set[asyncio.Task[None]]] = set()
log = logging.getLogger(__name__)


class ReplyTarget(Protocol):
    """What an answer needs of the page that it goes to."""

    def new_panel(self) -> str:
        """Return the name of a new panel."""

    async def show(self, panel: str, screen: Screen, asked: str = "") -> None:
        """Show a screen as a panel. ``asked``: the id of the press that asks for it.

        What nobody asks for is ignored by a page that does not show this panel any more.
        """

    def shown(self, panel: str) -> Offer | None:
        """Return what a panel offers, the same object until it changes; ``None`` if closed."""

    async def close(self, panel: str) -> None:
        """Close a panel."""

    async def ask(self, panel: str, form: FormRequest, asked: str) -> None:
        """Open a form. ``asked``: the id of the press that asks for it."""


class PanelEditor:
    """The editor of a panel."""

    def __init__(self, page: ReplyTarget, panel: str) -> None:
        self._page = page
        self._panel = panel

    async def edit(self, message: ComposedMessage) -> None:
        await self._page.show(self._panel, message.screen)


class WebReply:
    """The single answer to something done on a page.

    ``asked``: the page's id of what is done; empty if no page asks. ``sentence``, ``match``,
    ``proposal``: what the page is told with it. ``is_refused``: nothing was done.
    """

    def __init__(
        self,
        page: ReplyTarget,
        messenger: Messenger,
        tables: TableMessages,
        origin: Origin,
        panel: str,
        asked: str,
    ) -> None:
        self._page = page
        self._messenger = messenger
        self._tables = tables
        self._origin = origin
        self._panel = panel or page.new_panel()
        self._asked = asked
        self.sentence = ""
        self.match: int | None = None
        self.proposal: tuple[str, int] | None = None
        self.is_refused = False
        self.posted: PanelEditor | None = None
        self.is_delivered = True
        self.incomplete: Screen | None = None

    def watch(self) -> None:
        """Do nothing: a page waits as long as it takes."""

    def done(self) -> None:
        """Do nothing: nothing is watched."""

    async def acknowledge(self) -> None:
        """Do nothing: a page waits as long as it takes."""

    @property
    def editor(self) -> PanelEditor:
        """Return the editor of the panel."""
        return PanelEditor(self._page, self._panel)

    async def update(self, screen: Screen) -> PanelEditor:
        """Replace the panel, or the message in the chat that the pressed button belongs to."""
        if self._origin.is_public and self._origin.message is not None:
            if not self._origin.place.is_outside:  # There only a press in the chat changes it.
                await self._edit_in_chat(self._origin.message, screen)
        elif (text := sentence_of(screen)) is not None:
            self.sentence = text
            await self._page.close(self._panel)
        else:
            await self._page.show(self._panel, screen, self._asked)
        return self.editor

    async def refresh(self, screen: Screen) -> PanelEditor | None:
        """Do nothing: the press is not on the message in the chat."""
        return None

    async def private(self, screen: Screen) -> PanelEditor | None:
        """Show a screen in a panel of its own."""
        if (text := sentence_of(screen)) is not None:
            self.sentence = text
            return None
        name = self._page.new_panel()
        await self._page.show(name, screen, self._asked)
        return PanelEditor(self._page, name)

    @property
    def is_page(self) -> bool:
        """Return true: the page draws cards and events itself."""
        return True

    @property
    def patience_s(self) -> float | None:
        """Return how long :meth:`complete` may wait, with the beginning on the screen."""
        return PATIENCE_S

    async def complete(
        self,
        first: Callable[[], Awaitable[Screen]],
        whole: Coroutine[object, object, Screen],
        *,
        is_new: bool = False,
    ) -> None:
        """Show what is there at once, and the whole later if the panel still shows that."""
        making = asyncio.create_task(whole)
        done, _ = await asyncio.wait({making}, timeout=AT_ONCE_S)
        screen = making.result() if done else await first()
        panel = self._page.new_panel() if is_new else self._panel
        if is_new:
            await self._page.show(panel, screen, self._asked)
        else:
            await self.update(screen)
        if done:
            return
        _begin(self._later(making, panel))

    async def _later(self, making: asyncio.Task[Screen], panel: str) -> None:
        before = self._page.shown(panel)
        try:
            screen = await making
        except Exception:
            log.exception("a screen was not completed")
            return
        if before is not None and self._page.shown(panel) is before:
            await self._page.show(panel, screen)

    async def show_each(self, screens: AsyncIterator[Screen], *, is_new: bool = False) -> None:
        """Show the first of these screens, and the others as long as the panel shows them."""
        panel = self._page.new_panel() if is_new else self._panel
        await self._page.show(panel, await anext(screens), self._asked)
        _begin(self._show_others(screens, panel))

    async def _show_others(self, screens: AsyncIterator[Screen], panel: str) -> None:
        before = self._page.shown(panel)
        try:
            async for screen in screens:
                if before is None or self._page.shown(panel) is not before:
                    return
                await self._page.show(panel, screen)
                before = self._page.shown(panel)
        except Exception:
            log.exception("a screen was not completed")

    async def also_private(self, screen: Screen) -> PanelEditor | None:
        """Show another panel."""
        return await self.private(screen)

    async def public(self, screen: Screen) -> int | None:
        """Send a message in the channel; ``None`` if there is none, or it could not be sent."""
        if not self._origin.channel or self._origin.place.is_outside:
            return None
        message = await self._messenger.compose(screen)
        room = self._messenger.client.get_partial_messageable(self._origin.channel)
        try:
            sent = await room.send(
                view=message.view,
                files=message.files,
                allowed_mentions=message.mentions,
                # What a page sends twice is posted once.
                nonce=f"w{self._origin.key}",
            )
        except (discord.HTTPException, *CUT) as error:
            log.info("a page's message was not posted (%s)", type(error).__name__)
            return None
        return sent.id

    async def refuse(self, screen: Screen) -> None:
        """Say why nothing was done."""
        self.is_refused = True
        self.sentence = "\n".join(screen.texts())

    async def form(self, form: FormRequest, too_late: Screen) -> None:
        """Open a form; a page can always open one."""
        await self._page.ask(self._panel, form, self._asked)

    async def launch(self, too_late: Screen) -> None:
        """Do nothing: this is the card table."""

    async def open_on_page(
        self, match: int, notice: str, proposal: tuple[str, int] | None = None
    ) -> bool:
        """Show the match on the page's table."""
        self.match, self.proposal = match, proposal
        self.sentence = notice or self.sentence
        return True

    async def _edit_in_chat(self, message: int, screen: Screen) -> None:
        try:
            await self._tables.edit(self._origin.channel, message, screen)
        except (discord.HTTPException, *CUT) as error:
            log.info("a message was not edited for a page (%s)", type(error).__name__)
            self.is_delivered = False


def _begin(work: Coroutine[object, object, None]) -> None:
    """Let something go on after the answer."""
    later = asyncio.create_task(work)
    _LATER.add(later)
    later.add_done_callback(_LATER.discard)


def sentence_of(screen: Screen) -> str | None:
    """Return the sentence of a screen that has nothing else."""
    match screen.parts:
        case (Text(content),) if len(content) <= MOST_WORDS and "\n" not in content:
            return content
        case _:
            return None
