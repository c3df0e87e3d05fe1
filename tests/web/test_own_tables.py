"""A page without the lobby, such as one at a table, is told which matches of its person run."""

from pathlib import Path
from typing import Any

import pytest

from bot.web.followers import Followers
from engine.service import Committed
from engine.store import Store
from tests.web.pages import Page, WebWorld, running_web


def own_tables(page: Page) -> list[list[dict[str, Any]]]:
    """What a page was told about the matches of its person, one list for each message."""
    return [one["tables"] for one in page.received if one["type"] == "own_tables"]


async def accepted(web: WebWorld, bob: Page) -> str:
    """A match that begins because Bob accepts a challenge of Alice, who looks elsewhere."""
    alice = await web.page(0)
    await alice.ask("start", what="challenge", who=str(web.user(1)))
    await alice.leave()
    [one] = (await bob.show_lobby())["invitations"]
    answer = await bob.press(one["panel"], one["buttons"][0]["press"])
    return str(answer["match"])


async def test_a_match_that_begins_and_ends_is_told_at_every_table(tmp_path: Path) -> None:
    async with running_web(tmp_path, people=3) as web:
        first, second, bob, carol = [await web.page(who) for who in (0, 0, 1, 2)]
        await first.until(lambda: own_tables(first) == [[]])
        match = await accepted(web, bob)
        for page in (first, second):
            await page.until(lambda page=page: len(own_tables(page)) == 2)  # type: ignore[misc]
            [table] = own_tables(page)[-1]
            assert table["match"] == match
            assert "**Bob**" in table["line"]
        await bob.follow(match)
        await bob.act(match, "q")
        await first.until(lambda: own_tables(first)[-1] == [])
        assert not any(own_tables(carol)[1:]), "she does not play"
        assert not first.lobby


async def test_a_page_that_comes_back_is_told_what_began_meanwhile(tmp_path: Path) -> None:
    async with running_web(tmp_path, people=2) as web:
        alice, bob = await web.page(0), await web.page(1)
        await alice.until(lambda: own_tables(alice) == [[]])
        await alice.cut()
        match = await accepted(web, bob)
        await alice.connect()
        await alice.until(lambda: len(own_tables(alice)) == 2)
        assert [one["match"] for one in own_tables(alice)[-1]] == [match]


async def test_a_match_that_another_process_begins_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unheard(followers: Followers, change: Committed) -> None:
        """As if another process had committed it."""

    monkeypatch.setattr(Followers, "_on_committed", unheard)
    monkeypatch.setattr(Store, "is_shared", True)
    async with running_web(tmp_path, people=2, look_seconds=0.05) as web:
        alice, bob = await web.page(0), await web.page(1)
        match = await accepted(web, bob)
        await alice.until(lambda: bool(own_tables(alice)) and own_tables(alice)[-1] != [])
        assert [one["match"] for one in own_tables(alice)[-1]] == [match]


async def test_the_lobby_shows_the_last_match_while_none_is_played(tmp_path: Path) -> None:
    async with running_web(tmp_path, people=2) as web:
        alice, bob = await web.page(0), await web.page(1)
        assert (await alice.show_lobby())["last"] is None
        match = await accepted(web, bob)
        playing = await alice.show_lobby()
        assert (playing["last"], [one["match"] for one in playing["tables"]]) == (None, [match])
        await bob.follow(match)
        await bob.act(match, "q")
        await alice.until(lambda: not alice.lobby["tables"])
        last = (await alice.show_lobby())["last"]
        assert (last["match"], last["title"]) == (match, "Standard gin")
        answer = await alice.ask("start", what="practice", level="novice")
        await alice.follow(str(answer["match"]))
        await alice.act(str(answer["match"]), "q")
        await alice.show_lobby()
        practice = "Standard gin · practice"
        await alice.until(lambda: (alice.lobby["last"] or {}).get("title") == practice)
