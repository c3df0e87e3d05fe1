"""Handlers of the administrators' pages."""

from bot.coach.screens import deals_screen
from bot.leaderboard.handlers import unrated_of
from bot.moderation.fair_play import clear_pair, fair_play_of
from bot.moderation.handlers import lift_ban, log_of, reports_of
from bot.moderation.screens import bans_screen
from bot.presses.server import AdminPress, AdminVerb
from bot.server.handlers import houses_of, remove_house
from bot.ui.context import Context
from bot.ui.routes import AnswerKind
from bot.ui.screen import Screen
from engine.service import UserId

MENUS = (AdminVerb.REMOVE, AdminVerb.UNBAN, AdminVerb.CLEAR)


def admin_answers(press: AdminPress, _submitted: bool) -> AnswerKind:
    """Return the answer kind: a new message for a page, in place for what a menu has done."""
    return AnswerKind.IN_PLACE if press.verb in MENUS else AnswerKind.PRIVATE


async def admin_pressed(ctx: Context, press: AdminPress) -> None:
    """Show a page, or do what is chosen on it."""
    ctx.require_admin()
    screen = await _screen(ctx, press.verb)
    if press.verb in MENUS:
        await ctx.reply.update(screen)
    else:
        await ctx.reply.private(screen)


async def _screen(ctx: Context, verb: AdminVerb) -> Screen:
    service, reader, guild = ctx.service, ctx.reader, ctx.guild
    match verb:
        case AdminVerb.HOUSES:
            return await houses_of(ctx)
        case AdminVerb.REMOVE:
            return await remove_house(ctx, ctx.value)
        case AdminVerb.BANS:
            return bans_screen(reader, await service.bans.of(guild))
        case AdminVerb.UNBAN:
            return await lift_ban(ctx, UserId(int(ctx.value)))
        case AdminVerb.REPORTS:
            return await reports_of(service, reader, guild)
        case AdminVerb.LOG:
            return await log_of(service, reader, guild, 0)
        case AdminVerb.UNRATED:
            return await unrated_of(ctx)
        case AdminVerb.FAIR_PLAY:
            return await fair_play_of(ctx)
        case AdminVerb.CLEAR:
            return await clear_pair(ctx)
        case AdminVerb.DEALS:
            return deals_screen(reader, await service.dealt_hands(guild))
