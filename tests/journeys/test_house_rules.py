"""A server's own rules: named by its administrators, shown before anybody accepts."""

from pathlib import Path

import discord
import pytest

from tests.journeys.world import World, running_world, shown


async def configured(world: World, **options: object) -> tuple[str, bool]:
    """What an administrator is told; the owner of the server is one."""
    result = await world.slash(world.members[0], "admin preset", **options)
    return shown(result.response, result.response.components).text, result.ephemeral


async def admins(world: World) -> None:
    role = world.env.guild.create_role("Boss", permissions=discord.Permissions(manage_guild=True))
    boss = world.env.create_user("boss", global_name="Boss")
    world.members[0] = world.env.guild.add_member(boss, roles=[role])


async def test_house_rules_are_shown_in_the_challenge_and_played(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        await admins(world)
        text, private = await configured(
            world, name="club", options="undercut_bonus=10, target=150 shutout=none"
        )
        assert private
        assert "club" in text
        assert "undercut" in text
        alice, bob = world.members
        result = await world.slash(bob, "challenge", opponent=alice, preset="club")
        invitation = shown(result.response, result.response.components)
        assert "House rules" in invitation.text
        assert "10" in invitation.text
        await world.press(alice, invitation, "Accept")
        live = (await world.service.running())[0]
        assert live.rules.undercut_bonus == 10
        assert live.rules.target == 150


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("hello", "Write options like"),
        ("no_such=1", "There is no option"),
        ("target=5", "goes from 10 to 1000"),
        ("best_of=4", "must be odd"),
        ("game_kind=mahjong match_format=hollywood", "not played with Hollywood"),
        ("run_wrap=sideways", "It can be"),
        ("sweep_bonus=25", "needs teams"),
        ("spade_doubles=7", "cannot be"),
    ],
)
async def test_rules_that_cannot_be_played_are_refused_with_a_sentence(
    tmp_path: Path, options: str, said: str
) -> None:
    async with running_world(tmp_path, people=1) as world:
        await admins(world)
        text, private = await configured(world, name="club", options=options)
        assert private
        assert said in text
        assert not world.env.errors


async def test_only_administrators_change_a_server(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        world.hand_out(world.members[0])
        text, private = await configured(world, name="club", options="target=150")
        assert private
        assert "Only administrators" in text
        assert len(world.env.errors) == 1
        assert not (await world.service.guild_config(world.env.guild.id)).presets  # type: ignore[arg-type]
