"""Three steps of menus set a server up; others are told in one sentence."""

from typing import Any

import discord

from bot.presses.server import ServerSetting, SetupPress, SetupVerb
from engine.service import GuildConfig
from tests.journeys.club import Club, Seen, Who, journey
from tests.journeys.world import allow_only, walk


async def opened(who: Who) -> Seen:
    return await who.presses("Set up", await who.asks("help"))


async def choose(who: Who, panel: Seen, setting: ServerSetting, *values: Any) -> Seen:
    menu = str(SetupPress(SetupVerb.SET, setting))
    return await who.chooses(list(values), panel, menu=menu)


@journey(people=1)
async def test_three_steps_and_a_summary(club: Club) -> None:
    boss = club.boss()
    champions = club.env.guild.create_role("Champions")
    hosts = club.env.guild.create_role("Hosts")
    panel = await opened(boss)
    panel.does_not_offer("Back")
    await choose(boss, panel, ServerSetting.CHANNELS, club.channel)
    await choose(boss, panel, ServerSetting.THREADS, "always")
    await choose(boss, panel, ServerSetting.ORGANISERS, hosts)
    await boss.presses("Next", panel)
    await choose(boss, panel, ServerSetting.LANGUAGE, "de")
    await choose(boss, panel, ServerSetting.RATED, "no")
    await boss.presses("Next", panel)
    await choose(boss, panel, ServerSetting.PINGS, "no")
    await choose(boss, panel, ServerSetting.TV, club.channel)
    await choose(boss, panel, ServerSetting.REPORTS, club.channel)
    await choose(boss, panel, ServerSetting.SEASON, champions)
    panel.offers("Back")
    await boss.presses("Next", panel)
    assert not any(part.get("type") in (3, 6, 8) for part in walk(panel.stored.components))
    assert panel.text.count(f"<#{club.channel.id}>") == 3
    panel.says(f"<@&{champions.id}>", f"<@&{hosts.id}>")
    config = await club.config()
    assert config.tv_message is not None
    assert config.model_copy(update={"tv_message": None}) == GuildConfig(
        channels=(club.channel.id,),
        threads="always",
        language="de",
        rated="no",
        pings=False,
        tv_channel=club.channel.id,
        reports_channel=club.channel.id,
        season_role=champions.id,
        organiser_role=hosts.id,
    )
    await boss.presses("Back", panel)
    await choose(boss, panel, ServerSetting.REPORTS)
    await choose(boss, panel, ServerSetting.TV)
    config = await club.config()
    assert (config.reports_channel, config.tv_channel) == (None, None)


@journey(people=1)
async def test_a_role_that_the_bot_cannot_give_is_refused(club: Club) -> None:
    boss = club.boss()
    champions = club.env.guild.create_role("Champions")
    few = discord.Permissions(view_channel=True, send_messages=True)
    allow_only(club.env, club.env.guild, few)
    panel = await opened(boss)
    for _ in range(2):
        await boss.presses("Next", panel)
    refused = await choose(boss, panel, ServerSetting.SEASON, champions)
    refused.says("**Manage Roles**")
    assert (await club.config()).season_role is None


@journey(people=1)
async def test_others_get_one_sentence(club: Club) -> None:
    boss, backend = club.boss(), club.env.backend
    sent = await boss.asks("help")
    guild = backend.get_guild(club.env.guild.id)
    [host] = [role for role in guild.roles.values() if role.name == "Boss"]
    backend.edit_role(guild.id, host.id, {"permissions": 0})
    refused = await boss.presses("Set up", sent)
    assert refused.text == "Only admins of this server can do that."
    refused.offers(only=True)


@journey(people=1)
async def test_help_offers_set_up_to_whoever_may(club: Club) -> None:
    (await club.boss().asks("help")).offers("Set up")
    (await club.alice.asks("help")).does_not_offer("Set up")
