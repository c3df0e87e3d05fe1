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

from cachetools import LRUCache, TTLCache

from bot.match.board import match_context, panel_of
from bot.match.replay.records import hands_are_open
from bot.match.table_screen import table_screen
from bot.match.watch_screen import watch_screen
from bot.ui.context import Context
from bot.ui.listener import EventListener, Messenger, Work
from bot.ui.pacing import Spared
from bot.ui.replying import Editor
from bot.ui.requests import FAILURES, described, may_pass
from bot.ui.screen import Screen
from engine.service import Committed, GuildId, LiveMatch, MatchId, MovedOn, UserId
from engine.store import StoreError

TOKEN_SECONDS: Final = 14.5 * 60
PAGE_SECONDS: Final = 20.0
"""The time after which to look again whether a person is still at the card table."""
MAX_PANELS: Final = 20_000
FIRST_REST_S: Final = 1.0
LONGEST_REST_S: Final = 20.0
"""The time after which a panel that could not be edited is edited again; it doubles until then."""
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
    ``former``: the panel of the token before it, until an answer with this token has arrived;
    ``is_lost``: none has. ``failures``: edits that failed since the last one that arrived; the next
    one is not made before ``rests_until``. ``incomplete``: the screen that it shows in words, until
    its pictures follow.
    """

    editor: Editor
    born: float
    shown: int
    locale: str
    guild: int = 0
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    former: "OpenPanel | None" = None
    is_lost: bool = False
    failures: int = 0
    rests_until: float = 0.0
    incomplete: Screen | None = None


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
    ) -> OpenPanel:
        """Register the newest token of a person's panel, and return the panel.

        An edit still in flight with the previous token arrives after the current content, so the
        panel shows it until the next edit, which waits for it.
        """
        key = (match, user, kind)
        panel = OpenPanel(editor, self._clock(), shown, locale, guild)
        before = self._open.get(key)
        panel.former = before
        if before is not None and before.turn.locked():
            panel.turn = before.turn
            panel.shown = min(shown, before.shown)
        self._open[key] = panel
        self._open.move_to_end(key)
        self._by_match.setdefault(match, {})[key] = None
        while len(self._open) > MAX_PANELS:
            self.closed(*next(iter(self._open)))
        return panel

    def lost(self, match: int, user: int, kind: PanelKind, panel: OpenPanel) -> None:
        """Let a panel whose newest answer did not arrive be edited by the token before it."""
        panel.is_lost = True
        key = (match, user, kind)
        before = panel.former
        while before is not None and before.is_lost:
            before = before.former
        if self._open.get(key) is panel:
            if before is None:
                self.closed(*key)
            else:
                self._open[key] = before

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

    def current(self, match: int, user: int, kind: PanelKind) -> OpenPanel | None:
        """Return a panel, if it can still be edited."""
        panel = self._open.get((match, user, kind))
        is_young = panel is not None and self._clock() - panel.born <= TOKEN_SECONDS
        return panel if is_young else None

    def forget(self, match: int, last: int) -> None:
        """Remove the panels that show the last version of a match, which never changes again."""
        for key in tuple(self._by_match.get(match, ())):
            if self._open[key].shown >= last:
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

    def failed(self, panel: OpenPanel) -> None:
        """Let a panel rest whose edit failed; the longer, the more often it did."""
        rest = min(FIRST_REST_S * 2**panel.failures, LONGEST_REST_S)
        panel.failures += 1
        panel.rests_until = self._clock() + rest

    def behind(self, newest: Mapping[int, int]) -> list[int]:
        """Return the matches with a panel that is older than ``newest`` and may be edited now."""
        now = self._clock()
        return [
            match
            for match in tuple(self._by_match)
            if any(
                0 <= panel.shown < newest.get(match, 0)
                and panel.rests_until <= now
                and not panel.turn.locked()
                for _, _, panel in self.of(match)
            )
        ]

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
MOST_MATCHES: Final = 20_000
POLL_INTERVAL_S: Final = 1.0
"""The interval between two looks at what was committed unheard, above all by other processes."""
ALONE: Final = 5
"""Where there can be no others, one look in so many asks the database: for a COMMIT in doubt."""


class PanelUpdates:
    """The listener that keeps open panels consistent with the store."""

    def __init__(self, messenger: Messenger, panels: Panels) -> None:
        self._messenger = messenger
        self._panels = panels
        self._events = EventListener()
        self._newest: LRUCache[int, int] = LRUCache(MOST_MATCHES)
        self._incomplete: set[tuple[int, int, PanelKind]] = set()
        self._looks = 0

    async def start(self) -> None:
        """Listen to committed changes. Safe to call again after a reconnect."""
        if self._events.start():
            ready = self._messenger.backlog.wait_for_answers
            bus = self._messenger.service.bus
            self._events.subscribe(bus, Committed, self._on_committed, ready=ready)
            self._events.subscribe(bus, MovedOn, self._on_committed, ready=ready)

    async def stop(self) -> None:
        """Stop listening."""
        self._events.stop()

    async def look(self, also: Mapping[MatchId, int]) -> None:
        """Let the open panels follow what they have missed, of this process and of others.

        ``also``: other matches to look at, and the versions of them that are known.
        """
        if self._messenger.breaker.is_open:
            return
        if self._incomplete and not self._messenger.backlog.spared:
            await asyncio.gather(*(self._complete(*key) for key in tuple(self._incomplete)))
        for match in self._panels.behind(self._newest):
            newest = await self._messenger.service.load(MatchId(match))
            if newest is not None:
                await self._follow(newest)
        self._looks += 1
        if not self._messenger.service.is_shared and self._looks % ALONE:
            return
        shown = {MatchId(match): version for match, version in self._panels.shown().items()}
        known = {
            match: max(version, self._newest.get(match, 0))
            for match, version in {**also, **shown}.items()
        }
        for moved in await self._messenger.service.moved_on(known):
            live = moved.live
            if moved.by is not None:
                # Drawn once more it would lose the card that its player selects meanwhile.
                self._panels.drawn_elsewhere(live.id, moved.by, live.version)
            self._messenger.service.bus.publish(moved)

    async def opened(
        self, live: LiveMatch, kind: PanelKind, editor: Editor, asked: Context
    ) -> None:
        """Let a sent panel follow its match from now on."""
        panel = self.follow(live, kind, editor, asked)
        self.answered(live, kind, panel, asked)
        await self.catch_up(live)

    def follow(
        self, live: LiveMatch, kind: PanelKind, editor: Editor, asked: Context
    ) -> OpenPanel | None:
        """Register a panel, unless its match is over and will not change.

        If its answer is still to come, :meth:`answered` follows.
        """
        if live.is_over:
            return None
        return self._panels.opened(
            live.id, asked.user, kind, editor, live.version, asked.locale, asked.guild
        )

    def answered(
        self, live: LiveMatch, kind: PanelKind, panel: OpenPanel | None, asked: Context
    ) -> None:
        """Note whether the answer that a panel was registered for has arrived."""
        if panel is None:
            return
        if asked.reply.is_delivered:
            panel.former = None
            if panel.shown <= live.version:
                self._note(live.id, asked.user, kind, panel, asked.reply.incomplete)
        else:
            self._panels.lost(live.id, asked.user, kind, panel)

    def _note(
        self, match: int, user: int, kind: PanelKind, panel: OpenPanel, incomplete: Screen | None
    ) -> None:
        """Note whether a panel shows a screen without its pictures."""
        panel.incomplete = incomplete
        if incomplete is not None:
            self._incomplete.add((match, user, kind))

    def follow_table(self, live: LiveMatch, editor: Editor) -> None:
        """Register the message of a table that only a token can edit."""
        if not live.is_over:
            kind, locale = PanelKind.TABLE, live.table.locale or ""
            self._panels.opened(live.id, NOBODY, kind, editor, live.version, locale).former = None

    async def catch_up(self, shown: LiveMatch) -> None:
        """Update the open panels if moves were committed since this version.

        A move committed while a panel is being sent finds no panel to edit, so the panel's version
        is compared with the newest one announced once the panel is registered.
        """
        if self._newest.get(shown.id, 0) > shown.version:
            newest = await self._messenger.service.load(shown.id)
            if newest is not None:
                await self._follow(newest)

    async def _complete(self, match: int, user: int, kind: PanelKind) -> None:
        """Show what a panel shows in words with its pictures, unless it has changed meanwhile."""
        key = (match, user, kind)
        self._incomplete.discard(key)
        panel = self._panels.current(*key)
        screen = None if panel is None else panel.incomplete
        if panel is None or screen is None:
            return
        spared = Spared.FOLLOWING_PICTURES
        message = await self._messenger.compose(screen, for_edit=True, spared=spared)
        async with panel.turn:
            if panel is not self._panels.current(*key) or panel.incomplete is not screen:
                return
            if message.is_short:
                self._incomplete.add(key)
                return
            try:
                await panel.editor.edit(message)
            except FAILURES as error:
                if may_pass(error):
                    self._incomplete.add(key)
                else:
                    log.info("a panel is gone (%s)", described(error))
                    self._panels.closed(*key)
            else:
                panel.incomplete = None

    async def _on_committed(self, change: Committed | MovedOn) -> None:
        live = change.live
        self._newest[live.id] = max(live.version, self._newest.get(live.id, 0))
        await self._follow(live)
        if live.is_over:
            self._panels.forget(live.id, live.version)

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
        self, live: LiveMatch, user: int, kind: PanelKind, panel: OpenPanel
    ) -> None:
        """Edit a panel. One that fails is found by :meth:`look`.

        An edit that has failed may have arrived all the same; a second one changes nothing then.
        """
        try:
            screen = await self._screen(live, user, kind, panel)
        except StoreError as error:
            log.info("a panel could not be read (%s) and is read again", error.code)
            self._panels.failed(panel)
            return
        if screen is None:
            return
        is_table = kind is PanelKind.TABLE
        spared = Spared.TABLE_PICTURES if is_table else Spared.FOLLOWING_PICTURES
        message = await self._messenger.compose(screen, for_edit=True, spared=spared)
        async with panel.turn:
            before = panel.shown
            if before >= live.version:
                return
            panel.shown = live.version
            try:
                await panel.editor.edit(message)
            except FAILURES as error:
                if not may_pass(error):
                    log.info("a panel is gone (%s)", described(error))
                    self._panels.closed(live.id, user, kind)
                    return
                panel.shown = max(before, 0)
                log.info("a panel was not edited (%s) and is edited again", described(error))
                self._panels.failed(panel)
            else:
                panel.failures = 0
                incomplete = screen if message.is_short else None
                self._note(live.id, user, kind, panel, incomplete)
                if live.is_over:
                    self._panels.forget(live.id, live.version)
