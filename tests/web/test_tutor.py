"""The tutor on the page, by the socket alone: how far it is, and the advice in the same panel."""

from pathlib import Path
from typing import Any

import pytest

from tests.worlds.advised import working
from tests.worlds.pages import one_page, open_from_menu


def board_of(panel: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = next(part for part in panel["parts"] if part["type"] == "tutor")
    return found


async def test_a_newcomer_sees_how_many_rounds_are_missing(tmp_path: Path) -> None:
    async with one_page(tmp_path) as (_web, page):
        board = board_of(await open_from_menu(page, "Tutor"))
        assert "50 more are needed" in board["sentence"]
        assert (board["progress"], board["findings"]) == (0.0, [])


async def test_the_panel_follows_the_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with one_page(tmp_path) as (_web, page):
        states = working(monkeypatch)
        first = await open_from_menu(page, "Tutor")
        assert board_of(first)["progress"] == pytest.approx(0.06)
        await page.until(lambda: bool(board_of(page.newest_panel())["findings"]))
        assert states == []
        last = page.newest_panel()
        assert last["panel"] == first["panel"]
        assert not last["asked"], "a page that shows something else by now ignores it"
        (one,) = board_of(last)["findings"]
        assert [example["played"] for example in one["examples"]] == ["9H", "9H"]
        answer = await page.press(last["panel"], one["puzzles"]["press"])
        assert answer["outcome"] == "applied"
