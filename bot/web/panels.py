"""The open panels of a page: what they offer may be pressed, and nothing else."""

from collections import OrderedDict
from typing import Final

from bot.ui.screen import Screen

MOST: Final = 24


class OpenPanels:
    """The screens that a page shows beside the table, by their names."""

    def __init__(self) -> None:
        self._screens: OrderedDict[str, Screen] = OrderedDict()
        self._forms: OrderedDict[str, str] = OrderedDict()
        self._last = 0

    def new_name(self) -> str:
        """Return the name of a new panel."""
        self._last += 1
        return f"p{self._last}"

    def shows(self, name: str, screen: Screen) -> None:
        """Note what a panel shows now."""
        self._screens[name] = screen
        self._screens.move_to_end(name)
        while len(self._screens) > MOST:
            self._screens.popitem(last=False)

    def closed(self, name: str) -> None:
        """Forget a panel."""
        self._screens.pop(name, None)

    def screen(self, name: str) -> Screen | None:
        """Return what a panel shows; ``None`` if it is not open."""
        return self._screens.get(name)

    def asks(self, press: str, panel: str) -> None:
        """Note a form that was opened; its submission has this press."""
        self._forms[press] = panel
        while len(self._forms) > MOST:
            self._forms.popitem(last=False)

    def asked(self, press: str) -> bool:
        """Whether a form with this press was opened."""
        return press in self._forms
