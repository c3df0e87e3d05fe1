"""The role for the best of a month: given, taken, refused without harm, and set by admins only."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor

from engine.clocks import DAY
from engine.service import GuildId
from engine.service.standings import LeaderboardMetric
from tests.journeys.paths import ask
from tests.journeys.played import play_match
from tests.journeys.world import Shown, World, running_world, shown


async def config(world: World, member: MemberActor, command: str, **options: Any) -> Shown:
    asked = (await ask(world, member, f"admin {command}", **options)).response
    return shown(asked, asked.components)


async def test_only_administrators_see_and_set_seasons(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        world.hand_out(world.members[0])
        for command in ("month-role", "settings"):
            said = await config(world, world.members[0], command)
            assert "Only admins" in said.text
        assert len(world.env.errors) == 2


async def over(world: World) -> str:
    """Let this month end, and the bot look at it."""
    month = world.service.seasons.last(1)[0]
    while world.service.seasons.ended != month:
        world.time.ahead_ms += DAY
    await world.bot.parts.seasons.once()
    return month


async def holding(world: World, role: Any) -> list[int]:
    """Who of the players has a role, as Discord knows it."""
    guild = world.bot.get_guild(world.env.guild.id)
    assert guild is not None
    members = [await guild.fetch_member(one.id) for one in world.members]
    return [one.id for one in members if one.get_role(role.id) is not None]


@pytest.mark.slow
async def test_a_month_ends_without_a_role(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        alice, bob = world.members
        await play_match(world, alice, bob)
        month = await over(world)
        await world.bot.parts.seasons.once()
        guild = GuildId(world.env.guild.id)
        (best,) = await world.service.seasons.places(guild, month, LeaderboardMetric.WON)
        assert best.place == 1
        assert await world.service.seasons.champions(guild) == ()


@pytest.mark.slow
async def test_the_best_of_a_month_gets_the_role_until_the_next(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        alice, bob = world.members
        guild = world.env.guild
        boss_role = guild.create_role("Boss", permissions=discord.Permissions(manage_guild=True))
        boss = guild.add_member(world.env.create_user("boss"), roles=[boss_role])
        champion = guild.create_role("Champion")
        said = await config(world, boss, "month-role", role=champion, places=1)
        assert f"Each month's best player gets <@&{champion.id}>" in said.text
        await play_match(world, alice, bob)
        month = await over(world)
        server = GuildId(guild.id)
        (best,) = await world.service.seasons.places(server, month, LeaderboardMetric.WON)
        (holder,) = await world.service.seasons.champions(server)
        assert (holder.user_id, holder.role_id, holder.season) == (best.user_id, champion.id, month)
        assert await holding(world, champion) == [best.user_id]
        await over(world)
        assert await world.service.seasons.champions(server) == (), "nobody played this month"
        assert await holding(world, champion) == []
        said = await config(world, boss, "month-role", off=True)
        assert "no role here" in said.text


async def test_what_discord_refuses_is_told_to_administrators(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        alice, bob = world.members
        guild = world.env.guild
        boss_role = guild.create_role("Boss", permissions=discord.Permissions(manage_guild=True))
        boss = guild.add_member(world.env.create_user("boss"), roles=[boss_role])
        crown = guild.create_role("Crown")
        await config(world, boss, "month-role", role=crown)
        await play_match(world, alice, bob)

        async def refuse(*_: Any, **__: Any) -> None:
            response = SimpleNamespace(status=403, reason="Forbidden")
            raise discord.Forbidden(response, {"code": 50013, "message": "Missing Permissions"})  # type: ignore[arg-type]

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(discord.Member, "add_roles", refuse)
            await over(world)
        assert await world.service.seasons.champions(GuildId(guild.id)) == ()
        said = await config(world, boss, "month-role")
        assert "50013" in said.text
        assert "Manage Roles" in said.text
        await world.bot.parts.seasons.once()
        assert len(await world.service.seasons.champions(GuildId(guild.id))) == 1
        assert "50013" not in (await config(world, boss, "month-role")).text


async def test_administrators_read_what_was_not_rated(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        alice, bob = world.members
        guild = world.env.guild
        boss_role = guild.create_role("Boss", permissions=discord.Permissions(manage_guild=True))
        boss = guild.add_member(world.env.create_user("boss"), roles=[boss_role])
        assert "None so far" in (await config(world, boss, "unrated")).text
        asked = await world.slash(alice, "challenge", opponent=bob)
        await world.press(bob, shown(asked.response, asked.response.components), "Accept")
        [running] = await boss.autocomplete(world.channel, "gin-admin end-match", "match", "")
        await config(
            world, boss, "end-match", match=running["value"], reason="stuck", winner=bob.user
        )
        said = await config(world, boss, "unrated")
        assert "Alice – Bob" in said.text
        assert "no round was finished" in said.text
