"""The machine's Chromium, and one real playground for all windows of a module."""

import subprocess
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.playground_page import CHROMIUM, ROOT, Program
from tests.ports import free_port
from tests.web.page.window import Window

AXE = ROOT / "bot" / "web" / "page" / "node_modules" / "axe-core" / "axe.min.js"


@pytest.fixture(scope="module")
def axe() -> str:
    """The checker."""
    subprocess.run([ROOT / "scripts" / "page", "install"], check=True, timeout=280)
    return AXE.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser without windows.

    It holds the thread's event loop: beyond the module no other test could run one.
    """
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """The program as README's command starts it."""
    with Program(tmp_path_factory.mktemp("club"), free_port()) as running:
        yield running


Opener = Callable[..., Window]


@pytest.fixture
def opened(chromium: Browser, program: Program) -> Iterator[Opener]:
    """Open windows; at the end none may have had a fault."""
    windows: list[Window] = []

    def open_window(member: str, **options: Any) -> Window:
        window = Window(chromium, program.table, **options)
        windows.append(window)
        window.sit_down(member)
        return window

    yield open_window
    for window in windows:
        window.close()
