"""The machine's Chromium, and one real playground for all windows of these tests."""

import subprocess
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.playground_page import CHROMIUM, PACE, ROOT, Program
from tests.ports import free_port
from tests.web.page.line import Line
from tests.web.page.window import Window

AXE = ROOT / "bot" / "web" / "page" / "node_modules" / "axe-core" / "axe.min.js"


@pytest.fixture(scope="package")
def axe() -> str:
    """The checker."""
    subprocess.run([ROOT / "scripts" / "page", "install"], check=True, timeout=280)
    return AXE.read_text(encoding="utf-8")


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """A browser without windows.

    It holds the thread's event loop: beyond this folder no other test could run one.
    """
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """The program as README's command starts it; its finished matches may be shared.

    A start costs as much as a whole round that is played. What one test leaves behind, tables that
    nobody has ended and messages in the chat, stands in the lobby of the next. So rated matches are
    Alice's and Bob's: the coach answers nobody at whose turn one waits, and Carol and Dave ask it.
    """
    port = free_port()
    shares = {"GIN_WEB_URL": f"http://127.0.0.1:{port}", "GIN_SHARING": "true"}
    with Program(tmp_path_factory.mktemp("club"), port, **shares, **PACE) as running:
        yield running


@pytest.fixture
def program(club: Program) -> Program:
    """The program, which runs although a test may have failed before it started it again."""
    if not club.is_running:
        club.start()
    return club


@pytest.fixture
def alice(chromium: Browser, program: Program) -> Iterator[tuple[Window, Line]]:
    """Alice at a practice table, on a line in the hands of the test."""
    window, line = Window(chromium, program.table, reduced_motion="reduce"), Line()
    window.page.route_web_socket("**/api/socket", line.open)
    window.sit_down("Alice")
    window.practise("novice")
    yield window, line
    window.close()


Opener = Callable[..., Window]


@pytest.fixture
def opened(chromium: Browser, program: Program) -> Iterator[Opener]:
    """Open windows; at the end none may have had a fault.

    Cards do not fly in them unless a test asks for that: to draw it costs most of a round.
    """
    windows: list[Window] = []

    def open_window(member: str, **options: Any) -> Window:
        window = Window(chromium, program.table, **{"reduced_motion": "reduce"} | options)
        windows.append(window)
        window.sit_down(member)
        return window

    yield open_window
    for window in windows:
        window.close()
