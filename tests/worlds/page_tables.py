"""Tables that two pages sit at."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from tests.web.pages import Page, WebWorld, running_web


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
