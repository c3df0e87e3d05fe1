"""`/gin-admin decide` and `ban`: adjudicated matches and bans."""

from typing import Any

import discord
from discord import app_commands

from bot.match.board import players_of
from bot.match.hand.acting import outcome_of
from bot.ui.context import context_of
from bot.ui.custom_id import base36, read_id
from bot.ui.names import safe_name
from bot.ui.notice import notice_screen
from bot.ui.reader import Reader
from bot.ui.refusal import Refusal
from bot.ui.screen import Accent
from engine.service import GuildId, LiveMatch, MatchId, Person, Service, UserId


def administration_commands() -> tuple[app_commands.Command[Any, ..., None], ...]:
    """Return the commands; their parent group checks the permissions."""
    return (_match(), _ban())


def _title(reader: Reader, live: LiveMatch) -> str:
    names = ", ".join(player.plain for player in players_of(live, reader))
    return f"{base36(live.id)} · {live.preset} · {names}"[:100]


def _match() -> app_commands.Command[Any, ..., None]:
    async def matches(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        ctx = context_of(interaction)
        guild = ctx.guild
        found = await ctx.service.running_in(guild)
        titles = [(_title(ctx.reader, live), base36(live.id)) for live in found]
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
            Person(UserId(user.id), user.display_name, user.global_name or user.name),
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
