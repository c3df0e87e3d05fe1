"""Handlers of reports: stored with the match's record at that time, shown to administrators."""

import discord

from bot.moderation.screens import report_screen, reports_screen
from bot.presses.reports import ReportsPress, ReportsVerb
from bot.ui.context import Context
from bot.ui.names import safe_name
from bot.ui.notice import notice_screen
from bot.ui.outlet import Outlet
from bot.ui.reader import Reader
from bot.ui.refusal import Refusal
from bot.ui.screen import Accent, Screen
from engine.game.errors import RecordError
from engine.game.record import to_json
from engine.service import GuildId, MatchId, Service, UserId
from engine.service.moderation.reports import Report

SHOWN = 25


async def report(
    outlet: Outlet, ctx: Context, about: discord.User | discord.Member, reason: str
) -> None:
    """Report a person to the administrators of this server."""
    t, service = ctx.t, ctx.service
    guild, user = ctx.require_server(), ctx.user
    if about.bot or about.id == user:
        raise Refusal("You can't report yourself.")
    match = await service.reports.last_match_together(guild, user, UserId(about.id))
    frozen = None if match is None else (match, await _frozen(ctx.service, match))
    people = (user, UserId(about.id))
    key = ctx.key
    if not await service.reports.make(key, guild, people, reason, frozen):
        raise Refusal("You have made five reports today. Try again tomorrow.")
    made = next((one for one in await service.reports.of(guild) if one.id == key), None)
    if made is not None:
        await _tell_administrators(outlet, made)
    text = t(
        "The admins of this server can now read your report about **{name}**. The last match "
        "you played together here is attached. Block them to keep them away from your tables.",
        name=safe_name(about.display_name),
    )
    await ctx.reply.private(notice_screen(text, Accent.CALM))


async def _frozen(service: Service, match: MatchId) -> str:
    try:
        record = await service.record(match)
    except RecordError as error:
        return f'{{"unreadable": "{error.code}"}}'
    return "" if record is None else to_json(record)


async def _tell_administrators(outlet: Outlet, made: Report) -> None:
    """Post the report in the administrators' channel; the list contains it in any case."""
    config = await outlet.service.guild_config(made.guild)
    if config.reports_channel is None:
        return
    reader = await outlet.preferences.public(made.guild)
    message = await outlet.compose(report_screen(reader, made))
    channel = outlet.client.get_partial_messageable(config.reports_channel)
    try:
        await channel.send(
            view=message.view, files=message.files, allowed_mentions=message.mentions
        )
    except discord.HTTPException:
        return


async def reports_pressed(ctx: Context, press: ReportsPress) -> None:
    """Open a report from the list, or close one; administrators only."""
    ctx.require_admin()
    guild = ctx.guild
    if press.verb is ReportsVerb.OPEN:
        listed, chosen = await ctx.service.reports.of(guild), int(ctx.value)
        found = next((one for one in listed if one.id == chosen), None)
        if found is not None:
            await ctx.reply.private(report_screen(ctx.reader, found))
            return
    else:
        await ctx.service.reports.close(ctx.key, guild, ctx.user, press.id)
    await ctx.reply.update(await reports_of(ctx.service, ctx.reader, guild))


async def reports_of(service: Service, reader: Reader, guild: GuildId) -> Screen:
    """Return the reports of a server."""
    return reports_screen(reader, await service.reports.of(guild, SHOWN))


async def lift_ban(ctx: Context, user: UserId) -> Screen:
    """Lift a ban; return a sentence about it."""
    lifted = await ctx.service.bans.lift(ctx.key, ctx.guild, ctx.user, user)
    text = ctx.t("**{name}** can play again.", name=f"<@{user}>")
    if not lifted:
        text = ctx.t("**{name}** wasn't banned.", name=f"<@{user}>")
    return notice_screen(text, Accent.CALM)
