"""A replay's steps show their cards at once, however long the coach takes over the round."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from engine.coach.evaluation import RoundEvaluation
from engine.game.record import MatchRecord
from tests.journeys.played import play_round
from tests.web.pages import Page, running_web
from tests.worlds.pages import begun
from tests.worlds.shared import ON, finished, shared


def part_of(panel: dict[str, Any], kind: str) -> dict[str, Any] | None:
    return next((part for part in panel["parts"] if part["type"] == kind), None)


def step_of(panel: dict[str, Any]) -> str:
    menu = part_of(panel, "menu")
    assert menu is not None
    return str(next(one["value"] for one in menu["choices"] if one["chosen"]))


async def opened(page: Page, match: str) -> str:
    """Open the replay of a finished match; return its panel."""
    view = page.tables[match]["view"]
    replay = next(one["press"] for one in view["buttons"] if "replay" in one["press"])
    await page.press(view["panel"], replay)
    return str(page.newest_panel()["panel"])


async def jump(page: Page, panel: str, step: int) -> None:
    menu = part_of(page.panels[panel], "menu")
    assert menu is not None
    value = menu["choices"][step]["value"]
    assert (await page.press(panel, menu["press"], values=[value]))["outcome"] == "applied"
    assert step_of(page.panels[panel]) == value


@pytest.mark.slow
async def test_steps_do_not_wait_for_the_coach_whose_graph_comes_by_itself(tmp_path: Path) -> None:
    async with finished(tmp_path) as (web, match, alice, _bob):
        evaluations = web.world.bot.parts.display.replays.evaluations
        evaluate, may_think = evaluations._evaluate, asyncio.Event()

        async def slow(match: int, record: MatchRecord, number: int) -> RoundEvaluation | None:
            await may_think.wait()
            return await evaluate(match, record, number)

        evaluations._evaluate = slow
        panel = await opened(alice, match)
        # The coach thinks, and answers nobody before it may.
        await jump(alice, panel, 1)
        await jump(alice, panel, 2)
        assert part_of(alice.panels[panel], "playback") is not None
        assert part_of(alice.panels[panel], "graph") is None
        may_think.set()
        await alice.until(lambda: part_of(alice.panels[panel], "graph") is not None)
        menu = part_of(alice.panels[panel], "menu")
        assert menu is not None
        assert step_of(alice.panels[panel]) == menu["choices"][2]["value"], "not an older step"


@pytest.mark.slow
async def test_a_replay_begins_at_the_first_of_several_rounds(tmp_path: Path) -> None:
    async with running_web(tmp_path, people=3) as web:
        match, alice, bob = await begun(web, preset="standard")
        for number in (1, 2):
            await play_round(web.world)
            await alice.until(lambda: alice.tables[match]["view"]["phase"] != "playing")
            for one in (alice, bob) if number == 1 else ():
                ready = one.tables[match]["seat"]["actions"][0]["action"]
                await one.act(match, ready)
        if alice.tables[match]["view"]["phase"] != "over":
            await alice.act(match, "q")
        await alice.until(lambda: alice.tables[match]["view"]["phase"] == "over")
        assert alice.tables[match]["view"]["round"] > 1
        panel = await opened(alice, match)
        played = part_of(alice.panels[panel], "playback")
        assert played is not None
        assert played["number"] == 1


@pytest.mark.slow
async def test_a_panel_that_was_closed_stays_closed(tmp_path: Path) -> None:
    async with finished(tmp_path) as (web, match, alice, _bob):
        evaluations = web.world.bot.parts.display.replays.evaluations
        asked, may_think = asyncio.Event(), asyncio.Event()

        async def slow(match: int, record: MatchRecord, number: int) -> RoundEvaluation | None:
            asked.set()
            await may_think.wait()
            return None

        evaluations._evaluate = slow
        panel = await opened(alice, match)
        await jump(alice, panel, 1)
        await alice.send("close_panel", panel=panel)
        await alice.show_lobby()
        shown = len(alice.received)
        may_think.set()
        await alice.show_lobby()
        assert not [one for one in alice.received[shown:] if one["type"] == "panel"]


@pytest.mark.slow
async def test_a_shared_replay_shows_its_cards_before_the_coach_has_thought(
    tmp_path: Path,
) -> None:
    async with finished(tmp_path, **ON) as (web, match, alice, _bob):
        name = await shared(alice, match)
        evaluations = web.world.bot.parts.display.replays.evaluations
        evaluate, may_think = evaluations._evaluate, asyncio.Event()

        async def slow(match: int, record: MatchRecord, number: int) -> RoundEvaluation | None:
            await may_think.wait()
            return await evaluate(match, record, number)

        evaluations._evaluate = slow
        address = f"{web.address}api/shared/{name}"

        async def asked(**query: str) -> dict[str, Any]:
            async with web.http.get(address, params=query) as answer:
                assert answer.status == 200
                return dict(await answer.json())

        begun = await asked()
        assert begun["thinking"]
        assert part_of(begun["panel"], "playback") is not None
        assert part_of(begun["panel"], "graph") is None
        waiting = asyncio.create_task(asked(wait="1"))
        menu = part_of(begun["panel"], "menu")
        assert menu is not None
        step = menu["choices"][2]["value"]
        later = await asked(press=menu["press"], value=step)
        assert step_of(later["panel"]) == step
        assert not waiting.done(), "one who waits holds up no other"
        may_think.set()
        assert part_of((await waiting)["panel"], "graph") is not None


async def by_name(page: Page, name: str) -> dict[str, Any]:
    """Open a replay as the page's address names it; return what it plays."""
    assert (await page.press("replay", name))["outcome"] == "applied"
    found = part_of(page.newest_panel(), "playback")
    assert found is not None
    return found


@pytest.mark.slow
async def test_a_whole_round_is_played_as_its_eyes_see_it(tmp_path: Path) -> None:
    async with finished(tmp_path) as (_web, match, alice, _bob):
        played = await by_name(alice, f"{match}.1")
        assert (played["match"], played["number"]) == (match, 1)
        steps = played["steps"]
        assert not any(one["result"] for one in steps[:-1]), "the end is not told before"
        for one in steps:
            upper, lower = one["sides"]
            assert upper["cards"]
            assert lower["cards"]
            assert len({*upper["cards"], *lower["cards"]}) == upper["count"] + lower["count"]
        panel = alice.newest_panel()
        eyes = next(
            button
            for part in panel["parts"]
            if part["type"] == "row"
            for button in part["buttons"]
            if button["label"] == played["names"][1]
        )
        await alice.press(panel["panel"], eyes["press"])
        seen = part_of(alice.panels[panel["panel"]], "playback")
        assert seen is not None
        hidden = seen["steps"] if not steps[-1]["result"] else seen["steps"][:-1]
        for full, one in zip(steps, hidden, strict=False):
            upper, _ = one["sides"]
            assert (upper["cards"], upper["melds"], upper["deadwood"]) == (None, [], None)
            drawn = set(full["sides"][0]["cards"]) - set(one["discards"])
            assert one["acts"] != 0 or one["moved"] not in drawn, "what the other drew is hidden"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["", "x", "1.0", "-.1", "zzzzzzzzzzzzz.1", "1.1.1"])
async def test_a_name_that_is_no_match_opens_nothing(tmp_path: Path, name: str) -> None:
    async with finished(tmp_path) as (_web, _match, alice, _bob):
        before = len(alice.panels)
        assert (await alice.press("replay", name))["outcome"] == "refused"
        assert len(alice.panels) == before
