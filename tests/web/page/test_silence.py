"""Lines that pass nothing and are closed by nobody: the page notices, and no press is lost."""

import signal
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser

from tests.browser.playground_page import CHROMIUM, Program
from tests.web.page.hands import Dragging, Tapping, Typing, discards_of, may_discard, play
from tests.web.page.window import Offers, Window, card_css
from tests.worlds.relay import Relay

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]
HAND = Tapping()
NOTICED_MS = 20_000
LOST = "Connection lost"


@pytest.fixture
def relay(program: Program) -> Iterator[Relay]:
    port = urlsplit(program.table).port
    assert port is not None
    with Relay(port) as running:
        yield running


@pytest.fixture
def alice(chromium: Browser, program: Program, relay: Relay) -> Iterator[Window]:
    """Alice at a practice table, behind the relay."""
    here = urlsplit(program.table)
    window = Window(
        chromium,
        here._replace(netloc=f"127.0.0.1:{relay.port}").geturl(),
        reduced_motion="reduce",
    )
    window.page.clock.install()
    window.sit_down("Alice")
    window.practise("novice")
    yield window
    window.close()


@pytest.fixture
def second(chromium: Browser, program: Program, alice: Window) -> Iterator[Window]:
    """Alice at the same table in a window that no relay stands before."""
    window = Window(chromium, program.table, reduced_motion="reduce")
    window.sit_down("Alice")
    window.open_table(alice.match())
    yield window
    window.close()


def is_asked(now: Offers) -> bool:
    """Whether the match waits for its player: to draw, to lay off after a knock, or to go on."""
    return now.stock or bool(now.actions) or now.over or now.between


def moved_elsewhere(alice: Window, second: Window, relay: Relay) -> Offers:
    """The line falls silent, and the match goes on; what the other window shows then."""
    before = play((alice, HAND), until=may_discard)
    second.until("the hand", lambda now: now.hand == before.hand)
    relay.silence()
    HAND.discard(second, before.best)
    later = second.until(
        "the next turn",
        lambda now: now.version > before.version + 1 and is_asked(now),
    )
    assert alice.offers().version == before.version
    return later


def is_lost(window: Window) -> None:
    window.page.get_by_role("alert").filter(has_text=LOST).wait_for()


def is_back(window: Window, version: int) -> None:
    """The page shows the true table, and no banner."""
    window.until("the true table", lambda now: now.version >= version)
    window.page.get_by_role("alert").wait_for(state="detached")


def restored(window: Window, relay: Relay) -> None:
    """The relay passes bytes again, and nobody waits for the attempt that it has swallowed."""
    relay.restore()
    window.page.clock.fast_forward(9_000)


def dispatched(event: str, target: str) -> Callable[[Window], None]:
    return lambda window: window.page.evaluate(f"{target}.dispatchEvent(new Event('{event}'))")


def offline_and_online(window: Window) -> None:
    window.context.set_offline(True)
    window.context.set_offline(False)


LOOKS: dict[str, Callable[[Window], object]] = {
    "nobody": lambda window: window.page.clock.fast_forward(12_000),
    "a frozen tab": lambda window: window.page.clock.fast_forward(40_000),
    "online": offline_and_online,
    "pageshow": dispatched("pageshow", "window"),
    "visibilitychange": dispatched("visibilitychange", "document"),
    "a key": lambda window: window.page.keyboard.press("ArrowRight"),
    "a press": lambda window: window.page.mouse.click(5, 5),
}
"""What lets the page notice; where nobody looks, only the clock of its timers is put forward."""


