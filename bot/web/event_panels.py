"""Open panels about events, which show what happens as the table does."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from cachetools import FIFOCache

from bot.match.messages import TableMessages
from bot.presses.event import EventPress, EventVerb
from bot.ui.dispatcher import InteractionDispatcher
from bot.ui.listener import Messenger
from bot.ui.origin import Origin
from bot.ui.paging import page_in
from bot.ui.press import Press
from bot.ui.replying import FormRequest, Refusal
from bot.ui.routes import Routes
from bot.ui.screen import Screen
from bot.web.connection import Connection
from bot.web.panels import Offer
from bot.web.reply import WebReply
from engine.service import UserId
from engine.service.events import EventChanged, EventId
from engine.store import StoreError

GATHERED_S: Final = 0.5
"""The time in which changes of events are gathered."""
MOST: Final = 5_000
NOTHING: Final = -1
PanelKey: TypeAlias = tuple[UserId, str]
"""A person, and the name of a panel of theirs."""
_LOOKS: Final[Mapping[EventVerb, EventVerb]] = {
    **{one: one for one in (EventVerb.SHOW, EventVerb.ENTRIES, EventVerb.STANDINGS)},
    **{one: one for one in (EventVerb.BRACKET, EventVerb.SECTION, EventVerb.MATCH)},
    EventVerb.BOARDS: EventVerb.BOARDS,
    **dict.fromkeys((EventVerb.OPEN, EventVerb.ENTER, EventVerb.TEAM), EventVerb.SHOW),
    **dict.fromkeys((EventVerb.CHECK_IN, EventVerb.WITHDRAW_YES), EventVerb.SHOW),
    **dict.fromkeys((EventVerb.PAUSE, EventVerb.RESUME), EventVerb.MATCH),
}
"""What shows again what somebody sees after a press."""
log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class PanelView:
    """What a panel shows of an event, and how to show it again.

    ``offer``: of the newest screen. ``version``: that of the event which it shows. ``is_sure``:
    whether the page has it, as the answer to a press, which it would repeat otherwise.
    """

    event: EventId
    press: EventPress
    values: tuple[str, ...]
    origin: Origin
    offer: Offer
    version: int
    is_sure: bool = True


def look_of(
    press: Press | None,
    values: tuple[str, ...],
    origin: Origin,
    offer: Offer | None,
    version: int,
) -> PanelView | None:
    """Return what a press has shown of an event; ``None`` if it has shown something else."""
    if not isinstance(press, EventPress) or offer is None or press.verb not in _LOOKS:
        return None
    if page_in(values) is not None:
        return None
    event = press.id
    if press.verb is EventVerb.OPEN:
        event, values = int(values[0]), ()
    again = replace(press, verb=_LOOKS[press.verb], id=event)
    return PanelView(EventId(event), again, values, origin, offer, version)


class EventPanels:
    """The open panels about events, by their people and names.

    They outlast a connection, as all panels do: what they show is sent to each page of their person
    (``pages_of``), and one that shows something else ignores it.
    """

    def __init__(
        self,
        messenger: Messenger,
        dispatcher: InteractionDispatcher,
        routes: Routes,
        tables: TableMessages,
        pages_of: Callable[[UserId], Sequence[Connection]],
    ) -> None:
        self._messenger = messenger
        self._dispatcher = dispatcher
        self._routes = routes
        self._tables = tables
        self._pages_of = pages_of
        self._looks: FIFOCache[PanelKey, PanelView] = FIFOCache(MOST)
        self._newest: dict[EventId, int] = {}
        self._unknown: set[EventId] = set()
        self._showing: asyncio.Task[None] | None = None
        self._stop: Callable[[], None] | None = None

    def start(self) -> None:
        """Listen to committed changes."""
        self._stop = self._messenger.service.bus.subscribe(EventChanged, self._on_changed)

    def stop(self) -> None:
        """Stop listening."""
        if self._stop is not None:
            self._stop()
        if self._showing is not None:
            self._showing.cancel()

    def pressed(self, page: Connection, panel: str, look: PanelView | None) -> None:
        """Note what a press has shown on a panel; ``None``: nothing that follows an event."""
        key = page.session.user, panel
        self._looks.pop(key, None)
        if look is not None:
            self._looks[key] = look

    def opened(self, page: Connection) -> None:
        """Let a page that comes back show what has happened meanwhile."""
        found = (self._looks.get((page.session.user, panel)) for panel in page.panels.names)
        for look in found:
            if look is None:
                continue
            if not look.is_sure:  # It may have been sent on a line that was dead already.
                look.version = NOTHING
            self._unknown.add(look.event)
            self._show_soon()

    async def look_elsewhere(self) -> None:
        """Let the panels on open pages follow what another process has committed."""
        known: dict[EventId, int] = {}
        for key, look in self._looks.items():
            pages = self._pages(key, look)
            if pages and pages[-1].shown(key[1]) is look.offer:
                known[look.event] = min(look.version, known.get(look.event, look.version))
        self._follow(await self._messenger.service.events.moved_elsewhere(known))

    async def _on_changed(self, change: EventChanged) -> None:
        self._follow({change.event.id: change.event.version})

    def _follow(self, versions: Mapping[EventId, int]) -> None:
        if versions and self._looks:
            for event, version in versions.items():
                self._newest[event] = max(version, self._newest.get(event, 0))
            self._show_soon()

    def _show_soon(self) -> None:
        if self._showing is None or self._showing.done():
            self._showing = asyncio.create_task(self._show_all(), name="gin-web-events")

    async def _show_all(self) -> None:
        while self._newest or self._unknown:
            await asyncio.sleep(GATHERED_S)
            unknown, self._unknown = self._unknown, set()
            try:
                self._follow(await self._messenger.service.events.versions(unknown))
            except StoreError as error:
                log.warning(
                    "panels about events that came back were not looked at (%s)", error.code
                )
            newest, self._newest = self._newest, {}
            # Compared after the time, so that what a press has shown meanwhile stays.
            for key, look in tuple(self._looks.items()):
                if look.version < newest.get(look.event, 0):
                    await self._show_one(key, look, newest[look.event])

    def _pages(self, key: PanelKey, look: PanelView) -> Sequence[Connection]:
        """Return the open pages that may show a panel: those of its person on its server."""
        guild = look.origin.guild
        return [page for page in self._pages_of(key[0]) if page.session.guild == guild]

    async def _show_one(self, key: PanelKey, look: PanelView, newest: int) -> None:
        pages = self._pages(key, look)
        if not pages:
            return
        try:
            await self._show(pages, key, look)
        except StoreError as error:
            log.info("a panel about an event does not follow (%s)", error.code)
            return
        except Refusal as error:
            log.info("a panel about an event does not follow (%s)", error)
        except Exception:  # One panel's failure keeps none of the others from following.
            log.exception("a panel about an event failed to follow")
        # What is refused is not asked for again before the next change.
        look.version = max(look.version, newest)

    async def _show(self, pages: Sequence[Connection], key: PanelKey, look: PanelView) -> None:
        """Show a panel again, unless it shows something else meanwhile."""
        page, panel = pages[-1], key[1]
        if self._looks.get(key) is not look:
            return
        if page.shown(panel) is not look.offer:
            del self._looks[key]
            return
        again = Again(pages, look.offer)
        reply = WebReply(again, self._messenger, self._tables, look.origin, panel, "")
        ctx = await self._dispatcher.context(look.origin, reply)
        ctx.values = look.values
        await self._routes.bind(look.press).handle(ctx)
        offer = page.shown(panel)
        if offer is not None and self._looks.get(key) is look:
            look.offer, look.version, look.is_sure = offer, ctx.version, False


class Again:
    """The pages of a person, none of which has asked for the screen that comes."""

    def __init__(self, pages: Sequence[Connection], before: Offer) -> None:
        self._pages = pages
        self._before = before

    def new_panel(self) -> str:
        return self._pages[-1].new_panel()

    async def show(self, panel: str, screen: Screen, asked: str = "") -> None:
        if self.shown(panel) is self._before:
            for page in self._pages:
                await page.show(panel, screen)

    def shown(self, panel: str) -> Offer | None:
        return self._pages[-1].shown(panel)

    async def close(self, panel: str) -> None:
        """Leave what was there."""

    async def ask(self, panel: str, form: FormRequest, asked: str) -> None:
        """Ask nothing."""
