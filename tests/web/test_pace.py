"""How long computers think is the choice of who practises, and of nobody else."""

from collections.abc import Callable
from pathlib import Path

from engine.service import TimeSettings
from tests.web.pages import Page, running_web

SLOW_MS = 9_000


async def _practises(page: Page, pace: int | None) -> str:
    """Begin a practice match and follow it."""
    answer = await page.ask("start", what="practice", level="novice")
    match = str(answer["match"])
    await page.send("follow", match=match, pace=pace)
    await page.until(lambda: match in page.tables)
    return match


def _newer(page: Page, match: str, version: int) -> Callable[[], bool]:
    return lambda: bool(page.tables[match]["version"] > version)


async def _wait_of_a_turn(page: Page, match: str) -> float:
    """Play until the computer has moved after the page has; return the time that took it."""
    while True:
        table = page.tables[match]
        own = table["seat"]
        if not own["actions"]:
            await page.until(lambda: bool(page.tables[match]["seat"]["actions"]))
            continue
        before = table["now"]
        answer = await page.act(match, own["actions"][0]["action"])
        assert answer["outcome"] == "applied", answer
        await page.until(_newer(page, match, table["version"]))
        if page.tables[match]["seat"]["actions"]:
            continue
        await page.until(lambda: bool(page.tables[match]["seat"]["actions"]))
        return float(page.tables[match]["now"] - before)


async def test_who_practises_says_how_long_the_computer_may_think(tmp_path: Path) -> None:
    slow = TimeSettings(pause_ms=3_600_000, pace_ms=(SLOW_MS, SLOW_MS))
    async with running_web(tmp_path, terms=slow) as web:
        alice, bob, watcher = [await web.page(who) for who in range(3)]
        hurried, usual = await _practises(alice, 500), await _practises(bob, None)
        # Who only watches changes nothing.
        await watcher.send("follow", match=usual, pace=0)
        await watcher.until(lambda: usual in watcher.tables)
        assert await _wait_of_a_turn(alice, hurried) < SLOW_MS / 2
        assert await _wait_of_a_turn(bob, usual) >= SLOW_MS
