"""Panels about events: they follow what happens, wherever it happens and whoever is away."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.ui.custom_id import base36
from engine.clocks import HOUR, LIVE_5_15, MINUTE
from engine.events.kinds import ROUND_ROBIN
from engine.events.plan import EventPlan
from engine.game.presets import PRESETS
from engine.service import ChannelId, GuildId, Person, UserId
from engine.service.events.outcomes import EventChanged
from engine.service.events.types import Announce, EventId
from tests.journeys.two_bots import two_bots
from tests.keys import fresh
from tests.waiting import until
from tests.web.pages import Page, WebWorld, serving, unhurried_clock
from tests.worlds.pages import buttons, one_page, open_from_menu, text


def person(web: WebWorld, who: int) -> Person:
    return Person(UserId(web.user(who)), f"Player {who}")


async def announced(web: WebWorld) -> EventId:
    """An event to come, which nobody has entered."""
    service, guild = web.world.service, GuildId(web.world.env.guild.id)
    plan = EventPlan(
        "Friday",
        ROUND_ROBIN,
        "standard",
        PRESETS["standard"],
        service.now_ms() // MINUTE * MINUTE + HOUR,
        LIVE_5_15,
    )
    ask = Announce(fresh(), guild, ChannelId(web.world.channel.id), person(web, 1), plan)
    outcome = await service.events.announce(ask)
    assert isinstance(outcome, EventChanged)
    return outcome.event.id


async def opened(page: Page, event: EventId) -> dict[str, Any]:
    """The panel of an event, opened from the list."""
    events = await open_from_menu(page, "Events")
    [part] = [part for part in events["parts"] if part["type"] == "cards"]
    [card] = [card for group in part["groups"] for card in group["cards"]]
    assert card["way"]["page"] == f"event.{base36(event)}"
    await page.press("event", base36(event))
    return page.newest_panel()


def nothing_is_shown() -> bool:
    """Whether no panel is about to be shown again."""
    return all(task.get_name() != "gin-web-events" for task in asyncio.all_tasks())


@pytest.mark.slow
async def test_a_panel_about_an_event_follows_it(tmp_path: Path) -> None:
    async with one_page(tmp_path) as (web, page):
        service, other = web.world.service, person(web, 1)
        event = await announced(web)
        before = await opened(page, event)
        assert "No entries yet." in text(before)
        assert before["asked"]
        await service.events.enter(fresh(), event, other)
        await page.until(lambda: "Player 1" in text(page.newest_panel()))
        assert not page.newest_panel()["asked"]
        assert page.newest_panel()["panel"] == before["panel"]

        await page.press(before["panel"], buttons(page.newest_panel())["Enter"])
        assert "✅ You're in." in text(page.newest_panel())
        await page.press(before["panel"], buttons(page.newest_panel())["Entries"])
        await service.events.withdraw(fresh(), event, other.user_id)
        await page.until(lambda: "🚪" in text(page.newest_panel()))
        assert "### 👥" in text(page.newest_panel())

        await page.press(before["panel"], buttons(page.newest_panel())["Back"])
        await page.press(before["panel"], buttons(page.newest_panel())["All events"])
        sent = len(page.panels)
        await service.events.enter(fresh(), event, other)
        await web.world.settle()
        assert len(page.panels) == sent, "a list does not turn into the event that it was"


async def test_what_is_pressed_on_a_panel_counts_although_its_reader_leaves_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def late(*_: object) -> bool:
        await asyncio.sleep(0.5)
        return True

    async with one_page(tmp_path) as (web, page):
        event = await announced(web)
        panel = await opened(page, event)
        monkeypatch.setattr("bot.web.press_handler.still_member", late)
        name, press = page.name(), buttons(panel)["Enter"]
        await page.send("press", id=name, panel=panel["panel"], press=press)
        await page.send("close_panel", panel=panel["panel"])
        await page.until(lambda: name in page.answers)
        assert page.answers[name]["outcome"] == "applied"
        await web.world.settle()
        closed = await page.press(panel["panel"], press)
        assert closed["sentence"] == "This has closed. Reopen it."


@pytest.mark.slow
async def test_a_page_that_comes_back_shows_what_happened_to_an_event(tmp_path: Path) -> None:
    async with one_page(tmp_path) as (web, page):
        event = await announced(web)
        panel = (await opened(page, event))["panel"]
        await page.cut()
        await web.world.service.events.enter(fresh(), event, person(web, 1))
        await web.world.settle()
        await until(nothing_is_shown)
        await page.connect()
        await page.until(lambda: "Player 1" in text(page.newest_panel()))
        assert not page.newest_panel()["asked"]
        assert page.newest_panel()["panel"] == panel

        await page.press(panel, buttons(page.newest_panel())["Enter"])
        assert "✅ You're in." in text(page.newest_panel())
        sent = sum(one["type"] == "panel" for one in page.received)
        await page.cut()
        await page.connect()
        await web.world.service.events.withdraw(fresh(), event, UserId(web.user(1)))
        await page.until(lambda: "Player 1" not in text(page.newest_panel()))
        assert sum(one["type"] == "panel" for one in page.received) == sent + 1


@pytest.mark.slow
async def test_what_went_to_a_dead_line_comes_again(tmp_path: Path) -> None:
    async with one_page(tmp_path) as (web, page):
        event = await announced(web)
        panel = (await opened(page, event))["panel"]
        await web.world.service.events.enter(fresh(), event, person(web, 1))
        await page.until(lambda: "Player 1" in text(page.newest_panel()))
        # The server has not noticed yet that the first line is dead.
        again = await web.page(0)
        await again.until(lambda: panel in again.panels)
        assert "Player 1" in text(again.panels[panel])
        assert not again.panels[panel]["asked"]


@pytest.mark.slow
async def test_a_refused_press_leaves_what_a_panel_follows(tmp_path: Path) -> None:
    async with one_page(tmp_path) as (web, page):
        event = await announced(web)
        before = await opened(page, event)
        await page.press(before["panel"], buttons(before)["Entries"])
        answer = await page.press(before["panel"], buttons(before)["Enter"])
        assert answer["outcome"] == "refused", "it is not on this panel"
        await web.world.service.events.enter(fresh(), event, person(web, 1))
        await page.until(lambda: "Player 1" in text(page.newest_panel()))
        assert "### 👥" in text(page.newest_panel())


async def test_a_process_that_has_the_database_to_itself_asks_nothing(tmp_path: Path) -> None:
    async with one_page(tmp_path) as (web, _):
        event, events = await announced(web), web.world.service.events
        assert event in await events.versions([event])
        assert not await events.moved_elsewhere({event: -1})


@pytest.mark.slow
@pytest.mark.postgres
async def test_a_panel_follows_what_another_process_does_to_an_event(
    tmp_path: Path, url: str
) -> None:
    async with (
        two_bots(tmp_path, url) as world,
        serving(world, unhurried_clock(), look_seconds=0.05, has_chat=False) as web,
    ):
        elsewhere = world.running[1].service
        event, page = await announced(web), await web.page(0)
        panel = (await opened(page, event))["panel"]
        await elsewhere.events.enter(fresh(), event, person(web, 1))
        await page.until(lambda: "Player 1" in text(page.newest_panel()))
        assert not page.newest_panel()["asked"]
        assert page.newest_panel()["panel"] == panel

        await page.press(panel, buttons(page.newest_panel())["Enter"])
        said = page.newest_panel()
        assert "✅ You're in." in text(said)
        await elsewhere.events.withdraw(fresh(), event, UserId(web.user(1)))
        await page.until(lambda: "Player 1" not in text(page.newest_panel()))
        since = page.received.index(said) + 1
        assert sum(one["type"] == "panel" for one in page.received[since:]) == 1, "not by itself"
