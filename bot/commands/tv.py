"""`/gin tv`: follow the liveliest table; administrators keep a message that shows it."""

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.areas.tables import watch
from bot.commands.failures import Unusable
from bot.presenter.pages import notice_screen
from bot.reply import reply_to
from bot.screen import Accent
from bot.television import CANDIDATES, liveliest
from engine.service import GuildId, InteractionId, UserId

if TYPE_CHECKING:
    from bot.app import GinBot


def tv_command(bot: "GinBot") -> app_commands.Command[Any, Any, Any]:
    """``/gin tv``."""

    @app_commands.command(name="tv", description="Watch the liveliest table of this server")
    @app_commands.describe(here="Administrators: keep a message in this channel that shows it")
    async def tv(interaction: discord.Interaction, here: bool | None = None) -> None:
        reader = await bot.readers.of(interaction)
        t, guild = reader.words.t, GuildId(interaction.guild_id or 0)
        reply = reply_to(interaction)
        if here is None:
            live = liveliest(await bot.service.running_in(guild, CANDIDATES), None)
            if live is None:
                text = t(
                    "Nobody is playing right now. `/gin challenge` or `/gin open` starts a table."
                )
                await reply.private(notice_screen(text, Accent.CALM))
            else:
                await watch(bot, reply, reader, live)
            return
        rights = interaction.permissions
        if not (rights.manage_guild or rights.administrator):
            raise Unusable(t("Only administrators of this server may do that."))
        channel = interaction.channel_id if here else None
        key, admin = InteractionId(interaction.id), UserId(interaction.user.id)
        await bot.television.keep(guild, key, admin, channel, None)
        if here:
            await bot.television.draw(guild)
            config = await bot.service.guild_config(guild)
            text = t("📺 The message is there. `/gin tv here:False` ends it.")
            if config.tv_message is None:
                text = t("I cannot write in this channel. Let me send messages here first.")
        else:
            text = t("📺 The television is off. Its last message stays as it is.")
        await reply.private(notice_screen(text, Accent.CALM))

    return tv
