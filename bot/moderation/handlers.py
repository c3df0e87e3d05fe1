"""Handlers of reports: stored with the match's record at that time, shown to administrators."""

import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, Final, TypeAlias

import discord
from discord import app_commands

from bot.match.board import players_of
from bot.match.hand.handlers import outcome_of
from bot.moderation.screens import (
    LOG_LINES,
    fair_play_screen,
    log_screen,
    noticed_screen,
    report_screen,
    reports_screen,
)
from bot.presses.server import LogPress, ReportsPress, ReportsVerb
from bot.ui.context import Context, context_of
from bot.ui.custom_id import LARGEST, base36, read_id
from bot.ui.listener import EventListener, Messenger
from bot.ui.markup import plain_name, safe_name
from bot.ui.public_message import NONCE_LENGTH
from bot.ui.reader import Reader
from bot.ui.replying import OLD_BUTTON, Refusal
from bot.ui.screen import Accent, Screen, notice_screen
from engine.coach.helping import Help
from engine.game.errors import GinError, RecordError
from engine.game.record import to_json
from engine.service import GuildId, LiveMatch, MatchId, Person, Service, UserId
from engine.service.moderation import Report


class AdminChannel:
    """Posts for administrators, each once; their pages show the same in any case."""

    def __init__(self, messenger: Messenger) -> None:
        self._messenger = messenger
        self._events = EventListener()

    async def start(self) -> None:
        """Use this context for later attempts."""
        self._events.start()

    async def stop(self) -> None:
        """Attempt nothing more."""
        self._events.stop()

    async def post(self, guild: GuildId, screen: Screen, nonce: str) -> None:
        """Post a screen, if the server has a channel for it.

        ``nonce``: at most 25 characters; what is sent twice with it is posted once.
        """
        send = partial(self._send, guild, screen, nonce)
        await self._events.attempt(nonce, "the administrators were not told", send)

    async def _send(self, guild: GuildId, screen: Screen, nonce: str) -> None:
        config = await self._messenger.service.guild_config(guild)
        if config.reports_channel is None:
            return
        message = await self._messenger.compose(screen)
        channel = self._messenger.client.get_partial_messageable(config.reports_channel)
        await channel.send(
            view=message.view, files=message.files, nonce=nonce, allowed_mentions=message.mentions
        )


async def report(
    admins: AdminChannel, ctx: Context, about: discord.User | discord.Member, reason: str
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
        raise Refusal("You've made five reports today. Try again tomorrow.")
    made = next((one for one in await service.reports.of(guild) if one.id == key), None)
    if made is not None:
        await _tell_administrators(admins, ctx, made)
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


async def _tell_administrators(admins: AdminChannel, ctx: Context, made: Report) -> None:
    """Post the report in the administrators' channel; the list contains it in any case."""
    reader = await ctx.preferences.public(made.guild)
    screen = report_screen(reader, made, await ctx.service.reports.record_of(made.id))
    await admins.post(made.guild, screen, f"r{made.id}")


async def reports_pressed(ctx: Context, press: ReportsPress) -> None:
    """Open a report from the list, or close one; administrators only."""
    ctx.require_admin()
    guild = ctx.guild
    if ctx.turns_a_page:
        await ctx.reply.update(await reports_of(ctx.service, ctx.reader, guild))
        return
    if press.verb is ReportsVerb.OPEN:
        listed, chosen = await ctx.service.reports.of(guild), int(ctx.value)
        found = next((one for one in listed if one.id == chosen), None)
        if found is not None:
            record = await ctx.service.reports.record_of(found.id)
            await ctx.reply.private(report_screen(ctx.reader, found, record))
            return
    else:
        await ctx.service.reports.close(ctx.key, guild, ctx.user, press.id)
    await ctx.reply.update(await reports_of(ctx.service, ctx.reader, guild))


async def reports_of(service: Service, reader: Reader, guild: GuildId) -> Screen:
    """Return the reports of a server."""
    return reports_screen(reader, await service.reports.of(guild))


async def lift_ban(ctx: Context, user: UserId) -> Screen:
    """Lift a ban; return a sentence about it."""
    lifted = await ctx.service.bans.lift(ctx.key, ctx.guild, ctx.user, user)
    text = ctx.t("**{name}** can play again.", name=f"<@{user}>")
    if not lifted:
        text = ctx.t("**{name}** wasn't banned.", name=f"<@{user}>")
    return notice_screen(text, Accent.CALM)


LAST_PAGE: Final = 1_000_000


async def log_pressed(ctx: Context, press: LogPress) -> None:
    """Show another page of the log; administrators only."""
    ctx.require_admin()
    await ctx.reply.update(await log_of(ctx.service, ctx.reader, ctx.guild, press.id))


async def log_of(service: Service, reader: Reader, guild: GuildId, page: int) -> Screen:
    """Return a page of a server's log, 0 is the newest."""
    # A damaged button may carry any number, and the database counts lines in 64 bits.
    page = min(page, LAST_PAGE)
    entries = await service.audit_log(guild, LOG_LINES + 1, page * LOG_LINES)
    return log_screen(reader, entries, page)


def administration_commands() -> tuple[app_commands.Command[Any, ..., None], ...]:
    """Return the commands; their parent group checks the permissions."""
    return (_match(), _ban(), _unban())


def _title(reader: Reader, live: LiveMatch) -> str:
    names = ", ".join(player.plain for player in players_of(live, reader))
    return f"{base36(live.id)} · {live.setup.preset} · {names}"[:100]


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

    @app_commands.command(name="end-match", description="End a stuck match")
    @app_commands.describe(
        match="Which match",
        reason="The reason, kept in the log",
        winner="Who wins (default: nobody)",
    )
    @app_commands.autocomplete(match=matches)
    async def end_match(
        interaction: discord.Interaction,
        match: str,
        reason: app_commands.Range[str, 3, 200],
        winner: discord.User | None = None,
    ) -> None:
        ctx = context_of(interaction)
        t, guild = ctx.t, ctx.guild
        live = await _running(ctx.service, guild, match)
        if live is None:
            raise Refusal("There's no match in progress with that ID on this server.")
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
        text = refusal if ended is None else t("Match ended. The reason is posted at the table.")
        await ctx.reply.private(notice_screen(text, Accent.CALM))

    return end_match


async def _running(service: Service, guild: GuildId, match: str) -> LiveMatch | None:
    number = read_id(match)
    live = None if number is None else await service.load(MatchId(number))
    return live if live is not None and live.table.guild == guild and not live.is_over else None


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
            "**{name}** can't join new tables on this server. Matches in progress continue; "
            "end one with `/gin-admin end-match`.",
            name=safe_name(user.display_name),
        )
        await ctx.reply.private(notice_screen(text, Accent.CALM))

    return ban


