"""A spectator's and an opponent's page hold no card that they may not see."""

import json
from typing import Any

import pytest

from tests.browser.playground_page import CHROMIUM
from tests.seeds import times
from tests.web.page.conftest import Opener
from tests.web.page.hands import Tapping, play
from tests.web.page.window import WIDE, Offers, Window
from tests.worlds.two_browsers import sit_down_together

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]
_CARDS = (
    """() => [...document.querySelectorAll("main [data-card]")].map((one) => one.dataset.card)"""
)


class Ear:
    """Everything that the program tells a window about the table."""

    def __init__(self, window: Window) -> None:
        self.frames: list[tuple[int, str]] = []
        window.page.on("websocket", self._listen)

    def _listen(self, socket: Any) -> None:
        socket.on("framereceived", self._note)

    def _note(self, text: str | bytes) -> None:
        message = json.loads(text)
        if message["type"] == "table":
            self.frames.append((message["version"], json.dumps(message)))


def test_nobody_is_told_a_card_that_is_hidden_from_him(opened: Opener) -> None:
    """No frame that an opponent or a spectator gets names a card that is hidden from them."""
    ears: dict[str, Ear] = {}
    alice, bob = sit_down_together(opened, (WIDE, WIDE), "standard")
    carol = opened("Carol")
    for name, window in (("bob", bob), ("carol", carol)):
        ears[name] = Ear(window)
        window.page.reload()
        window.page.locator("main").wait_for()
    if not carol.offers().shown:
        carol.open_table(bob.match())
    hidden: dict[int, set[str]] = {}
    public: set[str] = set()

    def look(page: Offers) -> bool:
        """Note Alice's hidden cards at this version, and what Carol's page shows of them."""
        public.update(alice.page.evaluate(_CARDS_OF_PILE))
        if page.between or page.over or _is_open(alice) or len(hidden) >= times(8):
            return True
        hidden.setdefault(page.version, set(page.hand) - public)
        shown = carol.offers().version == page.version and set(carol.page.evaluate(_CARDS))
        assert not (shown and shown & hidden[page.version])
        return False

    play((alice, Tapping()), (bob, Tapping()), until=look)
    carol.until("the same", lambda now: now.version >= max(hidden))
    assert len(hidden) >= 6
    for name, ear in ears.items():
        checked = 0
        for version, frame in ear.frames:
            for card in hidden.get(version, set()):
                assert f'"{card}"' not in frame, (name, version, card)
                checked += 1
        assert checked >= 30, name
    assert all('"seat": null' in frame for _, frame in ears["carol"].frames)


_CARDS_OF_PILE = """() => [...document.querySelectorAll("button.discards [data-card]")]
  .map((one) => one.dataset.card)"""


def _is_open(window: Window) -> bool:
    """Whether a knock has laid cards open."""
    return window.page.locator(".shown").count() > 0
