"""`/gin tv`: follow the liveliest table; `/gin-admin tv` keeps a message that shows it."""

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.match.table_handlers import watch
from bot.match.tv.message import CANDIDATES, liveliest
from bot.ui.notice import notice_screen
from bot.ui.reply import reply_to
from bot.ui.screen import Accent
from engine.service import GuildId, InteractionId, UserId

if TYPE_CHECKING:
    from bot.app import GinBot


def tv_command(bot: "GinBot") -> app_commands.Command[Any, Any, Any]:
    """``/gin tv``."""

    @app_commands.command(name="tv", description="Watch the most exciting table here")
    async def tv(interaction: discord.Interaction) -> None:
        reader = await bot.readers.of(interaction)
        guild = GuildId(interaction.guild_id or 0)
        reply = reply_to(interaction)
        live = liveliest(await bot.service.running_in(guild, CANDIDATES), None)
        if live is None:
            text = reader.words.t(
                "Nobody is playing right now. Start a table with `/gin challenge` or `/gin open`."
            )
            await reply.private(notice_screen(text, Accent.CALM))
        else:
            await watch(bot, reply, reader, live)

    return tv


def tv_admin_command(bot: "GinBot") -> app_commands.Command[Any, Any, Any]:
    """``/gin-admin tv``; the group that takes it checks the permissions."""

    @app_commands.command(name="tv", description="Keep a message here with the most exciting table")
    @app_commands.describe(here="Yes: in this channel from now on. No: turn it off")
    async def tv(interaction: discord.Interaction, here: bool = True) -> None:
        t, guild = (await bot.readers.of(interaction)).words.t, GuildId(interaction.guild_id or 0)
        reply = reply_to(interaction)
        channel = interaction.channel_id if here else None
        key, admin = InteractionId(interaction.id), UserId(interaction.user.id)
        await bot.television.keep(guild, key, admin, channel, None)
        if here:
            await bot.television.draw(guild)
            config = await bot.service.guild_config(guild)
            text = t(
                "📺 Gin TV is on in this channel. Turn it off with `/gin-admin tv` and "
                "`here:False`."
            )
            if config.tv_message is None:
                text = t("I can't post in this channel. Allow me to send messages here first.")
        else:
            text = t("📺 Gin TV is off. Its last message stays as it is.")
        await reply.private(notice_screen(text, Accent.CALM))

    return tv
