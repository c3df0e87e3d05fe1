"""The tutor on the page, by the socket alone: how far it is, and the advice in the same panel."""

from pathlib import Path
from typing import Any

import pytest

from tests.worlds.advised import working
from tests.worlds.pages import one_page, open_from_menu


def head_of(panel: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = next(part for part in panel["parts"] if part["type"] == "section")
    return found


def bars_of(panel: dict[str, Any]) -> list[dict[str, Any]]:
    return [bar for part in panel["parts"] if part["type"] == "bars" for bar in part["bars"]]


async def test_a_newcomer_sees_how_many_rounds_are_missing(tmp_path: Path) -> None:
    async with one_page(tmp_path) as (_web, page):
        panel = await open_from_menu(page, "Tutor")
        first, what = head_of(panel)["lines"]
        assert first == "0 of 50 rounds so far: the tutor needs 50 more for advice."
        assert what.endswith("Practice doesn't count.")
        assert (head_of(panel)["progress"], bars_of(panel)) == (0.0, [])


async def test_the_panel_follows_the_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with one_page(tmp_path) as (_web, page):
        states = working(monkeypatch)
        first = await open_from_menu(page, "Tutor")
        assert head_of(first)["progress"] == pytest.approx(0.06)
        await page.until(lambda: bool(bars_of(page.newest_panel())))
        assert states == []
        last = page.newest_panel()
        assert last["panel"] == first["panel"]
        assert not last["asked"], "a page that shows something else by now ignores it"
        (one,) = bars_of(last)
        assert [example["hand"][0] for example in one["examples"]] == ["9H", "9H"]
        answer = await page.press(last["panel"], one["button"]["press"])
        assert answer["outcome"] == "applied"
