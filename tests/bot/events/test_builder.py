"""The builder of an event on the real bot: it keeps every choice, and says what is wrong."""

from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import AsyncMock, patch

import discord
import pytest

from bot.events.time_words import SOON_MS
from bot.ui.custom_id import parse_custom_id
from engine.clocks import HOUR, LIVE_3_10, MINUTE
from engine.events.kinds import ARENA, LEAGUE, SWISS
from engine.events.plan import Repeat
from engine.game.presets import PRESETS
from engine.game.rules import Rules
from engine.service import GuildConfig, UserId
from engine.service.events.creation import DRAFT_LASTS_MS
from engine.service.events.types import DraftId, Event, EventState
from tests.bot.events.evening import Evening, evening
from tests.journeys.world import Shown
from tests.keys import fresh

OKLAHOMA = PRESETS["oklahoma"].differences(Rules())


async def house(here: Evening, **presets: object) -> None:
    config = GuildConfig.model_validate({"presets": presets})
    await here.world.service.set_guild_config(fresh(), here.guild, UserId(here.host.id), config)
    here.world.bot.parts.messenger.preferences.forget_server(here.guild)


@pytest.mark.slow
async def test_every_choice_is_kept_until_it_is_announced(tmp_path: Path) -> None:
    async with evening(tmp_path, 1) as here:
        await house(here, club=OKLAHOMA)
        host = here.host
        panel = await here.press(host, await here.open_list(host), "New event")
        assert panel.button("Announce").get("disabled")
        panel = await here.choose(host, panel, "plan-house", "club")
        panel = await here.choose(host, panel, "plan-clock", LIVE_3_10.name)
        panel = await here.fill(host, panel, "Name", "  Friday   <@1> night ")
        panel = await here.press(host, panel, "More")
        panel = await here.choose(host, panel, "plan-set-rounds", "4")
        panel = await here.choose(host, panel, "plan-zone", "Europe/Berlin")
        panel = await here.choose(host, panel, "plan-set-repeat", "weekly")
        panel = await here.press(host, panel, "Rated")
        panel = await here.press(host, panel, "Back")
        wrong = await here.fill(host, panel, "Date and time…", "whenever")
        assert "⚠️ Enter the start like" in wrong.text
        starts = datetime.fromtimestamp((here.world.time.now_ms() + 72 * HOUR) / 1000, UTC)
        panel = await here.fill(host, wrong, "Date and time…", f"{starts:%Y-%m-%d} 20:00")
        assert "unrated" in panel.text
        await here.world.restart()
        announced = await here.press(host, panel, "Announce")
        assert "Event announced." in announced.text
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
        panel = await here.choose(here.host, panel, "plan-kind", LEAGUE.name)
        assert "1 day per turn" in panel.text
        panel = await here.choose(here.host, panel, "plan-kind", ARENA.name)
        assert "live: 5 min" in panel.text
        assert "60 minutes" in panel.text


async def test_what_starts_now_counts_from_its_announcement(tmp_path: Path) -> None:
    async with evening(tmp_path, 1) as here:
        panel = await here.press(here.host, await here.open_list(here.host), "New event")
        panel = await here.choose(here.host, panel, "plan-start", "now")
        assert "**Start:** 2 minutes after the announcement" in panel.text
        await here.wait(10 * MINUTE)
        panel = await here.press(here.host, panel, "Announce")
        assert "Event announced." in panel.text
        [event] = await current(here)
        assert event.plan.starts_ms - here.world.time.now_ms() == pytest.approx(SOON_MS, abs=5000)
        assert event.plan.after_ms == 0
        assert event.state is EventState.CHECK_IN, "whoever enters is checked in"


async def test_the_next_friday_is_a_choice(tmp_path: Path) -> None:
    async with evening(tmp_path, 1) as here:
        panel = await here.press(here.host, await here.open_list(here.host), "New event")
        [menu] = [one for one in panel.menus if ":plan-start" in one["custom_id"]]
        [friday] = [one for one in menu["options"] if one["label"] == "Next Friday"]
        panel = await here.choose(here.host, panel, "plan-start", friday["value"])
        assert not panel.button("Announce").get("disabled")
        await here.press(here.host, panel, "Announce")
        [event] = await current(here)
        start = datetime.fromtimestamp(event.plan.starts_ms / 1000, UTC)
        assert (f"{start:%A %H:%M}", f"{start:%Y-%m-%d %H:%M}") == ("Friday 20:00", friday["value"])


