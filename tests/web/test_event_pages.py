"""An event has a page of its own: opened by its number, it follows what happens."""

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
from tests.keys import fresh
from tests.web.pages import Page, WebWorld
from tests.worlds.event_parts import following, names, rows
from tests.worlds.pages import one_page, open_from_menu


def person(web: WebWorld, who: int) -> Person:
    return Person(UserId(web.user(who)), f"Player {who}")


async def announced(web: WebWorld, guild: int | None = None) -> EventId:
    service = web.world.service
    starts = service.now_ms() // MINUTE * MINUTE + HOUR
    plan = EventPlan("Friday", ROUND_ROBIN, "standard", PRESETS["standard"], starts, LIVE_5_15)
    here = GuildId(guild or web.world.env.guild.id)
    ask = Announce(fresh(), here, ChannelId(web.world.channel.id), person(web, 1), plan)
    outcome = await service.events.announce(ask)
    assert isinstance(outcome, EventChanged)
    return outcome.event.id


def cards(page: Page) -> list[dict[str, Any]]:
    """The cards of the newest panel."""
    found = [one for one in page.newest_panel()["parts"] if one["type"] == "cards"]
    return [card for one in found for group in one["groups"] for card in group["cards"]]


def entrants(page: Page) -> list[str]:
    """The names of those who have entered the event of the newest panel."""
    return names(rows(page.newest_panel()["parts"], "Entries"))


@pytest.mark.slow
async def test_an_event_is_opened_by_its_number_and_follows_what_happens(tmp_path: Path) -> None:
    async with one_page(tmp_path) as (web, page):
        event = await announced(web)
        await open_from_menu(page, "Events")
        [card] = cards(page)
        assert card["way"]["page"] == f"event.{base36(event)}"
        assert (await page.press("event", base36(event)))["outcome"] == "applied"
        panel = page.newest_panel()["panel"]
        assert entrants(page) == []
        await web.world.service.events.enter(fresh(), event, person(web, 1))
        await page.until(lambda: entrants(page) == ["Player 1"])
        assert not page.newest_panel()["asked"]

        enter = following(page.newest_panel()["parts"])["buttons"]
        assert [one["label"] for one in enter] == ["Enter"]
        head = page.newest_panel()["parts"][0]
        assert head["page"] == f"event.{base36(event)}"
        await page.press(panel, enter[0]["press"])
        assert following(page.newest_panel()["parts"])["is_own"]
        await page.press(panel, head["back"]["press"])
        assert cards(page)[0]["mine"]


async def test_only_events_of_the_own_server_are_opened(tmp_path: Path) -> None:
    async with one_page(tmp_path) as (web, page):
        elsewhere = await announced(web, guild=77)
        for name in (base36(elsewhere), "zz", "", "../x", "Ä", "z" * 14, "0"):
            before = len(page.panels)
            answer = await page.press("event", name)
            assert answer["outcome"] == "refused", name
            assert len(page.panels) == before


async def test_a_server_without_events_says_so_with_a_picture(tmp_path: Path) -> None:
    async with one_page(tmp_path) as (_, page):
        panel = await open_from_menu(page, "Events")
        [empty] = [part for part in panel["parts"] if part["type"] == "empty"]
        assert (empty["picture"], empty["title"]) == ("week", "No events yet.")
        assert cards(page) == []
