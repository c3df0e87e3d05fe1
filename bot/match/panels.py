"""Open private panels, so that a hand follows the opponent's moves (discord.md: newest token).

A panel can be edited only through an interaction token younger than 15 minutes. This state is not
authoritative: a lost panel is simply opened again.
"""

import asyncio
import logging
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

import discord
from cachetools import LRUCache, TTLCache

from bot.match.board import match_context, panel_of
from bot.match.replay.records import hands_are_open
from bot.match.table_screen import table_screen
from bot.match.watch_screen import watch_screen
from bot.ui.context import Context
from bot.ui.listener import EventListener, Messenger, Work
from bot.ui.reply import CUT
from bot.ui.replying import Editor
from bot.ui.screen import Screen
from engine.service import Committed, GuildId, LiveMatch, MatchId, UserId
from engine.service.event_bus import EventBus
from engine.store import StoreError

TOKEN_SECONDS: Final = 14.5 * 60
PAGE_SECONDS: Final = 20.0
"""The time after which to look again whether a person is still at the card table."""
MAX_PANELS: Final = 20_000
NOBODY: Final = 0
"""The user of a panel that everybody in its chat sees."""


class PanelKind(Enum):
    """The kind of a panel."""

    HAND = "hand"
    WATCH = "watch"
    TABLE = "table"
    """The message of a table in a chat that the bot is no member of; it belongs to nobody."""


@dataclass(slots=True)
class OpenPanel:
    """An editable message on a server. ``shown``: the match version it shows.

    ``turn``: held by the edit in flight, so that an older version never arrives after a newer one.
    """

    editor: Editor
    born: float
    shown: int
    locale: str
    guild: int = 0
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


class Panels:
    """The panels of all matches, oldest dropped first."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._open: OrderedDict[tuple[int, int, PanelKind], OpenPanel] = OrderedDict()
        self._by_match: dict[int, dict[tuple[int, int, PanelKind], None]] = {}
        self._pages: Counter[tuple[int, int]] = Counter()
        self._coming: Counter[tuple[int, int]] = Counter()
        self._moved_elsewhere: TTLCache[tuple[int, int], float] = TTLCache(
            MAX_PANELS, TOKEN_SECONDS, clock
        )

    def opened(
        self,
        match: int,
        user: int,
        kind: PanelKind,
        editor: Editor,
        shown: int,
        locale: str,
        guild: int = 0,
    ) -> None:
        """Register the newest token of a person's panel.

        An edit still in flight with the previous token arrives after the current content, so the
        panel shows it until the next edit, which waits for it.
        """
        key = (match, user, kind)
        panel = OpenPanel(editor, self._clock(), shown, locale, guild)
        before = self._open.get(key)
        if before is not None and before.turn.locked():
            panel.turn = before.turn
            panel.shown = min(shown, before.shown)
        self._open[key] = panel
        self._open.move_to_end(key)
        self._by_match.setdefault(match, {})[key] = None
        while len(self._open) > MAX_PANELS:
            self.closed(*next(iter(self._open)))

    def drawn_elsewhere(self, match: int, user: int, version: int) -> None:
        """Note that a person's hand shows a version as the answer of another process.

        That process holds the newest token, of the same age as the move.
        """
        self._moved_elsewhere[match, user] = self._clock()
        panel = self._open.get((match, user, PanelKind.HAND))
        if panel is not None:
            panel.shown = max(version, panel.shown)

    def closed(self, match: int, user: int, kind: PanelKind) -> None:
        """Remove a panel that can no longer be edited."""
        key = (match, user, kind)
        self._open.pop(key, None)
        keys = self._by_match.get(match)
        if keys is not None:
            keys.pop(key, None)
            if not keys:
                del self._by_match[match]

    def is_replaced(self, match: int, user: int, kind: PanelKind, panel: OpenPanel) -> bool:
        """Whether the person has opened a newer panel of the same kind."""
        return self._open.get((match, user, kind), panel) is not panel

    def forget(self, match: int) -> None:
        """Remove the panels of a match that is over: nothing changes them any more."""
        for key in tuple(self._by_match.get(match, ())):
            self.closed(*key)

    def of(self, match: int) -> list[tuple[int, PanelKind, OpenPanel]]:
        """Return the editable panels of a match."""
        found = []
        for key in tuple(self._by_match.get(match, ())):
            panel = self._open[key]
            if self._clock() - panel.born > TOKEN_SECONDS:
                self.closed(*key)
            else:
                found.append((key[1], key[2], panel))
        return found

    def page_opened(self, match: int, user: int) -> None:
        """Note that a person follows a match at the card table, which needs no token."""
        self._pages[match, user] += 1

    def page_closed(self, match: int, user: int) -> None:
        """Note that one of a person's pages follows a match no longer."""
        self._pages[match, user] -= 1
        if self._pages[match, user] <= 0:
            del self._pages[match, user]

    @contextmanager
    def coming(self, match: int, user: int) -> Iterator[None]:
        """Know while this lasts that a person's new hand panel is on its way to them."""
        self._coming[match, user] += 1
        try:
            yield
        finally:
            self._coming[match, user] -= 1
            if self._coming[match, user] <= 0:
                del self._coming[match, user]

    def is_coming(self, match: int, user: int) -> bool:
        """Whether a person's hand panel is on its way, which shows them their turn."""
        return (match, user) in self._coming

    def shown(self) -> dict[int, int]:
        """Return the oldest version that an editable panel shows, by match."""
        matches = {match: self.of(match) for match in tuple(self._by_match)}
        return {
            match: min(panel.shown for _, _, panel in found)
            for match, found in matches.items()
            if found
        }

    def is_live(self, match: int, user: int) -> bool:
        """Whether a person's hand panel or page follows the match, in whichever process."""
        return self.seconds_left(match, user) > 0

    def seconds_left(self, match: int, user: int) -> float:
        """Return the remaining time of a person's live hand panel; 0 without one."""
        if (match, user) in self._pages:
            return PAGE_SECONDS
        own = (
            panel for one, kind, panel in self.of(match) if (one, kind) == (user, PanelKind.HAND)
        )
        born = [panel.born for panel in own]
        elsewhere = self._moved_elsewhere.get((match, user))
        if elsewhere is not None:
            born.append(elsewhere)
        return max(0.0, TOKEN_SECONDS - (self._clock() - max(born))) if born else 0.0