async def test_a_start_that_is_not_read_is_shown_with_the_reason(tmp_path: Path) -> None:
    async with evening(tmp_path, 1) as here:
        panel = await here.press(here.host, await here.open_list(here.host), "New event")
        panel = await here.fill(here.host, panel, "Date and time…", "when all are here")
        assert "⚠️ Enter the start like" in panel.text
        assert "when all are here" in panel.text
        assert panel.button("Announce").get("disabled")


async def test_house_rules_that_are_gone_are_replaced_by_others(tmp_path: Path) -> None:
    async with evening(tmp_path, 1) as here:
        await house(here, club=OKLAHOMA)
        panel = await here.press(here.host, await here.open_list(here.host), "New event")
        panel = await here.choose(here.host, panel, "plan-house", "club")
        await house(here)
        panel = await here.press(here.host, panel, "More")
        assert "These house rules have been removed. Choose other rules." in panel.text
        panel = await here.press(here.host, panel, "Back")
        panel = await here.fill(here.host, panel, "Date and time…", "23:59")
        refused = await here.press(here.host, panel, "Announce")
        assert refused.text == "These house rules have been removed. Choose other rules."
        panel = await here.choose(here.host, panel, "plan-rules", "straight")
        assert "Straight gin" in panel.text


async def test_rules_for_more_than_two_are_not_offered(tmp_path: Path) -> None:
    async with evening(tmp_path, 1) as here:
        await house(here, trio=PRESETS["three_handed"].differences(Rules()), club=OKLAHOMA)
        panel = await here.press(here.host, await here.open_list(here.host), "New event")
        offered = {one["value"] for menu in panel.menus for one in menu["options"]}
        assert "club" in offered
        assert not offered & {"trio", "three_handed", "partnership_4"}


# -- stored drafts ------------------------------------------------------------------------


async def new_event(here: Evening) -> Shown:
    return await here.press(here.host, await here.open_list(here.host), "New event")


def pressed(panel: Shown, label: str) -> str:
    custom_id: str = panel.button(label)["custom_id"]
    return custom_id


async def current(here: Evening) -> tuple[Event, ...]:
    return (await here.world.service.events.of_guild(here.guild)).current


async def with_start(here: Evening, panel: Shown) -> Shown:
    starts = datetime.fromtimestamp((here.world.time.now_ms() + 30 * HOUR) / 1000, UTC)
    return await here.fill(here.host, panel, "Date and time…", f"{starts:%Y-%m-%d %H:%M} UTC")


async def test_a_press_for_an_earlier_version_shows_the_plan_and_does_nothing(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path, 1) as here:
        panel = await with_start(here, await new_event(here))
        announce, more = pressed(panel, "Announce"), pressed(panel, "More")
        panel = await here.choose(here.host, panel, "plan-kind", ARENA.name)
        late = panel
        for stale in (announce, more):
            late = await here.press_drawn(here.host, panel, stale)
            assert (
                "The draft has changed since then, so nothing was changed. Here it is now."
                in late.text
            )
            assert "## New event: Arena" in late.text
        assert await current(here) == ()
        panel = await here.press(here.host, late, "Back")
        assert "has changed since" not in panel.text
        await here.press(here.host, panel, "Announce")
        assert [one.plan.kind for one in await current(here)] == [ARENA]


async def test_what_was_written_for_an_earlier_version_is_kept(tmp_path: Path) -> None:
    async with evening(tmp_path, 1) as here:
        panel = await new_event(here)
        name = pressed(panel, "Name")
        opened = await here.host.click(panel.message, custom_id=name)
        panel = await here.choose(here.host, panel, "plan-kind", ARENA.name)
        await here.host.submit_modal(opened, {"text": "Late"})
        await here.world.settle()
        late = here.now(panel)
        assert "## New event: Late\n-# Arena" in late.text, "beside what has changed since"
        late = await here.press_drawn(here.host, panel, name)
        assert "nothing was changed" in late.text


