"""What a page is told beside a match: who asks for a rematch, what a hint proposes."""

from functools import partial
from pathlib import Path
from typing import Any

from tests.web.pages import Page, running_web
from tests.worlds.pages import two_pages


def rematch_of(page: Page, match: str) -> dict[str, Any] | None:
    """The newest that a page was told of a rematch."""
    told = [one for one in page.received if one["type"] == "beside" and one["match"] == match]
    found: dict[str, Any] | None = told[-1]["rematch"] if told else None
    return found


def button(table: dict[str, Any], role: str) -> dict[str, Any]:
    """The button of a table that has this role."""
    buttons = [*table["view"]["buttons"], *(table["seat"] or {"buttons": ()})["buttons"]]
    [found] = [one for one in buttons if one["role"] == role]
    return dict(found)


async def resigned(page: Page, match: str) -> None:
    requests = page.tables[match]["seat"]["requests"]
    [resign] = [one["action"] for one in requests if one["kind"] == "resign"]
    assert (await page.act(match, resign))["outcome"] == "applied"


def is_offered(page: Page, match: str) -> bool:
    return rematch_of(page, match) is not None


def is_asked(page: Page, match: str) -> bool:
    return bool((rematch_of(page, match) or {})["asked"])


def is_over(page: Page, match: str) -> bool:
    return bool(page.tables[match]["view"]["phase"] == "over")


async def test_a_rematch_is_told_to_both_with_their_count(tmp_path: Path) -> None:
    """Who asks, how the two stand against each other, and the match that begins of it."""
    async with two_pages(tmp_path) as (_web, match, alice, bob):
        await alice.until(lambda: any(one["type"] == "beside" for one in alice.received))
        assert rematch_of(alice, match) is None, "nobody asks while they play"
        await resigned(alice, match)
        for page in (alice, bob):
            await page.until(partial(is_offered, page, match))
        seats = {page: page.tables[match]["seat"]["seat"] for page in (alice, bob)}
        again = button(alice.tables[match], "rematch")
        panel = alice.tables[match]["view"]["panel"]
        assert (await alice.press(panel, again["press"]))["outcome"] == "applied"
        for page in (alice, bob):
            await page.until(partial(is_asked, page, match))
            found = rematch_of(page, match)
            assert found is not None
            assert found["asked"] == [seats[alice]]
            assert found["count"][seats[bob]] == 1
            assert found["count"][seats[alice]] == 0
        offered = rematch_of(bob, match)
        assert offered is not None
        accept = next(one for one in offered["buttons"] if one["style"] == "success")
        started = await bob.press(offered["panel"], accept["press"])
        assert started["match"] not in (None, match)
        await alice.until(lambda: (rematch_of(alice, match) or {})["match"] == started["match"])
        alice.received.clear()
        await alice.follow(match)
        await alice.until(partial(is_offered, alice, match))
        found = rematch_of(alice, match)
        assert found is not None
        assert found["match"] == started["match"], "whoever looks later reads it, too"
        assert found["asked"] == []


async def test_both_who_ask_for_a_rematch_at_once_have_it(tmp_path: Path) -> None:
    async with two_pages(tmp_path) as (web, match, alice, bob):
        await resigned(alice, match)
        for page in (alice, bob):
            await page.until(partial(is_over, page, match))
            table = page.tables[match]
            press = button(table, "rematch")["press"]
            assert (await page.press(table["view"]["panel"], press))["outcome"] == "applied"
        assert len(await web.world.service.running()) == 1


async def test_a_hint_names_the_action_that_it_proposes(tmp_path: Path) -> None:
    """It is one of those offered at this revision, or the knock with one."""
    async with running_web(tmp_path, people=1) as web:
        alice = await web.page(0)
        match = (await alice.ask("start", what="practice", level="novice"))["match"]
        table = await alice.follow(match)
        await alice.until(lambda: alice.tables[match]["seat"]["my_turn"])
        table = alice.tables[match]
        panel = table["seat"]["panel"]
        answer = await alice.press(panel, button(table, "hint")["press"])
        actions = alice.tables[match]["seat"]["actions"]
        offered = {one["action"] for one in actions}
        offered |= {one["knock"]["action"] for one in actions if one["knock"]}
        assert answer["proposal"] in offered
        assert answer["revision"] == alice.tables[match]["seat"]["revision"]
        assert answer["sentence"]


async def test_three_people_are_told_who_is_box_and_captain(tmp_path: Path) -> None:
    async with running_web(tmp_path, people=1) as web:
        alice = await web.page(0)
        asked = await alice.ask("start", what="practice", preset="three_handed", level="novice")
        view = (await alice.follow(asked["match"]))["view"]
        [table], [captain] = view["tables"], view["captains"]
        assert {view["box"], captain} == set(table["seats"])
        assert view["box"] == table["seats"][1], "the box deals"
        assert view["idle"] == [seat for seat in range(3) if seat not in table["seats"]]
