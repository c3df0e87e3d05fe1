"""People who play on pages by what is offered, and nothing they know about the rules."""

import asyncio
import random
from typing import Any

from tests.web.pages import Page

BREATH_S = 0.5
"""What is asked of somebody who plays faster than people do."""


def open_seats(match: str, pages: list[Page]) -> list[Page]:
    """The pages that are offered something at the table."""
    return [one for one in pages if one.tables[match]["seat"]["actions"]]


def chosen(seat: dict[str, Any], chance: random.Random) -> str:
    """Any action that is offered, rather a knock, or a discard that leaves little deadwood."""
    actions = seat["actions"]
    knocks = [one["knock"] for one in actions if one["knock"]]
    if knocks and chance.random() < 0.7:
        knock = chance.choice(knocks)
        offered = [knock["action"], *(one["action"] for one in knock["layouts"])]
        return str(chance.choice(offered))
    left = [one["after"] for one in actions if one["after"] is not None]
    if left and chance.random() < 0.9:
        actions = [one for one in actions if one["after"] == min(left)]
    return str(chance.choice(actions)["action"])


async def play_on(match: str, pages: list[Page], chance: random.Random) -> Page | None:
    """Let one page do something it is offered; ``None`` when the match is over.

    Waits for computers where nobody is offered anything.
    """
    first = pages[0]
    await first.until(
        lambda: first.tables[match]["view"]["phase"] == "over" or bool(open_seats(match, pages))
    )
    if first.tables[match]["view"]["phase"] == "over":
        return None
    actor = chance.choice(open_seats(match, pages))
    answer = await actor.act(match, chosen(actor.tables[match]["seat"], chance))
    if answer["outcome"] == "too_fast":
        await asyncio.sleep(BREATH_S)
        return actor
    assert answer["outcome"] in ("applied", "stale"), answer
    version = actor.tables[match]["version"]
    for page in pages:
        await page.until(lambda page=page: page.tables[match]["version"] >= version)  # type: ignore[misc]
    return actor
