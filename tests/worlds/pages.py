"""Pages of the web table: their panels, and two at one table."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from tests.web.pages import Page, WebWorld, running_web


@contextlib.asynccontextmanager
async def one_page(folder: Path) -> AsyncIterator[tuple[WebWorld, Page]]:
    async with running_web(folder, people=2) as web:
        yield web, await web.page(0)


def buttons(panel: dict[str, Any]) -> dict[str, str]:
    """The presses of a panel's buttons by their labels."""
    found = [
        button
        for part in panel["parts"]
        if part["type"] in ("row", "section", "cards")
        for button in (*part["buttons"], part.get("new"), part.get("back"))
        if button is not None
    ]
    return {button["label"]: button["press"] for button in found}


def text(panel: dict[str, Any]) -> str:
    """What a panel says in sentences, and the names in its lines."""
    return "\n".join(line for part in panel["parts"] for line in _said(part))


def _said(part: dict[str, Any]) -> list[str]:
    match part["type"]:
        case "text":
            return [part["markdown"]]
        case "empty":
            return [part["title"], part["text"]]
        case "section":
            return [part["notice"], *part["lines"]]
        case "rows":
            return [part["nobody"], *(row["name"] for row in part["rows"])]
    return []


async def open_from_menu(page: Page, label: str) -> dict[str, Any]:
    """The panel that a button of the lobby's menu opens."""
    lobby = await page.show_lobby()
    press = next(one["press"] for one in lobby["menu"] if one["label"] == label)
    answer = await page.press(lobby["panel"], press)
    assert answer["outcome"] == "applied", answer
    return page.newest_panel()


async def begun(web: WebWorld, **options: Any) -> tuple[str, Page, Page]:
    """A match of two people, on a page each."""
    alice, bob = await web.page(0), await web.page(1)
    asked = await alice.ask("start", what="challenge", who=str(web.user(1)), **options)
    assert asked["outcome"] == "applied"
    lobby = await bob.show_lobby()
    [invitation] = lobby["invitations"]
    assert invitation["to_me"]
    accept = invitation["buttons"][0]
    started = await bob.press(invitation["panel"], accept["press"])
    assert started["outcome"] == "applied", started
    match = started["match"]
    await alice.follow(match)
    await bob.follow(match)
    return match, alice, bob


@contextlib.asynccontextmanager
async def two_pages(
    folder: Path, **options: Any
) -> AsyncIterator[tuple[WebWorld, str, Page, Page]]:
    """A match of two people, who have a page each."""
    async with running_web(folder, **options) as web:
        match, alice, bob = await begun(web)
        yield web, match, alice, bob
