"""What the page draws instead of a picture, as the program sends it."""

import random
from pathlib import Path

import pytest

from bot.render.models import HandPicture
from bot.ui.screen import Image
from bot.web.drawn import drawn_by_page
from tests.web.pages import running_web
from tests.web.table_players import play_on
from tests.worlds.pages import begun, open_from_menu


def test_another_picture_stays_one() -> None:
    assert drawn_by_page(Image(HandPicture((), ()), "hand", "words")) is None


@pytest.mark.parametrize(("label", "kind"), [("Leaderboard", "ranking"), ("My profile", "profile")])
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