_MENTION: Final = re.compile(r"\s*(?:<@!?)?(\d{1,20})>?\s*")
"""A person's id, alone or as a mention."""


def _unban() -> app_commands.Command[Any, ..., None]:
    async def banned(
        interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        ctx = context_of(interaction)
        found = await ctx.service.bans.of(ctx.guild)
        named = [(plain_name(safe_name(one.name)), str(one.user_id)) for one in found]
        wanted = typed.casefold()
        return [
            app_commands.Choice(name=name, value=value)
            for name, value in named
            if wanted in name.casefold() or wanted in value
        ][:25]

    @app_commands.command(name="unban", description="Let someone play again")
    @app_commands.describe(user="Who may join new tables again")
    @app_commands.autocomplete(user=banned)
    async def unban(interaction: discord.Interaction, user: str) -> None:
        ctx = context_of(interaction)
        chosen = _MENTION.fullmatch(user)
        if chosen is None or int(chosen[1]) > LARGEST:
            raise Refusal("Choose someone from the list of bans.")
        await ctx.reply.private(await lift_ban(ctx, UserId(int(chosen[1]))))

    return unban


LIMIT: Final = 20
"""The most matches processed in one run."""
Judge: TypeAlias = Callable[[MatchId], Awaitable[Mapping[UserId, Help]]]

log = logging.getLogger(__name__)


async def count_help(messenger: Messenger, admins: AdminChannel, judge: Judge) -> int:
    """Count the ended matches, of which ``judge`` computes one; return their number.

    The administrators are told of the pairs that stand out; their page shows them in any case.
    """
    helping = messenger.service.helping
    due = await helping.pending(LIMIT)
    for match in due:
        try:
            found = await judge(match)
        except GinError as error:
            log.warning("match %d cannot be looked into (%s)", match, error.code)
            found = {}
        for pair in await helping.enter(match, found):
            reader = await messenger.preferences.public(pair.guild)
            nonce = f"p{base36(match)}g{base36(pair.giver)}"[-NONCE_LENGTH:]
            await admins.post(pair.guild, noticed_screen(reader, pair), nonce)
    return len(due)


async def fair_play_of(ctx: Context) -> Screen:
    """Return the pairs of a server that stand out."""
    return fair_play_screen(ctx.reader, await ctx.service.helping.pairs_of(ctx.guild))


async def clear_pair(ctx: Context) -> Screen:
    """Count the chosen pair from nought, and show those that are left."""
    giver, hyphen, taker = ctx.value.partition("-")
    if not (hyphen and giver.isascii() and giver.isdecimal() and taker.isdecimal()):
        raise Refusal(OLD_BUTTON)
    pair = UserId(int(giver)), UserId(int(taker))
    await ctx.service.helping.clear(ctx.key, ctx.guild, ctx.user, pair)
    return await fair_play_of(ctx)
