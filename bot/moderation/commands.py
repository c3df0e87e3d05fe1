"""`/gin-admin …` for moderation: adjudicated matches, bans, reports, the log."""

from typing import Any

import discord
from discord import app_commands

from bot.match.hand.acting import outcome_of
from bot.moderation.handlers import report, reports_of
from bot.moderation.log_handlers import log_of
from bot.moderation.screens import bans_screen
from bot.ui.context import context_of
from bot.ui.custom_id import base36, read_id
from bot.ui.names import plain_name, safe_name
from bot.ui.notice import notice_screen
from bot.ui.outlet import Outlet
from bot.ui.refusal import Refusal
from bot.ui.screen import Accent
from engine.service import GuildId, LiveMatch, MatchId, Person, Service, UserId


def administration_commands() -> tuple[app_commands.Command[Any, ..., None], ...]:
    """Return the commands; their parent group checks the permissions."""
    return (_match(), _ban(), _unban(), _bans(), _reports(), _log())


def _title(live: LiveMatch) -> str:
    names = ", ".join(plain_name(safe_name(player.name)) for player in live.players)
    return f"{base36(live.id)} · {live.preset} · {names}"[:100]


def _match() -> app_commands.Command[Any, ..., None]:
    async def matches(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        ctx = context_of(interaction)
        guild = ctx.guild
        found = await ctx.service.running_in(guild)
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
        ctx = context_of(interaction)
        t, guild = ctx.t, ctx.guild
        live = await _running(ctx.service, guild, match)
        if live is None:
            raise Refusal("There is no match in progress with that id on this server.")
        seat = None if winner is None else live.seat_of(UserId(winner.id))
        if winner is not None and seat is None:
            name = safe_name(winner.display_name)
            raise Refusal("{name} isn't playing in that match.", name=name)
        outcome = await ctx.service.adjudicate(
            ctx.key,
            live.id,
            guild,
            ctx.user,
            reason,
            seat,
        )
        ended, refusal = outcome_of(ctx.reader, outcome)
        text = refusal if ended is None else t("The match is over. Everyone at the table sees why.")
        await ctx.reply.private(notice_screen(text, Accent.CALM))

    return decide


async def _running(service: Service, guild: GuildId, match: str) -> LiveMatch | None:
    number = read_id(match)
    live = None if number is None else await service.load(MatchId(number))
    return live if live is not None and live.guild == guild and not live.is_over else None


def _ban() -> app_commands.Command[Any, ..., None]:
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
        ctx = context_of(interaction)
        t = ctx.t
        if user.bot:
            raise Refusal("Bots can't play here anyway.")
        await ctx.service.bans.ban(
            ctx.key,
            ctx.guild,
            ctx.user,
            Person(UserId(user.id), user.display_name),
            days=days,
            reason=reason,
        )
        text = t(
            "**{name}** can't join new tables on this server. Matches in progress go on; end "
            "one with `/gin-admin decide`.",
            name=safe_name(user.display_name),
        )
        await ctx.reply.private(notice_screen(text, Accent.CALM))

    return ban


def _unban() -> app_commands.Command[Any, ..., None]:
    @app_commands.command(name="unban", description="Lift a ban")
    @app_commands.describe(user="Who can play again")
    async def unban(interaction: discord.Interaction, user: discord.User) -> None:
        ctx = context_of(interaction)
        t = ctx.t
        lifted = await ctx.service.bans.lift(
            ctx.key,
            ctx.guild,
            ctx.user,
            UserId(user.id),
        )
        name = safe_name(user.display_name)
        text = t("**{name}** can play again.", name=name)
        if not lifted:
            text = t("**{name}** wasn't banned.", name=name)
        await ctx.reply.private(notice_screen(text, Accent.CALM))

    return unban


def _bans() -> app_commands.Command[Any, ..., None]:
    @app_commands.command(name="bans", description="List bans")
    async def bans(interaction: discord.Interaction) -> None:
        ctx = context_of(interaction)
        found = await ctx.service.bans.of(ctx.guild)
        await ctx.reply.private(bans_screen(ctx.reader, found))

    return bans


def _reports() -> app_commands.Command[Any, ..., None]:
    @app_commands.command(name="reports", description="Member reports")
    @app_commands.describe(channel="Where to post new reports from now on")
    async def reports(
        interaction: discord.Interaction, channel: discord.TextChannel | None = None
    ) -> None:
        ctx = context_of(interaction)
        guild = ctx.guild
        if channel is None:
            await ctx.reply.private(await reports_of(ctx.service, ctx.reader, guild))
            return
        config = await ctx.service.guild_config(guild)
        changed = config.model_copy(update={"reports_channel": channel.id})
        await ctx.configure(changed)
        text = ctx.t(
            "New reports are now posted in {channel}. Everyone who can read that channel can "
            "read them.",
            channel=channel.mention,
        )
        await ctx.reply.private(notice_screen(text, Accent.CALM))

    return reports


def _log() -> app_commands.Command[Any, ..., None]:
    @app_commands.command(name="log", description="Admin log")
    async def log(interaction: discord.Interaction) -> None:
        ctx = context_of(interaction)
        screen = await log_of(ctx.service, ctx.reader, ctx.guild, 0)
        await ctx.reply.private(screen)

    return log


def report_command(outlet: Outlet) -> app_commands.Command[Any, ..., None]:
    """``/gin friends report``."""

    @app_commands.command(name="report", description="Report someone to the server's admins")
    @app_commands.describe(user="Who to report", reason="What happened")
    async def command(
        interaction: discord.Interaction,
        user: discord.User,
        reason: app_commands.Range[str, 3, 500],
    ) -> None:
        ctx = context_of(interaction)
        await report(outlet, ctx, user, reason)

    return command
