"""Matches on pages: begun, played, repeated, stale, interrupted."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.pages import Page, WebWorld, running_web


async def begun(web: WebWorld, **options: Any) -> tuple[str, Page, Page]:
    """A match of two people, on a page each."""
    alice, bob = await web.page(0), await web.page(1)
    asked = await alice.ask("start", what="challenge", who=str(web.user(1)), **options)
    assert asked["outcome"] == "applied"
    lobby = await bob.show_lobby()
    [invitation] = lobby["invitations"]
    assert invitation["to_me"]
    accept = invitation["buttons"][0]
    started = await bob.press(invitation["panel"], accept["press"])
    assert started["outcome"] == "applied", started
    match = started["match"]
    await alice.follow(match)
    await bob.follow(match)
    return match, alice, bob


@contextlib.asynccontextmanager
async def two_pages(folder: Path) -> AsyncIterator[tuple[WebWorld, str, Page, Page]]:
    """A match of two people, who have a page each."""
    async with running_web(folder) as web:
        match, alice, bob = await begun(web)
        yield web, match, alice, bob


def turn(match: str, *pages: Page) -> Page:
    """The page whose turn it is."""
    [found] = [page for page in pages if page.tables[match]["seat"]["my_turn"]]
    return found


def other(page: Page, *pages: Page) -> Page:
    [found] = [one for one in pages if one is not page]
    return found


async def test_a_challenge_is_accepted_and_played_on_two_pages(tmp_path: Path) -> None:
    async with two_pages(tmp_path) as (_web, match, alice, bob):
        actor = turn(match, alice, bob)
        waiting = other(actor, alice, bob)
        before = actor.tables[match]["version"]
        answer = await actor.act(match, "p")
        assert answer["outcome"] == "applied"
        assert actor.tables[match]["version"] > before, "the new state comes before the answer"
        await waiting.until(lambda: waiting.tables[match]["seat"]["my_turn"])
        events = waiting.tables[match]["view"]["tables"][0]["events"]
        assert [event["kind"] for event in events] == ["passed"]


async def test_the_same_name_is_done_once(tmp_path: Path) -> None:
    async with two_pages(tmp_path) as (_web, match, alice, bob):
        actor = turn(match, alice, bob)
        await actor.act(match, "t")
        name = actor.name()
        seat = actor.tables[match]["seat"]
        discard = next(one for one in seat["actions"] if one["kind"] == "discard")
        fields: dict[str, Any] = {
            "match": match,
            "revision": seat["revision"],
            "action": discard["action"],
        }
        first = await actor.ask("act", id=name, **fields)
        version = actor.tables[match]["version"]
        second = await actor.ask("act", id=name, **fields)
        assert (first["outcome"], second["outcome"]) == ("applied", "repeated")
        again = await actor.follow(match)
        assert again["version"] == version


async def test_the_same_name_on_a_new_connection_is_done_once(tmp_path: Path) -> None:
    async with two_pages(tmp_path) as (_web, match, alice, bob):
        actor = turn(match, alice, bob)
        name, seat = actor.name(), actor.tables[match]["seat"]
        fields = {"match": match, "revision": seat["revision"], "action": "t"}
        await actor.send("act", id=name, **fields)
        await actor.cut()
        await actor.connect()
        await actor.follow(match)
        answer = await actor.ask("act", id=name, **fields)
        assert answer["outcome"] in ("applied", "repeated")
        table = await actor.follow(match)
        assert [one["kind"] for one in table["view"]["tables"][0]["events"]] == ["took"]


async def test_the_name_of_one_person_is_not_that_of_another(tmp_path: Path) -> None:
    async with two_pages(tmp_path) as (_web, match, alice, bob):
        actor = turn(match, alice, bob)
        waiting = other(actor, alice, bob)
        name = actor.name()
        assert (await actor.act(match, "p", id=name))["outcome"] == "applied"
        await waiting.until(lambda: waiting.tables[match]["seat"]["my_turn"])
        assert (await waiting.act(match, "p", id=name))["outcome"] == "applied"


async def test_a_stale_move_changes_nothing_and_brings_the_new_state(tmp_path: Path) -> None:
    async with two_pages(tmp_path) as (_web, match, alice, bob):
        actor = turn(match, alice, bob)
        old = actor.tables[match]["seat"]["revision"]
        await actor.act(match, "t")
        version = actor.tables[match]["version"]
        actor.tables.pop(match)
        answer = await actor.ask("act", match=match, revision=old, action="p")
        assert answer["outcome"] == "stale"
        assert answer["sentence"]
        table = await actor.follow(match)
        assert table["version"] == version


@pytest.mark.parametrize("action", ["n", "c", "e", "L", "d9S:", "nonsense", "k", ""])
async def test_no_action_that_is_not_open_to_people(tmp_path: Path, action: str) -> None:
    async with two_pages(tmp_path) as (_web, match, alice, bob):
        actor = turn(match, alice, bob)
        version = actor.tables[match]["version"]
        answer = await actor.act(match, action)
        assert answer["outcome"] == "refused"
        assert answer["sentence"]
        assert (await actor.follow(match))["version"] == version


async def test_a_name_of_a_day_that_is_over_is_refused(tmp_path: Path) -> None:
    async with two_pages(tmp_path) as (_web, match, alice, bob):
        actor = turn(match, alice, bob)
        day = actor.welcome["day"] - 2
        answer = await actor.act(match, "p", id=f"{day}-{'a' * 22}")
        assert answer["outcome"] == "refused"
        assert "too long ago" in answer["sentence"]


async def test_only_what_is_newer_comes_to_a_spectator_who_returns(tmp_path: Path) -> None:
    async with two_pages(tmp_path) as (web, match, alice, bob):
        carol = await web.page(2)
        table = await carol.follow(match)
        assert table["seat"] is None
        await carol.send("follow", match=match, have=table["version"])
        await carol.until(lambda: carol.received[-1]["type"] == "same")
        await turn(match, alice, bob).act(match, "p")
        await carol.until(lambda: carol.tables[match]["version"] > table["version"])
