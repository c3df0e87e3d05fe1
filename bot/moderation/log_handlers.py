"""Handlers of the administrators' audit log."""

from typing import Final

from bot.moderation.screens import LOG_LINES, log_screen
from bot.presses.log import LogPress
from bot.ui.context import Context
from bot.ui.reader import Reader
from bot.ui.screen import Screen
from engine.service import GuildId, Service

LAST_PAGE: Final = 1_000_000


async def log_pressed(ctx: Context, press: LogPress) -> None:
    """Show another page of the log; administrators only."""
    ctx.require_admin()
    await ctx.reply.update(await log_of(ctx.service, ctx.reader, ctx.guild, press.id))


async def log_of(service: Service, reader: Reader, guild: GuildId, page: int) -> Screen:
    """Return a page of a server's log, 0 is the newest."""
    # A damaged button may carry any number, and the database counts lines in 64 bits.
    page = min(page, LAST_PAGE)
    deeds = await service.audit.read(guild, LOG_LINES + 1, page * LOG_LINES)
    return log_screen(reader, deeds, page)
