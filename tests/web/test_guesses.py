"""Spectators guess who wins a round: once each, before it is decided, unseen by the players."""

import random
from pathlib import Path
from typing import Any

from engine.game.seats import Seat
from tests.seeds import SEED
from tests.web.pages import Page, unhurried_clock
from tests.web.table_players import play_on
from tests.worlds.pages import two_pages


def newest(page: Page) -> dict[str, Any]:
    """What a spectator has been told last."""
    return next(one for one in reversed(page.received) if one["type"] == "guesses")


def result(page: Page) -> dict[str, Any] | None:
    """How the last round came out, also after the next one has begun."""
    found = [one["result"] for one in told(page) if one["result"] is not None]
    return found[-1] if found else None


def told(page: Page) -> list[dict[str, Any]]:
    return [one for one in page.received if one["type"] == "guesses"]


async def test_the_first_guess_of_each_spectator_counts(tmp_path: Path) -> None:
    async with two_pages(tmp_path, people=4, clock=unhurried_clock()) as (web, match, alice, bob):
        carol, dave = await web.page(2), await web.page(3)
        for page in (carol, dave):
            await page.follow(match)
            await page.until(lambda page=page: bool(told(page)))  # type: ignore[misc]
        assert newest(carol) | {"match": ""} == {
            "type": "guesses",
            "match": "",
            "round": 1,
            "open": True,
            "counts": [0, 0],
            "own": None,
            "result": None,
        }
        await carol.send("guess", match=match, round=1, seat=0)
        await dave.until(lambda: newest(dave)["counts"] == [1, 0])
        assert (newest(dave)["own"], newest(dave)["open"]) == (None, True)
        await carol.until(lambda: newest(carol)["own"] == 0)
        assert not newest(carol)["open"]

        # Nothing of this counts; the last one does, and has come after them.
        await carol.send("guess", match=match, round=1, seat=1)
        await dave.send("guess", match=match, round=2, seat=1)
        await dave.send("guess", match=match, round=1, seat=7)
        await alice.send("guess", match=match, round=1, seat=0)
        again = await web.page(2)
        await again.follow(match)
        await again.send("guess", match=match, round=1, seat=1)
        await dave.send("guess", match=match, round=1, seat=1)
        await carol.until(lambda: newest(carol)["counts"] != [1, 0])
        assert newest(carol)["counts"] == [1, 1]
        assert newest(again)["own"] == 0, "another page of the same person shows it"
        assert not told(alice)
        assert not told(bob)


async def test_the_result_comes_with_the_end_of_the_round(tmp_path: Path) -> None:
    chance = random.Random(SEED)
    async with two_pages(tmp_path, people=4, clock=unhurried_clock()) as (web, match, alice, bob):
        carol, dave = await web.page(2), await web.page(3)
        for seat, page in enumerate((carol, dave)):
            await page.follow(match)
            await page.send("guess", match=match, round=1, seat=seat)
            await page.until(lambda page=page: bool(told(page)) and newest(page)["own"] is not None)  # type: ignore[misc]
        while alice.tables[match]["view"]["phase"] == "playing":
            await play_on(match, [alice, bob], chance)
        for page in (carol, dave):
            await page.until(lambda page=page: result(page) is not None)  # type: ignore[misc]
        live = next(one for one in await web.world.service.running())
        winner = live.public().played[0].entry.winner
        for seat, page in enumerate((carol, dave)):
            right = winner is not None and Seat(seat) in live.public().parties[winner]
            assert result(page) == {
                "right": 0 if winner is None else 1,
                "all": 2,
                "own": right,
                "streak": int(right),
            }
        assert newest(carol)["own"] is None, "the next round is guessed anew"
        late = await web.page(2)
        await late.follow(match)
        await late.send("guess", match=match, round=1, seat=0)
        await late.show_lobby()
        assert newest(late)["counts"] == [0, 0], "between rounds nothing is guessed"
