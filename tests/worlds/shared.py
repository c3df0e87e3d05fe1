"""Finished matches that somebody shares."""

import contextlib
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

from tests.journeys.played import play_round
from tests.web.pages import NAMES, Page, WebWorld, running_web
from tests.worlds.pages import begun, buttons

URL = "https://gin.example.org"


ON: dict[str, Any] = {"web_url": URL, "sharing": True}


@contextlib.asynccontextmanager
async def finished(
    folder: Path, names: Sequence[str] = NAMES, **settings: Any
) -> AsyncIterator[tuple[WebWorld, str, Page, Page]]:
    """A match with a finished round, which somebody then resigned."""
    async with running_web(folder, people=3, settings=settings, names=names) as web:
        match, alice, bob = await begun(web, preset="single")
        await play_round(web.world)
        await alice.until(lambda: alice.tables[match]["view"]["phase"] == "between")
        await alice.act(match, "q")
        await bob.until(lambda: bob.tables[match]["view"]["phase"] == "over")
        yield web, match, alice, bob


async def shared(page: Page, match: str) -> str:
    """The name under which a player shares the match."""
    view = page.tables[match]["view"]
    share = next(one["press"] for one in view["buttons"] if one["label"] == "Share")
    assert (await page.press(view["panel"], share))["outcome"] == "applied"
    panel = page.newest_panel()
    await page.press(panel["panel"], buttons(panel)["Share"])
    link = buttons(page.newest_panel())["Open the replay"]
    address, _, name = link.partition("/?shared=")
    assert address == URL
    return name
