"""Members ask for an evening: once, where the organizers read it, who make an event of it."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from engine.clocks import DAY
from engine.events.kinds import SWISS
from engine.service import GuildConfig, UserId
from engine.service.events.creation import ASKED_LASTS_MS, DRAFT_LASTS_MS
from engine.service.events.types import EventState
from tests.bot.events.evening import Evening, evening
from tests.journeys.world import Shown, shown
from tests.keys import fresh


def request_of(here: Evening) -> Shown:
    """The newest request in the channel of the games."""
    history = here.world.channel.history()
    found = (shown(one, here.world.stored(one.id).components) for one in history)
    requests = [one for one in found if one.has("Make this event")]
    return max(requests, key=lambda one: int(one.message.id))


async def test_a_member_asks_once_and_an_organizer_makes_the_event(tmp_path: Path) -> None:
    async with evening(tmp_path, 2) as here:
        [member, other] = here.players[:2]
        listed = await here.open_list(member)
        assert "members with the permission **Manage Events** make events here" in listed.text
        assert not listed.has("New event")
        asked = await here.fill(member, listed, "Ask for an evening", "tomorrow 21:00 UTC")
        assert "✅ Your request is on its way" in asked.text
        request = request_of(here)
        assert "** asks for an evening: <t:" in request.text
        again = await here.fill(member, asked, "Ask for an evening", "tomorrow 22:00 UTC")
        assert again.text.startswith("You've asked for an evening within the last hour.")

        refused = await here.press(other, request, "Make this event")
        assert refused.text.startswith("Only organisers can do that")
        builder = await here.press(here.host, request, "Make this event")
        assert "## New event: Swiss" in builder.text
        await here.press(here.host, builder, "Announce")
        [event] = (await here.world.service.events.of_guild(here.guild)).current
        assert event.host == UserId(here.host.id)
        late = await here.press(here.host, request, "Make this event")
        assert late.text.startswith("Another organiser has taken up this request")
        asked = await here.fill(member, asked, "Ask for an evening", "tomorrow 22:00 UTC")
        assert "✅ Your request is on its way" in asked.text, "the first one was taken up"
        assert not here.world.env.errors


async def test_a_request_goes_to_the_channel_of_reports(tmp_path: Path) -> None:
    async with evening(tmp_path, 1) as here:
        place = here.world.env.guild.create_text_channel("organisers")
        config = GuildConfig(reports_channel=place.id)
        service = here.world.service
        await service.set_guild_config(fresh(), here.guild, UserId(here.host.id), config)
        here.world.bot.parts.messenger.preferences.forget_server(here.guild)
        member = here.players[0]
        await here.fill(member, await here.open_list(member), "Ask for", "tomorrow 21:00")
        [message] = list(place.history())
        stored = here.world.env.backend.get_message(place.id, message.id)
        texts = shown(message, stored.components)
        assert "asks for an evening" in texts.text


@pytest.mark.parametrize("text", ["whenever", "2020-01-01 20:00"])
async def test_a_request_says_when(tmp_path: Path, text: str) -> None:
    async with evening(tmp_path, 1) as here:
        member = here.players[0]
        refused = await here.fill(member, await here.open_list(member), "Ask for", text)
        assert refused.text.startswith(("Enter the start like", "That's in the past"))


async def test_a_later_request_brings_the_control_again(tmp_path: Path) -> None:
    """Its message may be gone; the older one, if it is still there, leads to the new time."""
    async with evening(tmp_path, 1) as here:
        member = here.players[0]
        listed = await here.open_list(member)
        await here.fill(member, listed, "Ask for", "in 3 days")
        first = request_of(here)
        await here.wait(ASKED_LASTS_MS)
        await here.fill(member, listed, "Ask for", "in 4 days")
        second = request_of(here)
        assert second.message.id != first.message.id
        builder = await here.press(here.host, first, "Make this event")
        found = re.search(r"<t:(\d+):F>", builder.text)
        assert found
        assert abs(int(found[1]) - here.world.service.now_ms() / 1000 - 4 * 86_400) < 60
        same = await here.press(here.host, second, "Make this event")
        assert "## New event: Swiss" in same.text


async def test_a_request_ends_after_a_week(tmp_path: Path) -> None:
    async with evening(tmp_path, 1) as here:
        member = here.players[0]
        listed = await here.open_list(member)
        await here.fill(member, listed, "Ask for", "in 300 days")
        request = request_of(here)
        await here.wait(DRAFT_LASTS_MS)
        late = await here.press(here.host, request, "Make this event")
        assert "older than a week" in late.text
        asked = await here.fill(member, await here.open_list(member), "Ask for", "tomorrow")
        assert "✅" in asked.text


@pytest.mark.slow
async def test_an_organiser_holds_an_event_again_a_week_later(tmp_path: Path) -> None:
    async with evening(tmp_path, 4) as here:
        event = await here.play_out(await here.start(await here.announce(SWISS), by_buttons=0))
        assert event.state is EventState.FINISHED
        player = here.players[0]
        listed = await here.open_list(player)
        page = await here.choose(player, listed, "event-open", str(event.id))
        assert "🏅 Your place: **" in page.text
        assert not page.has("Again next week")
        listed = await here.open_list(here.host)
        page = await here.choose(here.host, listed, "event-open", str(event.id))
        builder = await here.press(here.host, page, "Again next week")
        assert f"## New event: {event.plan.name}" in builder.text
        await here.press(here.host, builder, "Announce")
        [again] = (await here.world.service.events.of_guild(here.guild)).current
        assert again.plan == replace(event.plan, starts_ms=event.plan.starts_ms + 7 * DAY)
        assert not here.world.env.errors
