"""Open private panels that follow every committed change, of other processes too.

The public message of a table is drawn by the process that commits a move. A private panel can be
edited only by the process that holds its token, so each looks for the moves of others.
"""

import asyncio
import logging
from collections.abc import Mapping
from typing import Final

import discord
from cachetools import LRUCache

from bot.match.board import match_context, panel_of
from bot.match.panels import NOBODY, Panel, PanelKind, Panels
from bot.match.replay.permission import hands_are_open
from bot.match.table_screen import table_screen
from bot.match.watch_screen import watch_screen
from bot.ui.context import Context
from bot.ui.listener import EventListener, Work
from bot.ui.outlet import Outlet
from bot.ui.reply import CUT
from bot.ui.replying import Editor
from bot.ui.screen import Screen
from engine.service import Committed, GuildId, LiveMatch, MatchId, UserId
from engine.service.event_bus import EventBus
from engine.store import StoreError

log = logging.getLogger(__name__)
MOST_HEARD: Final = 20_000
LOOK_S: Final = 1.0
"""The interval between two looks at what other processes commit."""
PAUSES_S: Final = (1.0, 3.0, 10.0, 30.0)
"""The delays before a panel that could not be edited is edited again."""


class PanelUpdates:
    """The listener that keeps open panels consistent with the store."""

    def __init__(self, outlet: Outlet, panels: Panels) -> None:
        self._outlet = outlet
        self._panels = panels
        self._events = EventListener()
        self.elsewhere: EventBus[Committed] = EventBus()
        """What other processes commit to the matches that are looked at."""
        self._heard: LRUCache[int, int] = LRUCache(MOST_HEARD)

    async def start(self) -> None:
        """Listen to committed changes. Safe to call again after a reconnect."""
        if self._events.start():
            ready = self._outlet.backlog.eased
            self._events.hear(self._outlet.service.hub, self._on_committed, ready=ready)
            self._events.hear(self.elsewhere, self._on_committed)

    async def stop(self) -> None:
        """Stop listening."""
        self._events.stop()

    async def look_elsewhere(self, also: Mapping[MatchId, int]) -> None:
        """Let the open panels follow what another process has committed.

        ``also``: other matches to look at, and the versions of them that are known.
        """
        if self._outlet.breaker.is_open:
            return
        shown = {MatchId(match): version for match, version in self._panels.shown().items()}
        known = {
            match: max(version, self._heard.get(match, 0))
            for match, version in {**also, **shown}.items()
        }
        for moved in await self._outlet.service.moved_elsewhere(known):
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
            kind, locale = PanelKind.TABLE, live.locale or ""
            self._panels.opened(live.id, NOBODY, kind, editor, live.version, locale)

    async def catch_up(self, shown: LiveMatch) -> None:
        """Update the open panels if moves were committed since this version.

        A move committed while a panel is being sent finds no panel to edit, so the panel's version
        is compared with the newest one announced once the panel is registered.
        """
        if self._heard.get(shown.id, 0) > shown.version:
            newest = await self._outlet.service.load(shown.id)
            if newest is not None:
                await self._follow(newest)

    async def _on_committed(self, change: Committed) -> None:
        live = change.live
        self._heard[live.id] = max(live.version, self._heard.get(live.id, 0))
        await self._follow(live)
        if live.is_over:
            self._panels.forget(live.id)

    async def _follow(self, live: LiveMatch) -> None:
        if self._outlet.breaker.is_open:
            return
        edits: list[Work] = [
            self._follow_one(live, user, kind, panel)
            for user, kind, panel in self._panels.of(live.id)
            if panel.shown < live.version
        ]
        await asyncio.gather(*edits)

    async def _screen(
        self, live: LiveMatch, user: int, kind: PanelKind, panel: Panel
    ) -> Screen | None:
        """Return what a panel shows; ``None`` for a hand of nobody at this table."""
        preferences = self._outlet.preferences
        live = live.seen_by(UserId(user), GuildId(panel.guild))
        if kind is PanelKind.TABLE:
            public = await preferences.public(live.guild, live.locale)
            return table_screen(public, match_context(self._outlet.service, live, public))
        reader = await preferences.private(user, panel.locale)
        board = match_context(self._outlet.service, live, reader)
        if kind is PanelKind.WATCH:
            opened = await hands_are_open(preferences, live)
            return watch_screen(reader, board, open_hands=opened)
        seat = live.seat_of(UserId(user))
        return None if seat is None else panel_of(reader, board, live, seat)

    async def _follow_one(
        self, live: LiveMatch, user: int, kind: PanelKind, panel: Panel, failures: int = 0
    ) -> None:
        try:
            screen = await self._screen(live, user, kind, panel)
        except StoreError as error:
            self._later(live, user, kind, panel, failures, error.code)
            return
        if screen is None:
            return
        message = await self._outlet.compose(screen, for_edit=True)
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
        panel: Panel,
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
            if self._outlet.breaker.is_open:
                self._later(live, user, kind, panel, failures + 1, why)
            elif not self._panels.is_replaced(live.id, user, kind, panel):
                await self._follow_one(live, user, kind, panel, failures + 1)

        self._events.later((live.id, user, kind), PAUSES_S[failures], again)
