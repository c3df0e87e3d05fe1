"""Open private panels, so that a hand follows the opponent's moves (discord.md: newest token).

A panel can be edited only through an interaction token younger than 15 minutes. This state is not
authoritative: a lost panel is simply opened again.
"""

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from cachetools import TTLCache

from bot.ui.replying import Editor

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
class Panel:
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
        self._open: OrderedDict[tuple[int, int, PanelKind], Panel] = OrderedDict()
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
        panel = Panel(editor, self._clock(), shown, locale, guild)
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

    def is_replaced(self, match: int, user: int, kind: PanelKind, panel: Panel) -> bool:
        """Whether the person has opened a newer panel of the same kind."""
        return self._open.get((match, user, kind), panel) is not panel

    def forget(self, match: int) -> None:
        """Remove the panels of a match that is over: nothing changes them any more."""
        for key in tuple(self._by_match.get(match, ())):
            self.closed(*key)

    def of(self, match: int) -> list[tuple[int, PanelKind, Panel]]:
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