@pytest.mark.parametrize(
    "look",
    [pytest.param(one, marks=[] if one == "nobody" else pytest.mark.night) for one in LOOKS],
)
def test_a_line_that_passes_nothing_is_noticed(
    alice: Window, second: Window, relay: Relay, look: str
) -> None:
    version = moved_elsewhere(alice, second, relay).version
    alice.page.wait_for_timeout(2_100)  # What was just heard from is not asked.
    # From here on only so much time passes for the page, however slow this computer is.
    alice.page.clock.pause_at(alice.page.evaluate("Date.now()") + 1)
    LOOKS[look](alice)
    alice.page.clock.run_for(NOTICED_MS // 2)
    is_lost(alice)
    alice.page.clock.resume()
    restored(alice, relay)
    is_back(alice, version)


@pytest.mark.night
def test_a_silent_line_is_noticed_within_20_seconds_though_nobody_looks(
    alice: Window, second: Window, relay: Relay
) -> None:
    version = moved_elsewhere(alice, second, relay).version
    alice.page.clock.pause_at(alice.page.evaluate("Date.now()") + 1)
    alice.page.clock.run_for(NOTICED_MS)
    is_lost(alice)
    relay.restore()
    alice.page.clock.resume()
    is_back(alice, version)


def test_what_is_pressed_on_a_dead_line_is_done_once(alice: Window, relay: Relay) -> None:
    """Both before the page has noticed and after."""
    before = play((alice, HAND), until=may_discard)
    relay.silence()
    HAND.discard(alice, before.best)
    is_lost(alice)
    alice.page.locator(card_css(before.hand[0])).focus()
    alice.page.keyboard.press("Shift+ArrowRight")
    restored(alice, relay)
    now = alice.until("the answers", lambda now: before.best not in now.hand and not now.waits)
    assert set(now.hand) == set(before.hand) - {before.best}
    assert discards_of(alice, "Alice", before.best) == 1


@pytest.mark.night
def test_a_killed_server_and_a_silent_relay_at_once(
    alice: Window, relay: Relay, program: Program
) -> None:
    """Nobody tells the page that the server is gone, nor that another one has its port."""
    before = play((alice, HAND), until=may_discard)
    relay.silence()
    program.kill(signal.SIGKILL)
    HAND.discard(alice, before.best)
    program.start()
    is_lost(alice)
    relay.restore()
    alice.until("the discard", lambda now: before.best not in now.hand and not now.waits)
    assert discards_of(alice, "Alice", before.best) == 1


@pytest.mark.night
def test_back_and_forward_show_the_true_table(alice: Window, second: Window) -> None:
    before = play((second, HAND), until=may_discard)
    alice.page.goto("about:blank")
    HAND.discard(second, before.best)
    after = second.until("the move", lambda now: now.version > before.version)
    for _ in range(2):
        alice.page.go_back(wait_until="commit")
        alice.until("the true table", lambda now: now.version >= after.version)
        assert not alice.page.get_by_role("alert").count()
        alice.page.go_forward(wait_until="commit")


@pytest.mark.night
def test_a_proxy_that_forgets_idle_lines_forgets_none_of_an_open_page(
    alice: Window, second: Window, relay: Relay
) -> None:
    """At 30 s of quiet; the page says something more often."""
    relay.idle_s = 30.0
    before, opened = play((alice, HAND), until=may_discard), relay.opened
    alice.page.wait_for_timeout(65_000)
    HAND.discard(second, before.best)
    alice.until("the move", lambda now: before.best not in now.hand)
    assert relay.opened == opened


@pytest.mark.parametrize(
    "way",
    [
        pytest.param(Typing(), id="key", marks=pytest.mark.night),
        pytest.param(Dragging(), id="drag"),
        pytest.param(Tapping(), id="taps", marks=pytest.mark.night),
    ],
)
def test_a_discard_after_a_sort_counts_on_a_slow_line(
    alice: Window, relay: Relay, way: Tapping
) -> None:
    before = play((alice, HAND), until=may_discard)
    relay.delay_s = 0.6
    card = before.best
    alice.page.locator(card_css(card)).focus()
    is_first = before.hand[0] == card
    alice.page.keyboard.press("Shift+ArrowRight" if is_first else "Shift+ArrowLeft")
    if isinstance(way, Typing):
        alice.page.keyboard.press("d")
    else:
        way.discard(alice, card)
    alice.until("the discard", lambda now: card not in now.hand and not now.waits)
    assert discards_of(alice, "Alice", card) == 1
    assert not alice.page.get_by_role("alert").count(), "a slow line is no dead one"
