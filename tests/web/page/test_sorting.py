"""Cards are sorted by dragging them, with the mouse and with a finger."""

from functools import partial
from typing import Final

import pytest

from tests.browser.playground_page import CHROMIUM
from tests.seeds import times
from tests.web.page.conftest import Opener
from tests.web.page.hands import Finger, Mouse, Tapping, play
from tests.web.page.window import SIZES, Offers, Window, card_css

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]
TIMES: Final = times(5)
STEPS: Final = 12
_MIDDLE: Final = """(css) => {
  const { x, y, width, height } = document.querySelector(css).getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
_TWO_FRAMES: Final = """() => new Promise((drawn) =>
  requestAnimationFrame(() => requestAnimationFrame(drawn)))"""


def middle(window: Window, card: str) -> tuple[float, float]:
    x, y = window.page.evaluate(_MIDDLE, f'.hand [data-card="{card}"]')
    return x, y


def sort(window: Window, holder: Mouse | Finger, card: str, onto: str) -> float:
    """Drag a card onto another one's place; how far it was from the pointer on the way, in px."""
    window.calm_down()
    start, end = window.place(card_css(card)), window.place(card_css(onto))
    assert start is not None
    assert end is not None
    here = middle(window, card)
    holder.down(*start)
    worst = 0.0
    for step in range(1, STEPS + 1):
        moved = [(b - a) * step / STEPS for a, b in zip(start, end, strict=True)]
        holder.move(start[0] + moved[0], start[1] + moved[1])
        window.page.evaluate(_TWO_FRAMES)
        now = middle(window, card)
        worst = max(worst, *(abs(now[n] - here[n] - moved[n]) for n in (0, 1)))
    holder.up()
    return worst


def _lies_as(wanted: tuple[str, ...], now: Offers) -> bool:
    return now.hand == wanted and not now.waits


@pytest.mark.parametrize("size", SIZES)
def test_a_card_that_is_dragged_within_the_hand_stays_where_it_was_put(
    opened: Opener, size: tuple[int, int]
) -> None:
    """It follows the pointer on the way, and the server keeps the order."""
    window = opened("Carol", size=size)
    window.practise("novice")
    play((window, Tapping()), until=lambda now: now.stock and not now.waits)
    holder = Finger(window) if window.is_narrow else Mouse(window)
    wanted: tuple[str, ...] = ()
    for turn in range(TIMES):
        hand = window.offers().hand
        first, last = (0, len(hand) - 1) if turn % 2 else (len(hand) - 1, 0)
        far = sort(window, holder, hand[first], hand[last])
        rest = [card for card in hand if card != hand[first]]
        wanted = tuple([*rest, hand[first]] if turn % 2 else [hand[first], *rest])
        window.until("the order", partial(_lies_as, wanted))
        assert far < 12, far
        assert window.offers().chosen is None
    window.page.reload()
    assert window.until("the hand", lambda now: bool(now.hand)).hand == wanted
