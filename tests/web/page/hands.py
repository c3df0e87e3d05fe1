"""A person's hands at the web table: a finger, a mouse or the keyboard.

Each thing is done once: what is pressed counts, or the page says why it does not.
"""

import time
from collections.abc import Callable
from functools import partial
from typing import Final

from playwright.sync_api import CDPSession

from tests.waiting import PATIENCE_S
from tests.web.page.window import Offers, Window, card_css

_SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


class Tapping:
    """A finger: a tap on a card selects it, the next one discards it."""

    def press(self, window: Window, css: str) -> None:
        """Press something where it lies, unless it has gone."""
        window.calm_down()
        place = window.place(css)
        if place is None:
            return
        window.gestures += 1
        if window.is_narrow:
            window.page.touchscreen.tap(*place)
        else:
            window.page.mouse.click(*place)

    def draw(self, window: Window) -> None:
        self.press(window, "button.stock")

    def take(self, window: Window) -> None:
        self.press(window, "button.discards")

    def select(self, window: Window, card: str) -> None:
        self.press(window, card_css(card))
        window.until("the selection", lambda now: now.chosen == card)

    def discard(self, window: Window, card: str) -> None:
        if window.offers().chosen != card:
            self.select(window, card)
        self.press(window, card_css(card))

    def knock(self, window: Window) -> None:
        """Knock: where nothing is selected, the first press selects the best discard."""
        before = window.offers()
        self.press(window, "button.knock.lit")
        if before.chosen is None:
            now = window.until("the selection", lambda now: has_changed(before, now) or now.waits)
            if now.chosen is not None:
                self.press(window, "button.knock.lit")


class Dragging(Tapping):
    """A mouse that drags cards to where they go."""

    def drag(self, window: Window, card: str, css: str) -> None:
        """Drag a card of the hand to a place."""
        window.calm_down()
        start, end = window.place(card_css(card)), window.place(css, middle=True)
        assert start is not None, card
        assert end is not None, css
        window.gestures += 1
        mouse = window.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move(*end, steps=4)
        mouse.up()

    def discard(self, window: Window, card: str) -> None:
        self.drag(window, card, "button.discards")

    def knock(self, window: Window) -> None:
        """Drag the best discard to the place to knock."""
        if (offers := window.offers()).leaves:
            self.drag(window, offers.best, ".knock")


class Typing(Tapping):
    """The keyboard."""

    def key(self, window: Window, *keys: str) -> None:
        """Press keys."""
        for key in keys:
            window.gestures += 1
            window.page.keyboard.press(key)

    def press(self, window: Window, css: str) -> None:
        """Go to a button and press Enter."""
        window.page.locator(css).first.focus()
        self.key(window, "Enter")

    def draw(self, window: Window) -> None:
        self.key(window, "s")

    def take(self, window: Window) -> None:
        self.key(window, "p")

    def discard(self, window: Window, card: str) -> None:
        hand = window.offers().hand
        window.page.locator(card_css(hand[0])).focus()
        self.key(window, *["ArrowRight"] * hand.index(card), "d")

    def knock(self, window: Window) -> None:
        self.key(window, "k", "k")


class Mouse:
    """A mouse that holds a card."""

    def __init__(self, window: Window) -> None:
        self._mouse = window.page.mouse

    def down(self, x: float, y: float) -> None:
        self._mouse.move(x, y)
        self._mouse.down()

    def move(self, x: float, y: float) -> None:
        self._mouse.move(x, y)

    def up(self) -> None:
        self._mouse.up()


class Finger:
    """A finger that holds a card."""

    def __init__(self, window: Window) -> None:
        self._session: CDPSession = window.context.new_cdp_session(window.page)

    def _touch(self, kind: str, *points: dict[str, float]) -> None:
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    def down(self, x: float, y: float) -> None:
        self._touch("touchStart", {"x": x, "y": y})

    def move(self, x: float, y: float) -> None:
        self._touch("touchMove", {"x": x, "y": y})

    def up(self) -> None:
        self._touch("touchEnd")


def turn(window: Window, hand: Tapping) -> bool:
    """Do one thing that the page offers, until it shows; whether there was something to do."""
    offers = window.offers()
    step = None if offers.waits else _step(window, hand, offers)
    if step is None:
        return False
    step()
    window.until("its answer", lambda now: not now.waits and has_changed(offers, now))
    return True


def _step(window: Window, hand: Tapping, offers: Offers) -> Callable[[], None] | None:
    """The next thing to do."""
    if offers.layouts:
        return partial(hand.press, window, "dialog .layouts button")
    for action in offers.actions:
        if action[0] in "abfmp" or action == "r":
            return partial(hand.press, window, f'.actions [data-action="{action}"]')
    if offers.lit:
        return partial(hand.knock, window)
    if offers.leaves:
        return partial(hand.discard, window, offers.best)
    if offers.stock:
        return partial(hand.draw, window)
    return partial(hand.take, window) if offers.pile else None


def has_changed(before: Offers, now: Offers) -> bool:
    """Whether what was done shows."""

    def state(of: Offers) -> tuple[object, ...]:
        return of.version, of.actions, of.layouts, of.hand, of.chosen

    return state(before) != state(now)


def play(*seats: tuple[Window, Tapping], until: Callable[[Offers], bool]) -> Offers:
    """Play what the pages offer, until the first one shows what is waited for."""
    window = seats[0][0]
    before, moved = -1, time.monotonic()
    while not until(offers := window.offers()):
        if offers.version != before:
            before, moved = offers.version, time.monotonic()
        if not any(turn(one, hand) for one, hand in seats):
            window.page.wait_for_timeout(25)
        assert time.monotonic() < moved + PATIENCE_S, [one.offers() for one, _ in seats]
    return offers


def may_discard(now: Offers) -> bool:
    """Whether a card is to be discarded, and no knock is possible."""
    return bool(now.leaves) and not now.lit and not now.waits


def discards_of(window: Window, name: str, card: str) -> int:
    """How often somebody has discarded a card in this round."""
    shown = card[0].replace("T", "10") + _SIGNS[card[1]]
    moves = window.page.locator(".moves li").all_inner_texts()
    texts = [text.replace("\ufe0e", "") for text in moves]
    return sum(text.endswith(f"{name} discarded {shown}") for text in texts)


def resign(window: Window) -> None:
    """End the match by the menu."""
    page = window.page
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    window.until("the end", lambda now: now.over)
