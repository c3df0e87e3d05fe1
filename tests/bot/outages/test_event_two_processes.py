"""Two processes of the bot on one database: of an event there is one of everything, told once."""

from pathlib import Path

import discord
import pytest

from engine.clocks import MINUTE
from engine.events.kinds import KNOCKOUT, SWISS
from engine.service import UserId
from engine.service.events.types import EventState
from tests.bot.events.evening import Evening
from tests.journeys.two_bots import two_bots
from tests.journeys.world import allow_only, invited, shown

pytestmark = pytest.mark.postgres


async def test_two_processes_hold_one_event(tmp_path: Path, url: str) -> None:
    async with two_bots(tmp_path, url) as world:
        env, guild = world.env, world.env.guild
        role = guild.create_role("Host", permissions=discord.Permissions(manage_events=True))
        host = guild.add_member(env.create_user("holly", global_name="Holly"), roles=[role])
        allow_only(env, guild, invited() | discord.Permissions(manage_events=True))
        here = Evening(world, host, list(world.members))
        event = await here.announce(KNOCKOUT)
        assert len(env.backend.get_guild(guild.id).scheduled_events) == 1
        event = await here.start(event)
        assert event.state is EventState.RUNNING
        event = await here.play_out(event)
        await here.wait(MINUTE)
        posted = [one for one in world.public() if one.has("Entries")]
        assert len(posted) == 1
        assert "🥇" in posted[0].text
        assert event.standings[0].user_id == UserId(here.players[0].id)
        stored = env.backend.messages[event.thread or 0].values()
        told = "\n".join(shown(one, one.components).text for one in stored)
        assert told.count("Round 1 of 1") == 1
        assert told.count("is over") == 1
        for player in here.players:
            assert told.count(f"<@{player.id}>") <= 2, "to the check-in and to the match"
        (found,) = env.backend.get_guild(guild.id).scheduled_events.values()
        assert found.status == discord.EventStatus.completed.value
        for process in world.running:
            assert not await process.service.events.outdated()


@pytest.mark.night
async def test_two_processes_tell_once_that_an_event_is_cancelled(tmp_path: Path, url: str) -> None:
    async with two_bots(tmp_path, url) as world:
        env, guild = world.env, world.env.guild
        role = guild.create_role("Host", permissions=discord.Permissions(manage_events=True))
        host = guild.add_member(env.create_user("holly", global_name="Holly"), roles=[role])
        here = Evening(world, host, list(world.members))
        event = await here.announce(SWISS)
        for player in here.players:
            await here.press(player, here.message(event), "Enter")
        await here.panel(host, event, "Organise", "Cancel event", "Cancel event")
        await here.wait(MINUTE)
        event = await here.event(event)
        assert event.state is EventState.CANCELLED
        stored = env.backend.messages.get(event.thread or 0, {}).values()
        told = "\n".join(shown(one, one.components).text for one in stored)
        told += "\n".join(one.text for one in world.public() if one.message.id != event.message)
        for player in here.players:
            assert told.count(f"<@{player.id}>") == 1
        assert told.count("An organiser cancelled this event.") == 1
        for process in world.running:
            assert not await process.service.events.outdated()
