"""Three steps of menus set a server up; others are told in one sentence."""

from pathlib import Path
from typing import Any

import discord

from bot.presses.server import ServerSetting, SetupPress, SetupVerb
from engine.service import GuildConfig, GuildId
from tests.journeys.world import Shown, World, allow_only, running_world, shown, walk
from tests.worlds.servers import boss_of


async def config_of(world: World) -> GuildConfig:
    return await world.service.guild_config(GuildId(world.env.guild.id))


async def opened(world: World, member: Any) -> Shown:
    sent = (await world.slash(member, "help")).response
    result = await world.press(member, shown(sent, sent.components), "Set up")
    return panel_of(result.response)


def panel_of(message: Any) -> Shown:
    return shown(message, message.components)


def now(world: World, panel: Shown) -> Shown:
    return shown(panel.message, world.stored(panel.message.id).components)


async def choose(
    world: World, member: Any, panel: Shown, setting: ServerSetting, values: list[Any]
) -> Any:
    result = await member.select(
        panel.message, values, custom_id=str(SetupPress(SetupVerb.SET, setting))
    )
    await world.settle()
    return result


async def test_three_steps_and_a_summary(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        boss = boss_of(world)
        champions = world.env.guild.create_role("Champions")
        hosts = world.env.guild.create_role("Hosts")
        panel = await opened(world, boss)
        assert not panel.has("Back")
        await choose(world, boss, panel, ServerSetting.CHANNELS, [world.channel])
        await choose(world, boss, panel, ServerSetting.THREADS, ["always"])
        await choose(world, boss, panel, ServerSetting.ORGANISERS, [hosts])
        await world.press(boss, now(world, panel), "Next")
        await choose(world, boss, panel, ServerSetting.LANGUAGE, ["de"])
        await choose(world, boss, panel, ServerSetting.RATED, ["no"])
        await world.press(boss, now(world, panel), "Next")
        await choose(world, boss, panel, ServerSetting.PINGS, ["no"])
        await choose(world, boss, panel, ServerSetting.TV, [world.channel])
        await choose(world, boss, panel, ServerSetting.REPORTS, [world.channel])
        await choose(world, boss, panel, ServerSetting.SEASON, [champions])
        assert now(world, panel).has("Back")
        await world.press(boss, now(world, panel), "Next")
        summary = now(world, panel)
        assert not any(part.get("type") in (3, 6, 8) for part in walk(summary_parts(world, panel)))
        assert summary.text.count(f"<#{world.channel.id}>") == 3
        assert f"<@&{champions.id}>" in summary.text
        assert f"<@&{hosts.id}>" in summary.text
        config = await config_of(world)
        assert config.tv_message is not None
        assert config.model_copy(update={"tv_message": None}) == GuildConfig(
            channels=(world.channel.id,),
            threads="always",
            language="de",
            rated="no",
            pings=False,
            tv_channel=world.channel.id,
            reports_channel=world.channel.id,
            season_role=champions.id,
            organiser_role=hosts.id,
        )
        await world.press(boss, summary, "Back")
        await choose(world, boss, panel, ServerSetting.REPORTS, [])
        await choose(world, boss, panel, ServerSetting.TV, [])
        config = await config_of(world)
        assert (config.reports_channel, config.tv_channel) == (None, None)
        assert not world.env.errors


def summary_parts(world: World, panel: Shown) -> list[dict[str, Any]]:
    return list(world.stored(panel.message.id).components)


async def test_a_role_that_the_bot_cannot_give_is_refused(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        boss = boss_of(world)
        champions = world.env.guild.create_role("Champions")
        few = discord.Permissions(view_channel=True, send_messages=True)
        allow_only(world.env, world.env.guild, few)
        panel = await opened(world, boss)
        for _ in range(2):
            await world.press(boss, now(world, panel), "Next")
        refused = await choose(world, boss, panel, ServerSetting.SEASON, [champions])
        assert "**Manage Roles**" in panel_of(refused.response).text
        assert (await config_of(world)).season_role is None


async def test_others_get_one_sentence(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        boss, backend = boss_of(world), world.env.backend
        sent = (await world.slash(boss, "help")).response
        guild = backend.get_guild(world.env.guild.id)
        [host] = [role for role in guild.roles.values() if role.name == "Host"]
        backend.edit_role(guild.id, host.id, {"permissions": 0})
        refused = panel_of((await world.press(boss, panel_of(sent), "Set up")).response)
        assert refused.text == "Only admins of this server can do that."
        assert not refused.buttons


async def test_help_offers_set_up_to_whoever_may(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        for member, offered in ((boss_of(world), True), (world.members[0], False)):
            sent = (await world.slash(member, "help")).response
            assert panel_of(sent).has("Set up") is offered
