"""Everything that panels offer is pressed: nothing fails, and nothing is left unanswered."""

import logging
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.presses.menu import MenuVerb
from bot.ui.custom_id import parse_custom_id
from bot.web.panels import Offer, OpenPanels, PanelsOfPeople
from bot.web.press_handler import NOT_OFFERED
from engine.service import UserId
from tests.seeds import seeds, times
from tests.web.pages import Page, running_web
from tests.web.table_players import play_on
from tests.worlds.every_press import PRESSES
from tests.worlds.pages import begun

TIMES = 120
MOST_OPEN = 12
"""Fewer than the server remembers; a page shows one of them."""
FINAL = (MenuVerb.DELETE.value, "delete")
"""Whoever deletes their data has nothing left to press."""


def offers(panel: dict[str, Any], offer: Offer) -> Iterator[tuple[str, list[str]]]:
    """The presses of a panel, with the values that each needs."""
    yield from ((str(press), []) for press in offer.pressed)
    for press, values in offer.values.items():
        yield from ((str(press), [value]) for value in values)
    people = [one for part in panel["parts"] if part["type"] == "people" for one in part["people"]]
    for press in offer.with_person:
        yield from ((str(press), [one["value"]]) for one in people)


def kind(press: str) -> str:
    """What a button is for: its press and verb, without the match or person that it names."""
    custom_id = parse_custom_id(press)
    assert custom_id is not None, press
    [found] = [one for kind in PRESSES if (one := kind.read(custom_id)) is not None]
    return f"{type(found).__name__} {vars(found).get('verb', '')}"


def any_offer(
    page: Page, open_panels: OpenPanels, match: str, chance: random.Random, pressed: set[str]
) -> tuple[str, str, list[str]]:
    """A press of a kind drawn first, so that a long menu is no likelier than a button.

    What has not been pressed yet comes first, so that nothing offered is left out.
    """
    found = sorted(all_offers(page, open_panels, match))
    kinds = {kind(press) for _, press, _ in found}
    drawn = chance.choice(sorted(kinds - pressed or kinds))
    return chance.choice([one for one in found if kind(one[1]) == drawn])


def all_offers(page: Page, open_panels: OpenPanels, match: str) -> list[tuple[str, str, list[str]]]:
    """Everything that a page may press now, with the panel it stands in."""
    found = [
        (name, press, values)
        for name, panel in list(page.panels.items())[-MOST_OPEN:]
        if (offer := open_panels.offer(name)) is not None
        for press, values in offers(panel, offer)
    ]
    table = page.tables[match]
    for state in (table["view"], table["seat"], page.lobby):
        buttons = state["menu"] if "menu" in state else state["buttons"]
        found += [(state["panel"], one["press"], []) for one in buttons]
    return [one for one in found if not any(word in one[1] for word in FINAL)]


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(times(1)))
async def test_no_press_fails(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    everybody = PanelsOfPeople()
    monkeypatch.setattr("bot.web_serving.PanelsOfPeople", lambda: everybody)
    chance = random.Random(seed)
    pressed, done = set[str](), Counter[str]()
    async with running_web(tmp_path, people=3) as web:
        await web.world.service.daily.run()
        match, alice, bob = await begun(web, preset="single")
        open_panels = everybody.of(UserId(web.user(0)))
        for number in range(TIMES):
            if number % 3 == 0 and alice.tables[match]["view"]["phase"] != "over":
                await play_on(match, [alice, bob], chance)
            if number % 25 == 0:
                await alice.show_lobby()
            panel, press, values = any_offer(alice, open_panels, match, chance, pressed)
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
        assert len(pressed) > 40, pressed
        assert done["applied"] > TIMES // 2, done