log = logging.getLogger(__name__)
MOST_HEARD: Final = 20_000
POLL_INTERVAL_S: Final = 1.0
"""The interval between two looks at what other processes commit."""
PAUSES_S: Final = (1.0, 3.0, 10.0, 30.0)
"""The delays before a panel that could not be edited is edited again."""


class PanelUpdates:
    """The listener that keeps open panels consistent with the store."""

    def __init__(self, messenger: Messenger, panels: Panels) -> None:
        self._messenger = messenger
        self._panels = panels
        self._events = EventListener()
        self.elsewhere: EventBus[Committed] = EventBus()
        """What other processes commit to the matches that are looked at."""
        self._heard: LRUCache[int, int] = LRUCache(MOST_HEARD)

    async def start(self) -> None:
        """Listen to committed changes. Safe to call again after a reconnect."""
        if self._events.start():
            ready = self._messenger.backlog.wait_for_answers
            self._events.hear(self._messenger.service.hub, self._on_committed, ready=ready)
            self._events.hear(self.elsewhere, self._on_committed)

    async def stop(self) -> None:
        """Stop listening."""
        self._events.stop()

    async def look_elsewhere(self, also: Mapping[MatchId, int]) -> None:
        """Let the open panels follow what another process has committed.

        ``also``: other matches to look at, and the versions of them that are known.
        """
        if self._messenger.breaker.is_open:
            return
        shown = {MatchId(match): version for match, version in self._panels.shown().items()}
        known = {
            match: max(version, self._heard.get(match, 0))
            for match, version in {**also, **shown}.items()
        }
        for moved in await self._messenger.service.moved_elsewhere(known):
            live = moved.live
            if moved.by is not None:
                # Drawn once more it would lose the card that its player selects meanwhile.
                self._panels.drawn_elsewhere(live.id, moved.by, live.version)
            self.elsewhere.publish(Committed(live.id, live.version, (), live))

    async def opened(
        self, live: LiveMatch, kind: PanelKind, editor: Editor, asked: Context
    ) -> None:
        """Let a sent panel follow its match from now on."""
        self.follow(live, kind, editor, asked)
        await self.catch_up(live)

    def follow(self, live: LiveMatch, kind: PanelKind, editor: Editor, asked: Context) -> None:
        """Register a panel, unless its match is over and will not change."""
        if not live.is_over:
            self._panels.opened(
                live.id, asked.user, kind, editor, live.version, asked.locale, asked.guild
            )

    def follow_table(self, live: LiveMatch, editor: Editor) -> None:
        """Register the message of a table that only a token can edit."""
        if not live.is_over:
            kind, locale = PanelKind.TABLE, live.table.locale or ""
            self._panels.opened(live.id, NOBODY, kind, editor, live.version, locale)

    async def catch_up(self, shown: LiveMatch) -> None:
        """Update the open panels if moves were committed since this version.

        A move committed while a panel is being sent finds no panel to edit, so the panel's version
        is compared with the newest one announced once the panel is registered.
        """
        if self._heard.get(shown.id, 0) > shown.version:
            newest = await self._messenger.service.load(shown.id)
            if newest is not None:
                await self._follow(newest)

    async def _on_committed(self, change: Committed) -> None:
        live = change.live
        self._heard[live.id] = max(live.version, self._heard.get(live.id, 0))
        await self._follow(live)
        if live.is_over:
            self._panels.forget(live.id)

    async def _follow(self, live: LiveMatch) -> None:
        if self._messenger.breaker.is_open:
            return
        edits: list[Work] = [
            self._follow_one(live, user, kind, panel)
            for user, kind, panel in self._panels.of(live.id)
            if panel.shown < live.version
        ]
        await asyncio.gather(*edits)

    async def _screen(
        self, live: LiveMatch, user: int, kind: PanelKind, panel: OpenPanel
    ) -> Screen | None:
        """Return what a panel shows; ``None`` for a hand of nobody at this table."""
        preferences = self._messenger.preferences
        live = live.seen_by(UserId(user), GuildId(panel.guild))
        if kind is PanelKind.TABLE:
            public = await preferences.public(live.table.guild, live.table.locale)
            return table_screen(public, match_context(self._messenger.service, live, public))
        reader = await preferences.private(user, panel.locale)
        board = match_context(self._messenger.service, live, reader)
        if kind is PanelKind.WATCH:
            opened = await hands_are_open(preferences, live)
            return watch_screen(reader, board, open_hands=opened)
        seat = live.seat_of(UserId(user))
        return None if seat is None else panel_of(reader, board, live, seat)

    async def _follow_one(
        self, live: LiveMatch, user: int, kind: PanelKind, panel: OpenPanel, failures: int = 0
    ) -> None:
        try:
            screen = await self._screen(live, user, kind, panel)
        except StoreError as error:
            self._later(live, user, kind, panel, failures, error.code)
            return
        if screen is None:
            return
        message = await self._messenger.compose(screen, for_edit=True)
        async with panel.turn:
            before = panel.shown
            if before >= live.version:
                return
            panel.shown = live.version
            try:
                await panel.editor.edit(message)
            except (*CUT, discord.DiscordServerError) as error:
                panel.shown = before
                self._later(live, user, kind, panel, failures, type(error).__name__)
            except discord.HTTPException as error:
                log.info("a panel is gone (%s)", error.code)
                self._panels.closed(live.id, user, kind)

    def _later(
        self,
        live: LiveMatch,
        user: int,
        kind: PanelKind,
        panel: OpenPanel,
        failures: int,
        why: str,
    ) -> None:
        """Edit a panel once more after a delay, so that nobody waits before an old one.

        An edit that has failed may have arrived all the same; a second one changes nothing then. A
        newer state, or a newer panel of the same person, needs none.
        """
        if failures >= len(PAUSES_S):
            log.warning("a panel stays behind (%s); the next change is shown", why)
            return
        log.info("a panel was not edited (%s) and is edited again", why)

        async def again() -> None:
            if self._messenger.breaker.is_open:
                self._later(live, user, kind, panel, failures + 1, why)
            elif not self._panels.is_replaced(live.id, user, kind, panel):
                await self._follow_one(live, user, kind, panel, failures + 1)

        self._events.later((live.id, user, kind), PAUSES_S[failures], again)
