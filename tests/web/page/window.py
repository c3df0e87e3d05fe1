"""A window of the web table in the machine's Chromium, used as a person uses it."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Page

PATIENCE_S: Final = 90.0
NARROW: Final = (400, 860)
WIDE: Final = (1280, 800)
_OFFERS: Final = """() => {
  const all = (css) => [...document.querySelectorAll(css)];
  const table = document.querySelector("main.table");
  const open = (css) => document.querySelector(css)?.getAttribute("aria-disabled") === "false";
  const buttons = all(".actions [data-action]").filter((one) => !one.disabled);
  return {
    shown: table !== null,
    over: table?.classList.contains("over") ?? false,
    between: table?.classList.contains("between") ?? false,
    version: Number(table?.dataset.version ?? 0),
    task: document.querySelector(".task")?.textContent ?? "",
    stock: open("button.stock"),
    pile: open("button.discards"),
    lit: document.querySelector("button.knock.lit:not(:disabled)") !== null,
    chosen: document.querySelector(".hand .card.selected")?.dataset.card ?? null,
    cards: all(".hand .card").map((one) => ({
      card: one.dataset.card,
      label: one.querySelector("button").ariaLabel,
    })),
    actions: buttons.map((one) => one.dataset.action),
    layouts: all("dialog .layouts button").length,
  };
}"""
_LEAVES: Final = re.compile(r"leaves (\d+) deadwood")


@dataclass(frozen=True)
class Offers:
    """What can be done in a window. ``leaves``: the deadwood after each possible discard."""

    shown: bool
    over: bool
    between: bool
    version: int
    task: str
    stock: bool
    pile: bool
    lit: bool
    chosen: str | None
    hand: tuple[str, ...]
    leaves: dict[str, int]
    actions: tuple[str, ...]
    layouts: int

    @property
    def best(self) -> str:
        """The discard that leaves the least."""
        return min(self.leaves, key=lambda card: (self.leaves[card], card))


def _offers(found: dict[str, Any]) -> Offers:
    cards = found.pop("cards")
    leaves = {one["card"]: _LEAVES.search(one["label"]) for one in cards}
    return Offers(
        **{**found, "actions": tuple(found["actions"])},
        hand=tuple(one["card"] for one in cards),
        leaves={card: int(match[1]) for card, match in leaves.items() if match},
    )


class Window:
    """One window. ``gestures`` counts what the person does at the table."""

    def __init__(
        self, browser: Browser, address: str, *, size: tuple[int, int] = WIDE, **options: Any
    ) -> None:
        width, height = size
        self.context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": height}, has_touch=width < 700, **options
        )
        self.is_narrow = width < 700
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE_S * 1000)
        self.address = address
        self.troubles: list[str] = []
        self.gestures = 0
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("console", self._note)

    def _note(self, message: Any) -> None:
        # That the line is down while the program restarts is what some tests are about.
        if message.type == "error" and "ERR_CONNECTION" not in message.text:
            self.troubles.append(message.text)

    def sit_down(self, member: str) -> None:
        """Open the page and choose who sits before it."""
        self.page.goto(self.address)
        self.page.get_by_role("button", name=member, exact=True).click()
        self.page.locator("main.lobby").wait_for()

    def offers(self) -> Offers:
        """What the page offers right now."""
        return _offers(self.page.evaluate(_OFFERS))

    def until(self, what: str, ready: Callable[[Offers], bool]) -> Offers:
        """Wait until the page offers something."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            offers = self.offers()
            if ready(offers):
                return offers
            self.page.wait_for_timeout(30)
        raise AssertionError(f"{what} did not come: {self.offers()}")

    # -- the lobby ------------------------------------------------------------------

    def practise(self, level: str = "casual") -> None:
        """One press to a game against the computer."""
        self.page.locator(f'[data-level="{level}"]').click()
        self.page.locator("main.table").wait_for()

    def challenge(self, name: str, preset: str) -> None:
        """Challenge another member."""
        self.page.get_by_role("button", name="Challenge someone").click()
        dialog = self.page.locator("dialog")
        dialog.get_by_label("Rules").select_option(preset)
        dialog.get_by_role("button", name=name, exact=True).click()

    def accept(self) -> None:
        """Accept the challenge in the lobby; its table opens."""
        self.page.get_by_role("button", name="Accept").first.click()
        self.page.locator("main.table").wait_for()

    def open_own_table(self) -> None:
        """Go to the first of the own tables."""
        self.page.locator("button.entry[data-match]").first.click()
        self.page.locator("main.table").wait_for()

    def match(self) -> str:
        """The match on the screen."""
        found = re.search(r"match=(\w+)", self.page.url)
        assert found, self.page.url
        return found[1]

    def close(self) -> None:
        """Close the window; nothing may have gone wrong in it."""
        self.context.close()
        assert not self.troubles, self.troubles


