"""The open panels of a person: what they offer may be pressed, and nothing else."""

import secrets
from collections import OrderedDict
from dataclasses import replace
from typing import Final, TypeVar

from bot.ui.screen import Graph, Menu, PersonMenu, Row, Screen
from engine.service import UserId

MOST: Final = 48
MOST_PEOPLE: Final = 5_000
PRESSED: Final = (Graph, Row, Menu, PersonMenu)
"""The parts of a screen that can be pressed."""
T = TypeVar("T")


class OpenPanels:
    """The screens that a person's pages show beside the table, by their names.

    They outlast a connection: what was pressed before it was lost arrives again on the next one.
    ``found``: the people whom a search has offered.
    """

    def __init__(self) -> None:
        self._screens: OrderedDict[str, Screen] = OrderedDict()
        self._forms: OrderedDict[str, None] = OrderedDict()
        self._found: OrderedDict[str, None] = OrderedDict()

    def new_name(self) -> str:
        """Return the name of a new panel."""
        return f"p{secrets.token_hex(6)}"

    def shows(self, name: str, screen: Screen) -> None:
        """Note what a panel offers now; pictures and files are not kept."""
        offered = tuple(part for part in screen.parts if isinstance(part, PRESSED))
        _keep(self._screens, name, replace(screen, parts=offered))

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
        _keep(self._forms, press, None)

    def asked(self, press: str) -> bool:
        """Whether a form with this press was opened."""
        return press in self._forms

    def offers(self, person: str) -> None:
        """Note a person whom a search has found."""
        _keep(self._found, person, None)

    @property
    def offered(self) -> frozenset[str]:
        """The people whom searches have found."""
        return frozenset(self._found)


class PanelsOfPeople:
    """The open panels of everybody, those used longest ago dropped first."""

    def __init__(self) -> None:
        self._panels: OrderedDict[UserId, OpenPanels] = OrderedDict()

    def of(self, user: UserId) -> OpenPanels:
        """Return the open panels of a person."""
        found = self._panels.pop(user, None) or OpenPanels()
        self._panels[user] = found
        while len(self._panels) > MOST_PEOPLE:
            self._panels.popitem(last=False)
        return found


def _keep(kept: OrderedDict[str, T], name: str, value: T) -> None:
    kept[name] = value
    kept.move_to_end(name)
    while len(kept) > MOST:
        kept.popitem(last=False)
