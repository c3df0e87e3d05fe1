"""Rules of accessibility that a page in a browser keeps."""

import json
from collections.abc import Sequence
from typing import Literal, TypeAlias

from playwright.sync_api import Frame

from tests.seeds import SEED, times
from tests.web.page.window import NARROW, WIDE, Window

Light: TypeAlias = Literal["dark", "light"]


NARROWEST = (320, 568)


SIZES = (NARROW, WIDE, NARROWEST, (844, 390))


LEAST = (NARROWEST, (320, 480))


SMALL_WINDOWS = (WIDE, (1366, 650), (1024, 768), (700, 600), (844, 390), (390, 664), *LEAST)


FINGER = 44


VIOLATIONS = """async (which) => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"], ...which });
  return violations.map((one) => [one.id, one.nodes.map((node) => node.html.slice(0, 200))]);
}"""


_SMALL = """(least) => [...document.querySelectorAll("button, a, select, input, textarea")]
  .filter((one) => one.checkVisibility() && !one.closest(".hand, .replay-hand, label.check"))
  .map((one) => [one.outerHTML.slice(0, 120), one.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < least - 0.5 || height < least - 0.5)
  .map(([html, { width, height }]) => `${html} ${width} × ${height}`)"""


_SPILLS = """() => Math.max(...[document.documentElement,
  ...document.querySelectorAll("dialog[open], dialog[open] .dialog-body, aside.panel, .player")]
  .map((one) => one.scrollWidth - one.clientWidth))"""


# What observes sizes learns of another one after the next frame.
_LAID_OUT = """() => new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"""
_OUT_OF_SIGHT = """() => [...document.querySelectorAll(".hand .card, .actions button")]
  .filter((one) => one.getBoundingClientRect().bottom > innerHeight)
  .map((one) => one.textContent)"""


def check(
    window: Window,
    axe: str,
    screen: str,
    sizes: Sequence[tuple[int, int]] = SIZES,
    frame: Frame | None = None,
) -> None:
    """Check a screen: at every size that it fits, at one dark and at another light with axe.

    The next screen of the window has the next two. The night looks at every size in both lights.
    ``frame``: that fills the window, if the screen is in one.
    """
    page = window.page
    inside = frame or page.main_frame
    if not inside.evaluate("typeof axe !== 'undefined'"):
        inside.evaluate(axe)
    looks = _looks(window.screens_checked, len(sizes))
    window.screens_checked += 1
    for (width, height), lights in zip(sizes, looks, strict=True):
        page.set_viewport_size({"width": width, "height": height})
        inside.evaluate(_LAID_OUT)
        window.calm_down()
        assert inside.evaluate(_SPILLS) <= 0, (screen, width)
        assert inside.evaluate(_SMALL, FINGER) == [], (screen, width)
        for light in lights:
            page.emulate_media(color_scheme=light, reduced_motion="reduce")
            found = inside.evaluate(VIOLATIONS, {})
            assert found == [], (screen, width, light, json.dumps(found, indent=1))
    page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})


def _looks(number: int, sizes: int) -> list[list[Light]]:
    """Of a window's n-th screen: in which lights it is looked at, at each of the sizes."""
    if times(1) > 1:
        return [["dark", "light"] for _ in range(sizes)]
    looks: list[list[Light]] = [[] for _ in range(sizes)]
    looks[(SEED + number) % sizes].append("dark")
    looks[(SEED + number + 1) % sizes].append("light")
    return looks


def check_in_sight(window: Window) -> None:
    """Check that no card of the hand and no button has to be scrolled to, however low the window.

    Over the hand nothing scrolls: there a finger drags cards.
    """
    for width, height in SMALL_WINDOWS:
        window.page.set_viewport_size({"width": width, "height": height})
        # The page follows a window that changes its size when it comes to it.
        window.page.wait_for_function(f"() => ({_OUT_OF_SIGHT})().length === 0")
        window.calm_down()
        assert window.page.evaluate(_OUT_OF_SIGHT) == [], (width, height)
    window.page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
