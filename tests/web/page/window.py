"""A window of the web table in the machine's Chromium, used as a person uses it."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Page

from tests.waiting import PATIENCE_S

LOST_S = 10.0
"""The time after which a person does it again."""
NARROW: Final = (400, 860)
WIDE: Final = (1280, 800)
MOST_TRIES: Final = 8
_OFFERS: Final = """() => {
  const all = (css) => [...document.querySelectorAll(css)];
  const table = document.querySelector("main.table");
  const open = (css) => document.querySelector(css)?.getAttribute("aria-disabled") === "false";
  const buttons = all(".actions [data-action]").filter((one) => !one.disabled);
  return {
    shown: table !== null,
    waits: table?.dataset.waits === "true",
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
      free: one.classList.contains("free"),
    })),
    actions: buttons.map((one) => one.dataset.action),
    layouts: all("dialog .layouts button").length,
  };
}"""
_PLACE: Final = """([css, middle]) => {
  const found = document.querySelector(css);
  if (!found) return null;
  found.scrollIntoView({ block: "nearest" });
  const { x, y, width, height } = found.getBoundingClientRect();
  const centre = [x + width / 2, y + height / 2];
  if (middle) return centre;
  for (const down of [0.2, 0.35, 0.5, 0.7, 0.9]) {
    for (const along of [0.15, 0.25, 0.35, 0.5, 0.65, 0.8]) {
      const place = [x + width * along, y + height * down];
      if (found.contains(document.elementFromPoint(...place))) return place;
    }
  }
  return centre;
}"""
_LISTEN: Final = """() => {
  window.said = [];
  const live = document.querySelector("#spoken");
  new MutationObserver(() => said.push(live.textContent)).observe(live, {
    characterData: true, childList: true, subtree: true });
}"""
_LEAVES: Final = re.compile(r"leaves (\d+) deadwood")


@dataclass(frozen=True)
class Offers:
    """What can be done in a window.

    ``waits``: something is not answered yet; ``leaves``: the deadwood after each possible discard.
    """

    shown: bool
    waits: bool
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
    return Offers(
        **{**found, "actions": tuple(found["actions"])},
        hand=tuple(one["card"] for one in cards),
        leaves={
            one["card"]: int(match[1]) if (match := _LEAVES.search(one["label"])) else 0
            for one in cards
            if one["free"]
        },
    )


def card_css(card: str) -> str:
    """Where a card of the hand is found."""
    return f'.hand [data-card="{card}"] button'


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
        self.screens_checked = 0
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

    def may_discard(self, card: str) -> bool:
        """Whether a card can be discarded, and nothing has been sent."""
        offers = self.offers()
        return card in offers.leaves and not offers.waits and not offers.layouts

    def calm_down(self) -> None:
        """Wait until nothing moves."""
        self.page.wait_for_function("() => document.getAnimations().length === 0")

    def listen(self) -> None:
        """Note from now on what a screen reader would say."""
        self.page.evaluate(_LISTEN)

    def heard(self, text: str) -> None:
        """Wait until that has been said; the next news may have replaced it since."""
        self.page.wait_for_function("(text) => said.some((one) => one.includes(text))", arg=text)

    def place(self, css: str, *, middle: bool = False) -> tuple[float, float] | None:
        """The middle of something, or where it is not covered by other cards."""
        found = self.page.evaluate(_PLACE, [css, middle])
        return None if found is None else (found[0], found[1])

    # -- the lobby ------------------------------------------------------------------

    def practise(self, level: str = "casual") -> None:
        """One press to a game against the computer."""
        self.page.locator(f'[data-level="{level}"]').click()
        self.arrive()

    def challenge(self, name: str, preset: str) -> None:
        """Challenge another member."""
        self.page.get_by_role("button", name="Challenge someone").click()
        dialog = self.page.locator("dialog")
        dialog.get_by_label("Rules").select_option(preset)
        dialog.get_by_role("button", name=name, exact=True).click()

    def open_for_all(self, preset: str) -> None:
        """Open a table that anybody can join."""
        self.page.get_by_role("button", name="Open a table").click()
        dialog = self.page.locator("dialog")
        dialog.get_by_label("Rules").select_option(preset)
        dialog.get_by_role("button", name="Start", exact=True).click()

    def accept(self) -> None:
        """Accept the challenge in the lobby; its table opens."""
        self.page.get_by_role("button", name="Accept").first.click()
        self.arrive()

    def arrive(self) -> None:
        """Wait for the own table, which opens by itself when it begins."""
        self.page.locator("main.table").wait_for()

    def open_table(self, match: str) -> None:
        """Go to a table of the lobby, an own one or one to watch."""
        self.page.locator(f'button.entry[data-match="{match}"]').click()
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
        """Press something where it is right now, unless it has gone."""
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

    def discard(self, window: Window, card: str) -> None:
        # A card may fly while it is aimed at.
        for number in range(MOST_TRIES):
            if not window.may_discard(card):
                return
            if number > 1:
                window.calm_down()
            self.press(window, card_css(card))

    def knock(self, window: Window) -> None:
        """Knock: the first press selects the best discard, the second knocks."""
        for number in range(MOST_TRIES):
            offers = window.offers()
            if not offers.lit or offers.waits or offers.layouts:
                return
            if number > 1:
                window.calm_down()
            self.press(window, "button.knock.lit")


class Dragging(Tapping):
    """A mouse that drags cards to where they go."""

    def drag(self, window: Window, card: str, css: str) -> None:
        """Drag a card of the hand to a place."""
        for number in range(MOST_TRIES):
            if number > 0:
                window.calm_down()
            start, end = window.place(card_css(card)), window.place(css, middle=True)
            if start is None or end is None or not window.may_discard(card):
                return
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


def turn(window: Window, hand: Tapping) -> bool:
    """Do one thing that the page offers; whether there was something to do."""
    offers = window.offers()
    if offers.waits:
        return False
    if offers.layouts:
        hand.press(window, "dialog .layouts button")
    elif step := next((one for one in offers.actions if one[0] in "abfmp" or one == "r"), None):
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
    """Wait until what was done is answered and shows, or was lost in a redrawing."""

    def state(of: Offers) -> tuple[object, ...]:
        return of.version, of.actions, of.layouts, of.hand, of.chosen

    end = time.monotonic() + LOST_S
    while time.monotonic() < end:
        now = window.offers()
        if not now.waits and state(now) != state(before):
            return
        window.page.wait_for_timeout(30)


def play(*seats: tuple[Window, Tapping], until: Callable[[Offers], bool]) -> None:
    """Play what the pages offer, until one page shows what is waited for."""
    window = seats[0][0]
    before, moved = -1, time.monotonic()
    while not until(offers := window.offers()):
        if offers.version != before:
            before, moved = offers.version, time.monotonic()
        if not any(turn(one, hand) for one, hand in seats):
            window.page.wait_for_timeout(25)
        assert time.monotonic() < moved + PATIENCE_S, [one.offers() for one, _ in seats]


def resign(window: Window) -> None:
    """End the match by the menu."""
    page = window.page
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    window.until("the end", lambda now: now.over)
