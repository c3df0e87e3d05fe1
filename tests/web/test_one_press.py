"""The page "One press" names what a press really runs through."""

import re
import sys
import threading
from pathlib import Path
from types import FrameType
from typing import Any, Final, Self

import pytest

from tests.journeys.people import Person, mover_of
from tests.waiting import PATIENCE_S
from tests.web.pages import running_web
from tests.worlds.tables import seated

ROOT: Final = Path(__file__).parents[2]
Function = tuple[str, str]
"""A file, and the name of a function or class in it."""


def named_functions() -> tuple[list[Function], list[Function]]:
    """The functions of the way in and out, and of what follows for everybody else."""
    page = (ROOT / "docs/design/one-press.md").read_text(encoding="utf-8")
    way, _, others = page.partition("## Everybody else")
    first, second = (re.findall(r"^\| \d+ \| `(.+?)` \| `(.+?)`", s, re.M) for s in (way, others))
    return first, second


class Calls:
    """The functions of the engine and the bot that begin to run, in their order."""

    def __init__(self) -> None:
        self.begun: list[Function] = []
        self._running: dict[int, FrameType] = {}

    def __enter__(self) -> Self:
        threading.setprofile(self._note)
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)
        threading.setprofile(None)
        self._running.clear()

    def _note(self, frame: FrameType, event: str, _: Any) -> None:
        if event != "call" or self._running.get(id(frame)) is frame:
            return  # A coroutine that goes on does not begin again.
        self._running[id(frame)] = frame
        path, code = Path(frame.f_code.co_filename), frame.f_code
        if path.is_relative_to(ROOT):
            self.begun.append((path.relative_to(ROOT).as_posix(), code.co_qualname))

    def after(self, start: int, function: Function) -> int:
        """The place after the next call of a function, or of what is within it."""
        file, name = function
        for place in range(start, len(self.begun)):
            where, called = self.begun[place]
            if where == file and f"{called}.".startswith(f"{name}."):
                return place + 1
        raise AssertionError(f"{name} in {file} is not called after {self.begun[start - 1]}")


async def with_a_chosen_card(people: list[Person]) -> Person:
    """Whoever may discard the card that they have chosen."""
    mover = await mover_of(people)
    while not mover.panel().has("Discard "):
        cards = [
            label
            for label, button in mover.panel().buttons.items()
            if "pick-" in button["custom_id"] and not button.get("disabled")
        ]
        if cards:
            await mover.press(cards[0])
        else:
            await mover.take_turn()
            mover = await mover_of(people)
    return mover


async def test_a_discard_calls_what_the_page_names(
    tmp_path: Path, drawn_anew: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a busy machine the answer would be put off while its picture is drawn.
    monkeypatch.setattr("bot.ui.reply.WATCHDOG_SECONDS", PATIENCE_S)
    way, others = named_functions()
    assert len(way) > 20
    assert len(others) > 3
    async with running_web(tmp_path) as web:
        people, _ = await seated(web.world, 7)
        mover = await with_a_chosen_card(people)
        with Calls() as calls:
            await mover.press("Discard ")
            await web.world.settle()
    place, announced = 0, 0
    for function in way:
        place = calls.after(place, function)
        if function[1] == "Announcer.announce":
            announced = place
    for function in others:
        assert calls.after(announced, function)
