"""The open panels of a person: what they offer may be pressed, and nothing else."""

import secrets
from dataclasses import replace
from typing import Final

from cachetools import FIFOCache, LRUCache

from bot.ui.screen import Graph, Menu, PersonMenu, Row, Screen
from engine.service import UserId

MOST: Final = 48
MOST_PEOPLE: Final = 5_000
PRESSED: Final = (Graph, Row, Menu, PersonMenu)
"""The parts of a screen that can be pressed."""


class OpenPanels:
    """The screens that a person's pages show beside the table, by their names.

    They outlast a connection: what was pressed before it was lost arrives again on the next one.
    ``found``: the people whom a search has offered.
    """

    def __init__(self) -> None:
        self._screens: FIFOCache[str, Screen] = FIFOCache(MOST)
        self._forms: FIFOCache[str, None] = FIFOCache(MOST)
        self._found: FIFOCache[str, None] = FIFOCache(MOST)

    def new_name(self) -> str:
        """Return the name of a new panel."""
        return f"p{secrets.token_hex(6)}"

    def shows(self, name: str, screen: Screen) -> None:
        """Note what a panel offers now; pictures and files are not kept."""
        offered = tuple(part for part in screen.parts if isinstance(part, PRESSED))
        self._screens[name] = replace(screen, parts=offered)

    def closed(self, name: str) -> None:
        """Forget a panel."""
        self._screens.pop(name, None)

    def screen(self, name: str) -> Screen | None:
        """Return what a panel offers; ``None`` if it is not open."""
        return self._screens.get(name)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the panels that are open."""
        return tuple(self._screens)

    def asks(self, press: str) -> None:
        """Note a form that was opened; its submission has this press."""
        self._forms[press] = None

    def asked(self, press: str) -> bool:
        """Whether a form with this press was opened."""
        return press in self._forms

    def offers(self, person: str) -> None:
        """Note a person whom a search has found."""
        self._found[person] = None

    @property
    def offered(self) -> frozenset[str]:
        """The people whom searches have found."""
        return frozenset(self._found)


class PanelsOfPeople:
    """The open panels of everybody, those used longest ago dropped first."""

    def __init__(self) -> None:
        self._panels: LRUCache[UserId, OpenPanels] = LRUCache(MOST_PEOPLE)

    def of(self, user: UserId) -> OpenPanels:
        """Return the open panels of a person."""
        return self._panels.setdefault(user, OpenPanels())
