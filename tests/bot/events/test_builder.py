"""The builder of an event on the real bot: it keeps every choice, and says what is wrong."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.clocks.clock import HOUR, LIVE_3_10
from engine.game.presets import PRESETS
from engine.game.rules import Rules
from engine.service import GuildConfig, UserId
from engine.service.events.types import EventKind, Repeat
from tests.bot.events.evening import Evening, evening
from tests.keys import fresh

OKLAHOMA = PRESETS["oklahoma"].differences(Rules())


async def house(here: Evening, **presets: object) -> None:
    config = GuildConfig.model_validate({"presets": presets})
    await here.world.service.set_guild_config(fresh(), here.guild, UserId(here.host.id), config)
    here.world.bot.parts.outlet.preferences.forget_server(here.guild)


@pytest.mark.slow
async def test_every_choice_is_kept_until_it_is_announced(tmp_path: Path) -> None:
    async with evening(tmp_path, 1) as here:
        await house(here, club=OKLAHOMA)
        host = here.host
        panel = await here.press(host, await here.open_list(host), "New event")
        assert panel.button("Announce").get("disabled")
        panel = await here.choose(host, panel, "build-house", "club")
        panel = await here.choose(host, panel, "build-clock", LIVE_3_10.name)
        panel = await here.fill(host, panel, "Name", "  Friday   <@1> night ")
        panel = await here.press(host, panel, "More")
        panel = await here.choose(host, panel, "build-size", "4")
        panel = await here.choose(host, panel, "build-zone", "Europe/Berlin")
        panel = await here.choose(host, panel, "build-repeat", "weekly")
        panel = await here.press(host, panel, "Rated")
        panel = await here.press(host, panel, "Back")
        wrong = await here.fill(host, panel, "Start", "whenever")
        assert "⚠️ Write the start like" in wrong.text
        starts = datetime.fromtimestamp((here.world.time.now_ms() + 72 * HOUR) / 1000, UTC)
        panel = await here.fill(host, wrong, "Start", f"{starts:%Y-%m-%d} 20:00")
        assert "unrated" in panel.text
        await here.world.restart()
        announced = await here.press(host, panel, "Announce")
        assert "The event is announced." in announced.text
        (event,) = (await here.world.service.events.of_guild(here.guild)).current
        plan = event.plan
        assert (plan.name, plan.preset) == ("Friday <@1> night", "club")
        assert plan.rules == PRESETS["oklahoma"]
        assert (plan.clock, plan.rounds, plan.rated) == (LIVE_3_10, 4, False)
        assert (plan.repeat, plan.zone) == (Repeat.WEEKLY, "Europe/Berlin")
        moment = datetime.fromtimestamp(plan.starts_ms / 1000, UTC)
        assert moment.hour in (18, 19), "eight in the evening in Berlin"
        assert "<@1>" not in here.message(event).text
        assert not here.world.env.errors


async def test_a_league_gets_a_clock_of_days(tmp_path: Path) -> None:
    async with evening(tmp_path, 1) as here:
        panel = await here.press(here.host, await here.open_list(here.host), "New event")
        panel = await here.choose(here.host, panel, "build-kind", EventKind.LEAGUE.value)
        assert "1 day per turn" in panel.text
        panel = await here.choose(here.host, panel, "build-kind", EventKind.ARENA.value)
        assert "live: 5 min" in panel.text
        assert "60 minutes" in panel.text


async def test_house_rules_that_are_gone_are_replaced_by_others(tmp_path: Path) -> None:
    async with evening(tmp_path, 1) as here:
        await house(here, club=OKLAHOMA)
        panel = await here.press(here.host, await here.open_list(here.host), "New event")
        panel = await here.choose(here.host, panel, "build-house", "club")
        await house(here)
        refused = await here.press(here.host, panel, "More")
        assert refused.text == "These house rules have been removed. Choose other rules."
        panel = await here.choose(here.host, panel, "build-rules", "straight")
        assert "Straight gin" in panel.text


async def test_rules_for_more_than_two_are_not_offered(tmp_path: Path) -> None:
    async with evening(tmp_path, 1) as here:
        await house(here, trio=PRESETS["three_handed"].differences(Rules()), club=OKLAHOMA)
        panel = await here.press(here.host, await here.open_list(here.host), "New event")
        offered = {one["value"] for menu in panel.menus for one in menu["options"]}
        assert "club" in offered
        assert not offered & {"trio", "three_handed", "partnership_4"}
