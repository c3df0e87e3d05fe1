"""The page plays on from a replay's step and from an answer of Ask, by the socket alone."""

from pathlib import Path
from typing import Any

import pytest

from engine.service import UserId
from tests.web.pages import Page
from tests.worlds.pages import one_page, open_from_menu
from tests.worlds.shared import finished

HAND = "5H 6H 7H 4C 4D 4S QS QD QC 7S KD"


def menu_of(panel: dict[str, Any], word: str) -> dict[str, Any]:
    """The menu of levels of a panel."""
    return next(
        part for part in panel["parts"] if part["type"] == "menu" and f":{word}-" in part["press"]
    )


async def played_on(page: Page, panel: dict[str, Any], word: str) -> dict[str, Any]:
    """The table that begins with the level chosen."""
    menu = menu_of(panel, word)
    assert [one["value"] for one in menu["choices"]] == ["casual", "novice", "expert", "master"]
    answer = await page.press(panel["panel"], menu["press"], values=["novice"])
    assert answer["outcome"] == "applied", answer
    return await page.follow(answer["match"])


@pytest.mark.slow
async def test_a_step_of_a_replay_is_played_on(tmp_path: Path) -> None:
    async with finished(tmp_path) as (web, match, alice, _bob):
        assert (await alice.press("replay", f"{match}.1"))["outcome"] == "applied"
        panel = alice.newest_panel()
        first = next(part for part in panel["parts"] if part["type"] == "playback")["steps"][0]
        table = await played_on(alice, panel, "playon")
        assert table["view"]["title"].endswith(", from a position")
        assert not table["view"]["rated"]
        hands = [set(side["cards"]) for side in first["sides"]]
        assert set(table["seat"]["hand"]) in hands
        own = (await alice.show_lobby())["tables"]
        assert [one["title"] for one in own] == [table["view"]["title"]]
        menu = menu_of(panel, "playon")
        stranger = await web.page(2)
        refused = await stranger.press(panel["panel"], menu["press"], values=["novice"])
        assert refused["outcome"] != "applied", "its panel is another reader's"


@pytest.mark.slow
async def test_an_answer_of_ask_is_played_on(tmp_path: Path) -> None:
    async with one_page(tmp_path) as (_web, page):
        panel = await open_from_menu(page, "Ask")
        board = next(part for part in panel["parts"] if part["type"] == "ask")
        fields = {"hand": HAND, "pile": "9C 3D KC 2H 8S", "preset": "standard"}
        asked = await page.press(panel["panel"], board["press"], fields=fields)
        assert asked["outcome"] == "applied", asked
        answered = page.newest_panel()
        table = await played_on(page, answered, "askon")
        assert sorted(table["seat"]["hand"]) == sorted(HAND.split())
        assert table["view"]["tables"][0]["discards"][-1] == "8S"


@pytest.mark.slow
async def test_the_next_opponent_gets_the_same_rules(tmp_path: Path) -> None:
    async with finished(tmp_path) as (web, match, alice, _bob):
        carol = await web.page(2)
        asked = await carol.ask("start", what="next", match=match)
        assert (asked["outcome"], asked["match"]) == ("refused", None), "Carol hasn't played it"
        asked = await alice.ask("start", what="next", match=match)
        assert (asked["outcome"], asked["match"]) == ("applied", None), asked
        [invitation] = (await carol.show_lobby())["invitations"]
        joined = await carol.press(invitation["panel"], invitation["buttons"][0]["press"])
        table = await carol.follow(joined["match"])
        assert [one["name"] for one in table["view"]["players"]] == ["Alice", "Carol"]
        assert table["view"]["title"] == alice.tables[match]["view"]["title"]
        assert table["view"]["rated"] == alice.tables[match]["view"]["rated"]


@pytest.mark.slow
async def test_two_who_look_for_the_next_opponent_meet(tmp_path: Path) -> None:
    async with finished(tmp_path) as (_web, match, alice, bob):
        assert (await alice.ask("start", what="next", match=match))["outcome"] == "applied"
        again = await alice.ask("start", what="next", match=match)
        assert again["outcome"] == "refused", "one open offer a person"
        assert len((await alice.show_lobby())["invitations"]) == 1
        met = await bob.ask("start", what="next", match=match)
        assert met["outcome"] == "applied"
        table = await bob.follow(met["match"])
        assert [one["name"] for one in table["view"]["players"]] == ["Alice", "Bob"]
        assert not (await alice.show_lobby())["invitations"]


@pytest.mark.slow
@pytest.mark.parametrize("first", ["rematch", "next"])
async def test_a_rematch_and_the_next_opponent_are_one_offer(tmp_path: Path, first: str) -> None:
    async with finished(tmp_path) as (web, match, alice, _bob):
        rematch = next(
            one["press"]
            for one in alice.tables[match]["view"]["buttons"]
            if "rematch" in one["press"]
        )

        async def asked(kind: str) -> str:
            if kind == "next":
                return str((await alice.ask("start", what="next", match=match))["outcome"])
            panel = alice.tables[match]["view"]["panel"]
            return str((await alice.press(panel, rematch))["outcome"])

        second = "next" if first == "rematch" else "rematch"
        assert [await asked(first), await asked(second)] == ["applied", "applied"]
        lobbies = await web.world.service.open_lobbies_of(UserId(web.user(0)))
        assert [one.rematch_of is None for one in lobbies] == [second == "next"]


@pytest.mark.slow
async def test_after_a_computer_comes_the_next_level(tmp_path: Path) -> None:
    async with one_page(tmp_path) as (_web, page):
        names = []
        started = await page.ask("start", what="practice", preset="straight", level="expert")
        for _ in range(3):
            match = started["match"]
            table = await page.follow(match)
            names.append(next(one["name"] for one in table["view"]["players"] if one["computer"]))
            early = await page.ask("start", what="next", match=match)
            assert early["outcome"] == "refused", "the match is still played"
            await page.act(match, "q")
            await page.until(lambda m=match: page.tables[m]["view"]["phase"] == "over")  # type: ignore[misc]
            started = await page.ask("start", what="next", match=match)
            assert started["outcome"] == "applied", started
        assert names == ["Viktor", "Ada", "Pip"]
