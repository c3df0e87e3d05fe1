"""`/gin-admin …` for what happens between people: matches decided, bans, reports, the log."""

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.match.hand.handlers import outcome_of
from bot.moderation.handlers import report, reports_of
from bot.moderation.log_handlers import log_of
from bot.moderation.screens import bans_screen
from bot.ui.custom_id import base36, read_id
from bot.ui.errors import Refusal
from bot.ui.names import plain_name, safe_name
from bot.ui.notice import notice_screen
from bot.ui.reply import reply_to
from bot.ui.screen import Accent
from engine.service import GuildId, InteractionId, LiveMatch, MatchId, Person, UserId

if TYPE_CHECKING:
    from bot.app import GinBot


def administration_commands(bot: "GinBot") -> tuple[app_commands.Command[Any, ..., None], ...]:
    """The commands; the group that takes them checks the permissions."""
    return (_match(bot), _ban(bot), _unban(bot), _bans(bot), _reports(bot), _log(bot))


def _title(live: LiveMatch) -> str:
    names = ", ".join(plain_name(safe_name(player.name)) for player in live.players)
    return f"{base36(live.id)} · {live.preset} · {names}"[:100]


def _match(bot: "GinBot") -> app_commands.Command[Any, ..., None]:
    async def matches(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        guild = GuildId(interaction.guild_id or 0)
        found = await bot.service.running_in(guild)
        titles = [(_title(live), base36(live.id)) for live in found]
        wanted = typed.casefold()
        return [
            app_commands.Choice(name=title, value=value)
            for title, value in titles
            if wanted in title.casefold()
        ][:25]

    @app_commands.command(name="decide", description="End a stuck match")
    @app_commands.describe(
        match="Which match",
        reason="The reason, kept in the log",
        winner="Who wins (default: nobody)",
    )
    @app_commands.autocomplete(match=matches)
    async def decide(
        interaction: discord.Interaction,
        match: str,
        reason: app_commands.Range[str, 3, 200],
        winner: discord.User | None = None,
    ) -> None:
        reader = await bot.readers.of(interaction)
        t, guild = reader.words.t, GuildId(interaction.guild_id or 0)
        live = await _running(bot, guild, match)
        if live is None:
            raise Refusal(t("There is no match in progress with that id on this server."))
        seat = None if winner is None else live.seat_of(UserId(winner.id))
        if winner is not None and seat is None:
            name = safe_name(winner.display_name)
            raise Refusal(t("{name} isn't playing in that match.", name=name))
        reply = reply_to(interaction)
        outcome = await bot.service.adjudicate(
            InteractionId(interaction.id),
            live.id,
            guild,
            UserId(interaction.user.id),
            reason,
            seat,
        )
        ended, refusal = outcome_of(reader, outcome)
        text = refusal if ended is None else t("The match is over. Everyone at the table sees why.")
        await reply.private(notice_screen(text, Accent.CALM))

    return decide


async def _running(bot: "GinBot", guild: GuildId, match: str) -> LiveMatch | None:
    number = read_id(match)
    live = None if number is None else await bot.service.load(MatchId(number))
    return live if live is not None and live.guild == guild and not live.is_over else None


def _ban(bot: "GinBot") -> app_commands.Command[Any, ..., None]:
    @app_commands.command(name="ban", description="Ban someone from new tables")
    @app_commands.describe(
        user="Who to ban",
        reason="The reason, kept in the log",
        days="Number of days (default: until you lift the ban)",
    )
    async def ban(
        interaction: discord.Interaction,
        user: discord.User,
        reason: app_commands.Range[str, 3, 200],
        days: app_commands.Range[int, 1, 365] | None = None,
    ) -> None:
        t = (await bot.readers.of(interaction)).words.t
        if user.bot:
            raise Refusal(t("Bots can't play here anyway."))
        await bot.service.bans.ban(
            InteractionId(interaction.id),
            GuildId(interaction.guild_id or 0),
            UserId(interaction.user.id),
            Person(UserId(user.id), user.display_name),
            days=days,
            reason=reason,
        )
        text = t(
            "**{name}** can't join new tables on this server. Matches in progress go on; end "
            "one with `/gin-admin decide`.",
            name=safe_name(user.display_name),
        )
        await reply_to(interaction).private(notice_screen(text, Accent.CALM))

    return ban


def _unban(bot: "GinBot") -> app_commands.Command[Any, ..., None]:
    @app_commands.command(name="unban", description="Lift a ban")
    @app_commands.describe(user="Who can play again")
    async def unban(interaction: discord.Interaction, user: discord.User) -> None:
        t = (await bot.readers.of(interaction)).words.t
        lifted = await bot.service.bans.lift(
            InteractionId(interaction.id),
            GuildId(interaction.guild_id or 0),
            UserId(interaction.user.id),
            UserId(user.id),
        )
        name = safe_name(user.display_name)
        text = t("**{name}** can play again.", name=name)
        if not lifted:
            text = t("**{name}** wasn't banned.", name=name)
        await reply_to(interaction).private(notice_screen(text, Accent.CALM))

    return unban


def _bans(bot: "GinBot") -> app_commands.Command[Any, ..., None]:
    @app_commands.command(name="bans", description="List bans")
    async def bans(interaction: discord.Interaction) -> None:
        reader = await bot.readers.of(interaction)
        found = await bot.service.bans.of(GuildId(interaction.guild_id or 0))
        await reply_to(interaction).private(bans_screen(reader, found))

    return bans


def _reports(bot: "GinBot") -> app_commands.Command[Any, ..., None]:
    @app_commands.command(name="reports", description="Member reports")
    @app_commands.describe(channel="Where to post new reports from now on")
    async def reports(
        interaction: discord.Interaction, channel: discord.TextChannel | None = None
    ) -> None:
        reader = await bot.readers.of(interaction)
        guild = GuildId(interaction.guild_id or 0)
        if channel is None:
            await reply_to(interaction).private(await reports_of(bot, reader, guild))
            return
        config = await bot.service.guild_config(guild)
        changed = config.model_copy(update={"reports_channel": channel.id})
        user = UserId(interaction.user.id)
        await bot.service.set_guild_config(InteractionId(interaction.id), guild, user, changed)
        text = reader.words.t(
            "New reports are now posted in {channel}. Everyone who can read that channel can "
            "read them.",
            channel=channel.mention,
        )
        await reply_to(interaction).private(notice_screen(text, Accent.CALM))

    return reports


def _log(bot: "GinBot") -> app_commands.Command[Any, ..., None]:
    @app_commands.command(name="log", description="Admin log")
    async def log(interaction: discord.Interaction) -> None:
        reader = await bot.readers.of(interaction)
        screen = await log_of(bot, reader, GuildId(interaction.guild_id or 0), 0)
        await reply_to(interaction).private(screen)

    return log


def report_command(bot: "GinBot") -> app_commands.Command[Any, ..., None]:
    """``/gin friends report``."""

    @app_commands.command(name="report", description="Report someone to the server's admins")
    @app_commands.describe(user="Who to report", reason="What happened")
    async def command(
        interaction: discord.Interaction,
        user: discord.User,
        reason: app_commands.Range[str, 3, 500],
    ) -> None:
        await report(bot, reply_to(interaction), user, reason)

    return command
