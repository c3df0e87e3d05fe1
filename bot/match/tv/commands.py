"""`/gin tv` follows the liveliest table; `/gin-admin tv` keeps a message that shows it."""

from typing import Any

import discord
from discord import app_commands

from bot.match.chat import MatchChat
from bot.match.table_handlers import watch
from bot.match.tv.message import CANDIDATES, TvMessages, liveliest
from bot.ui.context import context_of
from bot.ui.notice import notice_screen
from bot.ui.screen import Accent


def tv_command(chat: MatchChat) -> app_commands.Command[Any, Any, Any]:
    """``/gin tv``."""

    @app_commands.command(name="tv", description="Watch the most exciting table here")
    async def tv(interaction: discord.Interaction) -> None:
        ctx = context_of(interaction)
        guild = ctx.guild
        live = liveliest(await ctx.service.running_in(guild, CANDIDATES), None)
        if live is None:
            text = ctx.t(
                "Nobody is playing right now. Start a table with `/gin challenge` or `/gin open`."
            )
            await ctx.reply.private(notice_screen(text, Accent.CALM))
        else:
            await watch(chat, ctx, live)

    return tv


def tv_admin_command(television: TvMessages) -> app_commands.Command[Any, Any, Any]:
    """``/gin-admin tv``; the parent group checks the permissions."""

    @app_commands.command(name="tv", description="Keep a message here with the most exciting table")
    @app_commands.describe(here="Yes: in this channel from now on. No: turn it off")
    async def tv(interaction: discord.Interaction, here: bool = True) -> None:
        ctx = context_of(interaction)
        t, guild = ctx.t, ctx.guild
        channel = ctx.interaction.channel_id if here else None
        key, admin = ctx.key, ctx.user
        await television.keep(guild, key, admin, channel, None)
        if here:
            await television.draw(guild)
            config = await ctx.service.guild_config(guild)
            text = t(
                "📺 Gin TV is on in this channel. Turn it off with `/gin-admin tv` and "
                "`here:False`."
            )
            if config.tv_message is None:
                text = t("I can't post in this channel. Allow me to send messages here first.")
        else:
            text = t("📺 Gin TV is off. Its last message stays as it is.")
        await ctx.reply.private(notice_screen(text, Accent.CALM))

    return tv
