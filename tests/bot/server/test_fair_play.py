"""Administrators, and nobody else, are told of discards that help too much."""

from pathlib import Path

import pytest

from bot.moderation.handlers import count_help
from engine.coach.helping import Help
from engine.game.actions import Resign
from engine.service import GuildConfig, GuildId, MatchCommand, MatchId, UserId
from tests.journeys.world import Shown, World, running_world, shown
from tests.keys import fresh
from tests.worlds.servers import admins

TOO_MUCH = Help(90, 70, 20.0, 15.0)


async def rated_match(world: World) -> MatchId:
    """A rated match of the first two people that the first resigns."""
    alice, bob, *_ = world.members
    challenge = await world.slash(alice, "challenge", opponent=bob, rated=True)
    panel = shown(challenge.response, challenge.response.components)
    await world.press(bob, panel, "Accept")
    [live] = await world.service.live_matches_of(UserId(alice.id))
    await world.service.act(MatchCommand(fresh(), live.id, UserId(alice.id), Resign()))
    return live.id


async def page(world: World) -> Shown:
    """The page as an administrator reaches it."""
    settings = (await world.slash(world.members[0], "admin settings")).response
    panel = shown(settings, settings.components)
    found = (await world.press(world.members[0], panel, "Fair play")).response
    return shown(found, found.components)


async def test_a_pair_that_stands_out_is_told_once_and_can_be_cleared(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        await admins(world)
        alice, bob = world.members
        room = world.env.guild.create_text_channel("staff")
        guild = GuildId(world.env.guild.id)
        config = GuildConfig(reports_channel=room.id)
        await world.service.set_guild_config(fresh(), guild, UserId(alice.id), config)
        assert "No pair stands out" in (await page(world)).text
        match = await rated_match(world)

        async def judged(asked: MatchId) -> dict[UserId, Help]:
            assert asked == match
            return {UserId(alice.id): TOO_MUCH}

        messenger = world.bot.parts.messenger
        assert await count_help(messenger, judged) == 1
        assert await count_help(messenger, judged) == 0
        await world.settle()
        [told] = world.env.backend.messages[room.id].values()
        said = shown(told, told.components).text
        assert f"<@{alice.id}> to <@{bob.id}>: 70 of 90 discards" in said
        panel = await page(world)
        assert "about 20 expected" in panel.text
        cleared = (await world.choose(alice, panel, 0, f"{alice.id}-{bob.id}")).response
        assert "No pair stands out" in shown(cleared, cleared.components).text


@pytest.mark.slow
async def test_an_ended_match_is_counted_by_the_bot_itself(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        await rated_match(world)
        parts = world.bot.parts
        assert await count_help(parts.messenger, parts.coaching.help_given) == 1
        assert await count_help(parts.messenger, parts.coaching.help_given) == 0