async def test_drafts_on_two_devices_do_not_mix(tmp_path: Path) -> None:
    async with evening(tmp_path, 1) as here:
        one, other = await new_event(here), await new_event(here)
        one = await here.choose(here.host, one, "plan-kind", ARENA.name)
        other = await here.fill(here.host, other, "Name", "Friday")
        assert "## New event: Arena" in here.now(one).text
        assert "## New event: Friday" in other.text
        assert "Swiss" in other.text
        other = await with_start(here, other)
        one = await with_start(here, one)
        await here.press(here.host, other, "Announce")
        await here.press(here.host, one, "Announce")
        plans = [(event.plan.name, event.plan.kind) for event in await current(here)]
        assert plans == [("Friday", SWISS), ("Arena", ARENA)]


async def test_a_draft_is_gone_on_with_until_it_is_announced_or_begun_anew(tmp_path: Path) -> None:
    """Whoever looks elsewhere finds it again, also on another device and after a restart."""
    async with evening(tmp_path, 1) as here:
        panel = await here.fill(here.host, await new_event(here), "Name", "Friday")
        await here.world.restart()
        found = await new_event(here)
        assert "You began this event earlier" in found.text
        assert "## New event: Friday" in found.text
        fresh_one = await here.press(here.host, found, "Start over")
        assert "Friday" not in fresh_one.text
        assert not fresh_one.has("Start over"), "nothing was chosen yet"
        assert "Friday" not in (await new_event(here)).text
        panel = await with_start(here, await here.fill(here.host, panel, "Name", "Saturday"))
        assert "## New event: Saturday" in (await new_event(here)).text
        await here.press(here.host, panel, "Announce")
        assert "Saturday" not in (await new_event(here)).text


async def test_a_second_press_announces_nothing_more(tmp_path: Path) -> None:
    async with evening(tmp_path, 1) as here:
        panel = await with_start(here, await new_event(here))
        announce = pressed(panel, "Announce")
        number = parse_custom_id(announce)
        assert number is not None
        events = here.world.service.events
        before = await events.draft(DraftId(number.id))
        await here.press(here.host, panel, "Announce")
        late = await here.press_drawn(here.host, panel, announce)
        assert "Event announced." in late.text
        with patch.object(events, "draft", AsyncMock(return_value=before)):  # Both at once.
            late = await here.press_drawn(here.host, panel, announce)
        assert "Event announced." in late.text
        [event] = await current(here)
        assert [one.message.id for one in here.world.public() if one.has("Enter")] == [
            event.message
        ]


async def test_a_draft_of_last_week_has_ended(tmp_path: Path) -> None:
    async with evening(tmp_path, 1) as here:
        panel = await new_event(here)
        here.world.time.ahead_ms += DRAFT_LASTS_MS
        for label in ("More", "Name"):
            ended = await here.press(here.host, panel, label)
            assert ended.text.startswith("This draft has ended. Start again with **New event** in")


async def test_nobody_uses_the_draft_of_somebody_else(tmp_path: Path) -> None:
    async with evening(tmp_path, 1) as here:
        panel = await with_start(here, await new_event(here))
        role = here.world.env.guild.create_role(
            "Too", permissions=discord.Permissions(manage_events=True)
        )
        user = here.world.env.create_user("hank", global_name="Hank")
        other = here.world.env.guild.add_member(user, roles=[role])
        own = await here.press(other, await here.open_list(other), "New event")
        for label in ("Announce", "More", "Name"):
            refused = await here.press_drawn(other, own, pressed(panel, label))
            assert refused.text.startswith("This is someone else's draft. Start your own with")
        assert await current(here) == ()


@pytest.mark.parametrize("what", ["page-b9f7eb8e-c3ee9a1c-Friday", "post-standard-UTC-", "name-1"])
async def test_a_button_of_an_older_builder_says_what_to_do(tmp_path: Path, what: str) -> None:
    async with evening(tmp_path, 1) as here:
        panel = await new_event(here)
        refused = await here.press_drawn(here.host, panel, f"g1:g:0:flacmgao0:build-{what}")
        assert refused.text.startswith(
            "This button is from an older version and no longer works. "
            "Start again with **New event**"
        )
        assert await current(here) == ()
