"""Paging through the log of what administrators did."""

from typing import TYPE_CHECKING

from bot.moderation.screens import LOG_LINES, log_screen
from bot.ui.custom_id import CustomId
from bot.ui.notice import notice_screen
from bot.ui.reader import Reader
from bot.ui.reply import Reply
from bot.ui.screen import Screen
from engine.service import GuildId

if TYPE_CHECKING:
    from bot.app import GinBot


async def log_pressed(
    bot: "GinBot", reply: Reply, press: CustomId, _values: tuple[str, ...]
) -> None:
    """``log-newer`` and ``log-older``; the id is a page. Administrators only."""
    interaction = reply.interaction
    reader = await bot.readers.of(interaction)
    rights = interaction.permissions
    if not (rights.manage_guild or rights.administrator):
        text = reader.words.t("Only admins of this server can do that.")
        await reply.private(notice_screen(text))
        return
    await reply.update(await log_of(bot, reader, GuildId(interaction.guild_id or 0), press.id))


async def log_of(bot: "GinBot", reader: Reader, guild: GuildId, page: int) -> Screen:
    """A page of a server's log, 0 is the newest."""
    deeds = await bot.service.audit.read(guild, LOG_LINES + 1, page * LOG_LINES)
    return log_screen(reader, deeds, page)
