"""A window of the web table in the machine's Chromium, used as a person uses it."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page

from tests.waiting import PATIENCE_S
from tests.web.page.pace import PACED
from tests.web.page.trace import RECORD, announced, spoken_twice, trace

NARROW: Final = (400, 860)
WIDE: Final = (1280, 800)
SIZES: Final = (
    pytest.param(NARROW, id="phone"),
    pytest.param(WIDE, id="desktop", marks=pytest.mark.night),
)
"""For tests that are the same on both, but for the hand that plays."""
PAGES: Final = (
    ("Learn", "Lessons"),
    ("Learn", "Trainer"),
    ("Learn", "Race"),
    ("Learn", "Ask"),
    ("Learn", "Studies"),
    ("Learn", "Daily challenge"),
    ("Learn", "Rules"),
    ("Events", None),
    ("Records", "My profile"),
    ("Records", "My matches"),
    ("Records", "Leaderboard"),
    ("Records", "Coins and shop"),
    ("Me", "Settings"),
    ("Me", "Friends"),
    ("Me", "About"),
)
"""The pages of their own, by their place in the navigation and its tabs."""
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
    notice: document.querySelector(".notice")?.textContent ?? "",
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
    notice: str

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


def choose_rules(dialog: Locator, preset: str) -> None:
    """Choose rules among the cards of a dialog."""
    card = dialog.locator(f'[data-preset="{preset}"] input')
    if not card.count():
        dialog.get_by_role("button", name="More rules").first.click()
    card.check()


def card_css(card: str) -> str:
    """Where a card of the hand is found."""
    return f'.hand [data-card="{card}"] button'


class Window:
    """One window.

    What is pressed in it reaches Gin at the pace of a person, whom Gin never finds too fast.
    ``gestures``: what they do at the table.
    """

    def __init__(
        self, browser: Browser, address: str, *, size: tuple[int, int] = WIDE, **options: Any
    ) -> None:
        width, height = size
        self.context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": height}, has_touch=width < 700, **options
        )
        self.is_narrow = width < 700
        for script in (RECORD, PACED):
            self.context.add_init_script(f"({script})()")
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE_S * 1000)
        self.address = address
        self.troubles: list[str] = []
        self.screens_checked = 0
        self.gestures = 0
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("console", self._note)

    def _note(self, message: Any) -> None:
        # That the line is down while the program restarts is what some tests are about.
        is_line = "ERR_CONNECTION" in message.text or "ERR_SOCKET" in message.text
        if message.type == "error" and not is_line:
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
        end, notices = time.monotonic() + PATIENCE_S, set[str]()
        while time.monotonic() < end:
            offers = self.offers()
            if ready(offers):
                return offers
            notices.add(offers.notice)
            self.page.wait_for_timeout(30)
        report = f"{what} did not come: {self.offers()}, {notices}"
        raise AssertionError(f"{report}\n{trace(self.page)}")

    def calm_down(self) -> None:
        """Wait until nothing moves."""
        self.page.wait_for_function("() => document.getAnimations().length === 0")

    def announced(self, text: str) -> None:
        """Wait until that has been announced; the next news may have followed it since."""
        announced(self.page, text)

    def place(self, css: str, *, middle: bool = False) -> tuple[float, float] | None:
        """The middle of something, or where it is not covered by other cards."""
        found = self.page.evaluate(_PLACE, [css, middle])
        return None if found is None else (found[0], found[1])

    # -- the lobby ------------------------------------------------------------------

    def practise(self, level: str = "casual") -> None:
        """Begin a game against the computer: one press if that is the usual one here."""
        play = self.page.locator("button.play")
        if play.get_attribute("data-level") == level:
            play.click()
        else:
            self.page.get_by_role("button", name="Change", exact=True).click()
            self.page.locator(f'dialog [data-level="{level}"]').click()
            self.page.locator("dialog").get_by_role("button", name="Start").click()
        self.arrive()

    def go_to(self, section: str, tab: str | None = None) -> None:
        """Open a page of its own by the navigation and its tabs, from a lesson or a puzzle, too."""
        if self.page.locator("main.lesson").count():
            self.page.locator(".bar button").first.click()
        self.page.locator(".nav").get_by_role("button", name=section).click()
        if tab is not None:
            self.page.locator(".tabs").get_by_role("button", name=tab).click()
        pages = ".ask-deck, main.puzzle, .drawn-page"
        self.page.locator(f".sheet-box, {pages}").wait_for()

    def challenge(self, name: str, preset: str) -> None:
        """Challenge another member."""
        self.page.get_by_role("button", name="Challenge someone").click()
        dialog = self.page.locator("dialog")
        choose_rules(dialog, preset)
        dialog.get_by_role("button", name=name, exact=True).click()

    def open_for_all(self, preset: str) -> None:
        """Open a table that anybody can join."""
        self.page.get_by_role("button", name="Open a table").click()
        dialog = self.page.locator("dialog")
        choose_rules(dialog, preset)
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
        twice = [] if self.page.is_closed() else spoken_twice(self.page)
        self.context.close()
        assert not self.troubles, self.troubles
        assert not twice, f"spoken twice: {twice}"