class Tapping:
    """A finger: a tap on a card selects it, the next one discards it."""

    def press(self, window: Window, css: str) -> None:
        """Press something."""
        window.gestures += 1
        target = window.page.locator(css).first
        if window.is_narrow:
            target.tap(force=True)
        else:
            target.click(force=True)

    def draw(self, window: Window) -> None:
        self.press(window, "button.stock")

    def take(self, window: Window) -> None:
        self.press(window, "button.discards")

    def discard(self, window: Window, card: str) -> None:
        for _ in range(2):
            self.press(window, f'.hand [data-card="{card}"] button')

    def knock(self, window: Window) -> None:
        """Knock: the first press selects the best discard, the second knocks."""
        self.press(window, "button.knock.lit")
        self.press(window, "button.knock.lit")


class Dragging(Tapping):
    """A mouse that drags cards to where they go."""

    def drag(self, window: Window, card: str, css: str) -> None:
        """Drag a card of the hand to a place."""
        window.gestures += 1
        page = window.page
        start = page.locator(f'.hand [data-card="{card}"] button').bounding_box()
        end = page.locator(css).first.bounding_box()
        assert start is not None
        assert end is not None
        # By its upper left corner, which no other card covers.
        page.mouse.move(start["x"] + 14, start["y"] + 20)
        page.mouse.down()
        page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
        page.mouse.up()

    def discard(self, window: Window, card: str) -> None:
        self.drag(window, card, "button.discards")

    def knock(self, window: Window) -> None:
        """Drag the best discard to the place to knock."""
        self.drag(window, window.offers().best, ".knock")


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
        window.page.locator(f'.hand [data-card="{hand[0]}"] button').focus()
        self.key(window, *["ArrowRight"] * hand.index(card), "d")

    def knock(self, window: Window) -> None:
        self.key(window, "k", "k")


def turn(window: Window, hand: Tapping) -> bool:
    """Do one thing that the page offers; whether there was something to do."""
    offers = window.offers()
    if offers.layouts:
        hand.press(window, "dialog .layouts button")
    elif step := next((one for one in offers.actions if one[0] in "abfp" or one == "r"), None):
        hand.press(window, f'.actions [data-action="{step}"]')
    elif offers.lit:
        hand.knock(window)
    elif offers.leaves:
        hand.discard(window, offers.best)
    elif offers.stock:
        hand.draw(window)
    elif offers.pile:
        hand.take(window)
    else:
        return False
    settle(window, offers)
    return True


def settle(window: Window, before: Offers) -> None:
    """Wait until what was done shows."""
    window.until(
        "the answer",
        lambda now: (
            (now.version, now.actions, now.layouts, now.hand, now.chosen)
            != (before.version, before.actions, before.layouts, before.hand, before.chosen)
        ),
    )


def play(*seats: tuple[Window, Tapping], until: Callable[[], bool] | None = None) -> None:
    """Play what the pages offer, until the match is over."""
    end = time.monotonic() + 3 * PATIENCE_S
    over = until or (lambda: all(window.offers().over for window, _ in seats))
    while not over():
        if not any(turn(window, hand) for window, hand in seats):
            seats[0][0].page.wait_for_timeout(25)
        assert time.monotonic() < end, [window.offers() for window, _ in seats]
