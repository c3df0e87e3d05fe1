"""A complaint: kept with the record of the match as it was, and shown to the administrators."""

from typing import TYPE_CHECKING

import discord

from bot.moderation.screens import report_screen, reports_screen
from bot.ui.compose import compose
from bot.ui.custom_id import CustomId
from bot.ui.names import safe_name
from bot.ui.notice import notice_screen
from bot.ui.reader import Reader
from bot.ui.reply import Reply
from bot.ui.screen import Accent, Screen
from engine.game.errors import RecordError
from engine.game.record import to_json
from engine.service import GuildId, InteractionId, MatchId, UserId
from engine.service.moderation.reports import Report

if TYPE_CHECKING:
    from bot.app import GinBot

SHOWN = 25


async def report(bot: "GinBot", reply: Reply, about: discord.User, reason: str) -> None:
    """Complain about somebody to the administrators of this server."""
    interaction = reply.interaction
    reader = await bot.readers.of(interaction)
    t, service = reader.words.t, bot.service
    guild, user = GuildId(interaction.guild_id or 0), UserId(interaction.user.id)
    if about.bot or about.id == user:
        await reply.private(notice_screen(t("You can't report yourself.")))
        return
    match = await service.reports.last_match_together(guild, user, UserId(about.id))
    frozen = None if match is None else (match, await _frozen(bot, match))
    people = (user, UserId(about.id))
    key = InteractionId(interaction.id)
    if not await service.reports.make(key, guild, people, reason, frozen):
        await reply.private(
            notice_screen(t("You have made five reports today. Try again tomorrow."))
        )
        return
    made = next((one for one in await service.reports.of(guild) if one.id == key), None)
    if made is not None:
        await _tell_administrators(bot, made)
    text = t(
        "The admins of this server can now read your report about **{name}**. The last match "
        "you played together here is attached. Keep them away from your tables with `/gin "
        "friends block`.",
        name=safe_name(about.display_name),
    )
    await reply.private(notice_screen(text, Accent.CALM))


async def _frozen(bot: "GinBot", match: MatchId) -> str:
    try:
        record = await bot.service.record(match)
    except RecordError as error:
        return f'{{"unreadable": "{error.code}"}}'
    return "" if record is None else to_json(record)


async def _tell_administrators(bot: "GinBot", made: Report) -> None:
    """Post the report where the administrators want it; the list has it in any case."""
    config = await bot.service.guild_config(made.guild)
    if config.reports_channel is None:
        return
    reader = await bot.readers.public(made.guild)
    message = await compose(report_screen(reader, made), bot.dressing)
    channel = bot.get_partial_messageable(config.reports_channel)
    try:
        await channel.send(
            view=message.view, files=list(message.files), allowed_mentions=message.mentions
        )
    except discord.HTTPException:
        return


async def reports_pressed(
    bot: "GinBot", reply: Reply, press: CustomId, values: tuple[str, ...]
) -> None:
    """``reports-open`` from the list or ``reports-close`` under a report; administrators only."""
    interaction = reply.interaction
    reader = await bot.readers.of(interaction)
    rights = interaction.permissions
    if not (rights.manage_guild or rights.administrator):
        text = reader.words.t("Only admins of this server can do that.")
        await reply.private(notice_screen(text))
        return
    guild = GuildId(interaction.guild_id or 0)
    if press.what == "reports-open" and values:
        listed = await bot.service.reports.of(guild)
        found = next((one for one in listed if one.id == int(values[0])), None)
        if found is not None:
            await reply.private(report_screen(reader, found))
            return
    elif press.what == "reports-close":
        key, user = InteractionId(interaction.id), UserId(interaction.user.id)
        await bot.service.reports.close(key, guild, user, press.id)
    await reply.update(await reports_of(bot, reader, guild))


async def reports_of(bot: "GinBot", reader: Reader, guild: GuildId) -> Screen:
    """The reports of a server."""
    return reports_screen(reader, await bot.service.reports.of(guild, SHOWN))
