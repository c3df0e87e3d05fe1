"""Handlers of the set-up; administrators only."""

from typing import Final

from bot.match.tv.message import TvMessages
from bot.presses.config import ServerSetting
from bot.presses.setup import SetupPress, SetupVerb
from bot.server.handlers import changed_config
from bot.server.setup_screens import setup_screen
from bot.ui.context import Context
from bot.ui.refusal import Refusal
from bot.ui.roles import require_assignable

STEP_OF: Final = {
    ServerSetting.CHANNELS: SetupVerb.PLACE,
    ServerSetting.THREADS: SetupVerb.PLACE,
    ServerSetting.ORGANISERS: SetupVerb.PLACE,
    ServerSetting.LANGUAGE: SetupVerb.LANGUAGE,
    ServerSetting.RATED: SetupVerb.LANGUAGE,
    ServerSetting.PINGS: SetupVerb.NEWS,
    ServerSetting.TV: SetupVerb.NEWS,
    ServerSetting.REPORTS: SetupVerb.NEWS,
    ServerSetting.SEASON: SetupVerb.NEWS,
}
"""The step on which each setting stands."""


async def open_setup(ctx: Context) -> None:
    """Show the first step in a private message."""
    ctx.require_admin()
    config = await ctx.service.guild_config(ctx.guild)
    await ctx.reply.private(setup_screen(ctx.reader, config, SetupVerb.PLACE))


async def setup_pressed(tv: TvMessages, ctx: Context, press: SetupPress) -> None:
    """Show a step, or store a choice and show its step again."""
    ctx.require_admin()
    verb = press.verb
    if press.setting is not None:
        await _set(tv, ctx, press.setting)
        verb = STEP_OF[press.setting]
    config = await ctx.service.guild_config(ctx.guild)
    await ctx.reply.update(setup_screen(ctx.reader, config, verb))


async def _set(tv: TvMessages, ctx: Context, setting: ServerSetting) -> None:
    if setting is ServerSetting.TV:
        await _keep_tv(tv, ctx)
        return
    if setting is ServerSetting.SEASON:
        _check_role(ctx)
    config = await ctx.service.guild_config(ctx.guild)
    await ctx.configure(changed_config(config, setting, ctx.values))


async def _keep_tv(tv: TvMessages, ctx: Context) -> None:
    channel = int(ctx.values[0]) if ctx.values else None
    await tv.keep(ctx.guild, ctx.key, ctx.user, channel, None)
    if channel is None:
        return
    await tv.draw(ctx.guild)
    if (await ctx.service.guild_config(ctx.guild)).tv_message is None:
        raise Refusal("I can't post in this channel. Allow me to send messages here first.")


def _check_role(ctx: Context) -> None:
    guild = ctx.at_discord.guild
    role = None if guild is None or not ctx.values else guild.get_role(int(ctx.values[0]))
    if role is not None:
        require_assignable(ctx.at_discord, role)
