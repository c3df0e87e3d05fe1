"""Challenges and open tables on the page: everybody is offered what they may do with them."""

from pathlib import Path

from tests.web.pages import Page, running_web


async def _offered(page: Page) -> list[str]:
    """The buttons of the only invitation on a page."""
    [one] = (await page.show_lobby())["invitations"]
    return [button["label"] for button in one["buttons"]]


async def test_a_challenge_names_both_and_is_answered_by_whom_it_is_for(tmp_path: Path) -> None:
    async with running_web(tmp_path, people=3) as web:
        alice, bob, carol = [await web.page(number) for number in range(3)]
        await alice.ask("start", what="challenge", who=str(web.user(1)))
        assert await _offered(alice) == ["Cancel"]
        assert await _offered(bob) == ["Accept", "Decline"]
        assert await _offered(carol) == []
        [shown] = carol.lobby["invitations"]
        assert shown["markdown"].startswith(f"### Alice challenges <@{web.user(1)}> ")
        assert shown["names"] == {str(web.user(1)): "Bob"}
        assert "Expires <t:" in shown["markdown"].splitlines()[-1]


async def test_what_a_closed_invitation_has_answered_it_answers_again(tmp_path: Path) -> None:
    """A page that has lost the answer sends the press once more, when the match has begun."""
    async with running_web(tmp_path, people=2) as web:
        alice, bob = await web.page(0), await web.page(1)
        await alice.ask("start", what="challenge", who=str(web.user(1)))
        [one] = (await bob.show_lobby())["invitations"]
        name, accept = bob.name(), one["buttons"][0]["press"]
        first = await bob.press(one["panel"], accept, id=name)
        again = await bob.press(one["panel"], accept, id=name)
        assert (again["outcome"], again["match"]) == ("applied", first["match"])
        assert (await bob.press(one["panel"], accept))["outcome"] == "refused"


async def test_an_open_table_is_joined_left_and_started_by_whoever_may(tmp_path: Path) -> None:
    async with running_web(tmp_path, people=3) as web:
        alice, bob, carol = [await web.page(number) for number in range(3)]
        await alice.ask("start", what="open", preset="partnership_4", rated=False)
        sides = ["Blue side", "Orange side"]
        assert await _offered(alice) == [*sides, "Shuffle sides", "Cancel"]
        assert await _offered(bob) == ["Join"]
        [table] = bob.lobby["invitations"]
        await bob.press(table["panel"], table["buttons"][0]["press"])
        assert await _offered(bob) == ["Leave", *sides]
        assert await _offered(carol) == ["Join"]
