"""Everything that panels offer is pressed: nothing fails, and nothing is left unanswered."""

import logging
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.presses.pages import MenuVerb
from bot.web.press_handler import NOT_OFFERED
from tests.seeds import seeds, times
from tests.web.pages import Page, running_web
from tests.web.table_players import play_on
from tests.worlds.pages import begun

PRESSES = 120
MOST_OPEN = 12
"""Fewer than the server remembers; a page shows one of them."""
FINAL = (MenuVerb.DELETE.value, "delete")
"""Whoever deletes their data has nothing left to press."""


def offers(panel: dict[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """The presses of a panel, with the values that each needs."""
    for part in panel["parts"]:
        match part["type"]:
            case "row":
                for button in part["buttons"]:
                    if not (button["link"] or button["disabled"]):
                        yield button["press"], []
            case "menu":
                for choice in part["choices"]:
                    yield part["press"], [choice["value"]]
            case "lesson":
                for action in part["seat"]["actions"]:
                    yield part["press"], [action["action"]]
                for button in (part["next"], part["back"], *part["tools"]):
                    if button is not None:
                        yield button["press"], []
            case "people":
                for person in part["people"]:
                    yield part["press"], [person["value"]]


def kind(press: str) -> str:
    """What a button is for, without the match, page or person that it names."""
    return press.rsplit(":", maxsplit=1)[-1].split("-", maxsplit=1)[0]


def any_offer(page: Page, match: str, chance: random.Random) -> tuple[str, str, list[str]]:
    """A press of a kind drawn first, so that a long menu is no likelier than a button."""
    found = all_offers(page, match)
    drawn = chance.choice(sorted({kind(press) for _, press, _ in found}))
    return chance.choice([one for one in found if kind(one[1]) == drawn])


def all_offers(page: Page, match: str) -> list[tuple[str, str, list[str]]]:
    """Everything that a page may press now, with the panel it stands in."""
    found = [
        (name, press, values)
        for name, panel in list(page.panels.items())[-MOST_OPEN:]
        for press, values in offers(panel)
    ]
    table = page.tables[match]
    for state in (table["view"], table["seat"], page.lobby):
        buttons = state["menu"] if "menu" in state else state["buttons"]
        found += [(state["panel"], one["press"], []) for one in buttons]
    return [one for one in found if not any(word in one[1] for word in FINAL)]


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(times(1)))
async def test_no_press_fails(tmp_path: Path, caplog: pytest.LogCaptureFixture, seed: int) -> None:
    chance = random.Random(seed)
    pressed, done = set(), Counter[str]()
    async with running_web(tmp_path, people=3) as web:
        await web.world.service.daily.run()
        match, alice, bob = await begun(web, preset="single")
        for number in range(PRESSES):
            if number % 3 == 0 and alice.tables[match]["view"]["phase"] != "over":
                await play_on(match, [alice, bob], chance)
            if number % 25 == 0:
                await alice.show_lobby()
            panel, press, values = any_offer(alice, match, chance)
            answer = await alice.press(panel, press, values=values)
            assert answer["outcome"] in ("applied", "refused"), (press, answer)
            assert NOT_OFFERED not in answer["sentence"], press
            done[answer["outcome"]] += 1
            if alice.received[-2]["type"] == "form":
                form = alice.received[-2]
                sent = await alice.press(
                    form["panel"], form["press"], fields={"text": chance.choice(["3", "Hello"])}
                )
                assert sent["outcome"] in ("applied", "refused"), (press, sent)
            pressed.add(kind(press))
        failures = [one for one in caplog.records if one.levelno >= logging.ERROR]
        assert [one.getMessage() + str(one.exc_info) for one in failures] == []
        assert len(pressed) > 8, pressed
        assert done["applied"] > PRESSES // 2, done
