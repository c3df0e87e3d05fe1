"""What the page draws instead of a picture, as the program sends it."""

import random
from pathlib import Path

import pytest

from bot.render.models import HandPicture
from bot.ui.parts.drawn import drawn_by_page
from tests.journeys.paths import ask
from tests.journeys.world import shown
from tests.web.pages import running_web
from tests.web.table_players import play_on
from tests.worlds.pages import begun, open_from_menu


def test_another_picture_stays_one() -> None:
    assert drawn_by_page(HandPicture((), ()), "words") is None


@pytest.mark.parametrize(
    ("label", "picture", "command"),
    [
        ("My profile", "paper", "profile"),
        ("My matches", "hand", "history"),
        ("Leaderboard", "paper", "leaderboard"),
        ("Friends", "people", "friends list"),
    ],
)
async def test_without_data_a_page_gets_a_picture_of_its_place(
    tmp_path: Path, label: str, picture: str, command: str
) -> None:
    async with running_web(tmp_path, people=2) as web:
        panel = await open_from_menu(await web.page(0), label)
        [empty] = [part for part in panel["parts"] if part["type"] == "empty"]
        assert empty["picture"] == picture
        assert empty["play"] is (label != "Friends")
        kinds = [part["type"] for part in panel["parts"]]
        assert "text" not in kinds, "it stands for the texts"
        said = (await ask(web.world, web.world.members[0], command)).response
        assert empty["title"] in shown(said, said.components).text, "chat says the same"


async def test_finished_matches_come_as_lines_that_lead_to_replays(tmp_path: Path) -> None:
    chance = random.Random(1)
    async with running_web(tmp_path, people=2) as web:
        match, alice, bob = await begun(web, preset="single")
        while alice.tables[match]["view"]["phase"] != "over":
            await play_on(match, [alice, bob], chance)
        found = []
        for page, rival in ((alice, "Bob"), (bob, "Alice")):
            panel = await open_from_menu(page, "My matches")
            [part] = [part for part in panel["parts"] if part["type"] == "rows"]
            [line] = part["rows"]
            assert (line["way"]["page"], line["name"]) == (f"replay.{match}.1", rival)
            found.append(line)
        assert {line["mark"] for line in found} == {"won", "lost"}
        mine, theirs = (line["value"].split(" : ") for line in found)
        assert mine == theirs[::-1]
        assert (await alice.press("replay", f"{match}.1"))["outcome"] == "applied"


@pytest.mark.parametrize(("label", "kind"), [("Leaderboard", "rows"), ("My profile", "facts")])
async def test_records_come_without_pictures(tmp_path: Path, label: str, kind: str) -> None:
    chance = random.Random(1)
    async with running_web(tmp_path, people=2) as web:
        match, alice, bob = await begun(web, preset="single")
        while alice.tables[match]["view"]["phase"] != "over":
            await play_on(match, [alice, bob], chance)
        panel = await open_from_menu(alice, label)
        kinds = [part["type"] for part in panel["parts"]]
        assert kind in kinds
        assert "image" not in kinds
        drawn = next(part for part in panel["parts"] if part["type"] == kind)
        assert "'Alice'" in str(drawn) or "'Bob'" in str(drawn)
