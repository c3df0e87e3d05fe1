"""The friends list of a page: who is here, challenges, requests, and opponents to play again."""

import asyncio
from pathlib import Path
from typing import Any

from engine.service import Person, Prefs, UserId
from engine.service.preferences import ProfileFor
from tests.keys import fresh
from tests.web.pages import Page, WebWorld, running_web
from tests.worlds.pages import open_from_menu
from tests.worlds.shared import finished


def person(web: WebWorld, who: int) -> Person:
    return Person(UserId(web.user(who)), ("Alice", "Bob", "Carol")[who])


async def become_friends(web: WebWorld) -> None:
    """Alice and Bob have each other on their lists."""
    for one, other in ((0, 1), (1, 0)):
        await web.world.service.friends.add(fresh(), person(web, one), person(web, other))


def listed(panel: dict[str, Any], title: str) -> dict[str, dict[str, Any]]:
    """The lines of a part of the list, by their names."""
    found = [part for part in panel["parts"] if part["type"] == "rows" and part["title"] == title]
    return {row["name"]: row for part in found for row in part["rows"]}


def buttons(row: dict[str, Any]) -> dict[str, str]:
    return {one["label"]: one["press"] for one in row["buttons"]}


async def press(page: Page, panel: dict[str, Any], row: dict[str, Any], label: str) -> Any:
    answer = await page.press(panel["panel"], buttons(row)[label])
    assert answer["outcome"] == "applied", answer
    return answer


async def test_a_friend_who_is_here_is_challenged_in_one_press(tmp_path: Path) -> None:
    async with running_web(tmp_path, people=3) as web:
        await become_friends(web)
        alice = await web.page(0)
        away = listed(await open_from_menu(alice, "Friends"), "Away")
        assert away["Bob"]["presence"] == "away"
        bob = await web.page(1)
        panel = await open_from_menu(alice, "Friends")
        here = listed(panel, "Here now")["Bob"]
        assert (here["presence"], here["note"]) == ("here", "Has the card table open")
        await press(alice, panel, here, "Challenge")
        panel = alice.newest_panel()
        assert panel["parts"][0]["notice"] == "You've challenged **Bob**."
        assert list(buttons(listed(panel, "Here now")["Bob"])) == ["Withdraw"]
        asked = await open_from_menu(bob, "Friends")
        row = listed(asked, "Here now")["Alice"]
        assert row["note"] == "Challenges you"
        begun = await press(bob, asked, row, "Accept")
        table = await alice.follow(begun["match"])
        row = listed(await open_from_menu(alice, "Friends"), "Here now")["Bob"]
        assert row["way"]["match"] == begun["match"]
        assert row["presence"] == "playing"
        assert row["own"] == bool(table["seat"]["actions"])


async def test_a_challenge_is_taken_back_or_declined_in_its_place(tmp_path: Path) -> None:
    async with running_web(tmp_path, people=2) as web:
        await become_friends(web)
        alice, bob = await web.page(0), await web.page(1)
        for answer, page in (("Withdraw", alice), ("Decline", bob)):
            panel = await open_from_menu(alice, "Friends")
            await press(alice, panel, listed(panel, "Here now")["Bob"], "Challenge")
            panel = await open_from_menu(page, "Friends")
            [row] = listed(panel, "Here now").values()
            await press(page, panel, row, answer)
            [row] = listed(page.newest_panel(), "Here now").values()
            assert list(buttons(row)) == ["Challenge"]
            assert not await web.world.service.open_lobbies_of(UserId(web.user(0)))


async def test_nobody_is_here_whose_page_is_closed_or_who_shows_nobody_their_profile(
    tmp_path: Path,
) -> None:
    async with running_web(tmp_path, people=2) as web:
        await become_friends(web)
        alice, bob, second = await web.page(0), await web.page(1), await web.page(1)
        await bob.leave()
        await asyncio.sleep(1)
        assert "Bob" in listed(await open_from_menu(alice, "Friends"), "Here now")
        await web.world.service.set_prefs(fresh(), person(web, 1), Prefs(profile=ProfileFor.NOBODY))
        hidden = listed(await open_from_menu(alice, "Friends"), "Away")["Bob"]
        assert (hidden["presence"], hidden["note"]) == ("away", "")
        await web.world.service.set_prefs(fresh(), person(web, 1), Prefs())
        await second.leave()
        await asyncio.sleep(1)
        panel = await open_from_menu(alice, "Friends")
        assert "Bob" in listed(panel, "Away")
        [here] = [part for part in panel["parts"] if part.get("title") == "Here now"]
        assert here["nobody"] == "None of your friends has the card table open."


async def test_only_friends_see_who_is_here_and_requests_are_answered(tmp_path: Path) -> None:
    async with running_web(tmp_path, people=2) as web:
        alice, bob = await web.page(0), await web.page(1)
        service = web.world.service
        for answer, page in (("Decline", bob), ("Withdraw", alice)):
            await service.friends.add(fresh(), person(web, 0), person(web, 1))
            asked = listed(await open_from_menu(alice, "Friends"), "Requests")["Bob"]
            assert (asked["presence"], list(buttons(asked))) == ("away", ["Withdraw"])
            panel = await open_from_menu(page, "Friends")
            [row] = listed(panel, "Requests").values()
            await press(page, panel, row, answer)
            assert not listed(page.newest_panel(), "Requests")
            assert not await service.friends.of(UserId(web.user(0)))
            assert not await service.friends.of(UserId(web.user(1)))
        await service.friends.add(fresh(), person(web, 0), person(web, 1))
        panel = await open_from_menu(bob, "Friends")
        await press(bob, panel, listed(panel, "Requests")["Alice"], "Accept")
        assert "Alice" in listed(bob.newest_panel(), "Here now")


async def test_who_was_met_last_is_played_again_by_the_same_rules(tmp_path: Path) -> None:
    async with finished(tmp_path) as (web, match, alice, bob):
        panel = await open_from_menu(alice, "Friends")
        met = listed(panel, "Play again with")["Bob"]
        assert sorted(met["value"].split(" : ")) == ["0", "1"]
        await press(alice, panel, met, "Challenge")
        [sent] = await web.world.service.open_lobbies_of(UserId(web.user(0)))
        assert sent.rematch_of == int(match, 36)
        again = listed(alice.newest_panel(), "Play again with")["Bob"]
        assert (again["note"], again["buttons"]) == ("Challenged by you", [])
        [invitation] = (await bob.show_lobby())["invitations"]
        begun = await bob.press(invitation["panel"], invitation["buttons"][0]["press"])
        again = listed(await open_from_menu(alice, "Friends"), "Play again with")["Bob"]
        assert again["way"]["match"] == begun["match"]
        await web.world.service.blocks.block(fresh(), UserId(web.user(0)), UserId(web.user(1)))
        assert not listed(await open_from_menu(alice, "Friends"), "Play again with")
