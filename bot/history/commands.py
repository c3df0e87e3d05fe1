"""`/gin history` and `/gin replay`: past matches."""

from typing import Any, Final

import discord
from discord import app_commands

from bot.history.handlers import page_of, past_of
from bot.history.screens import history_screen, past_in_short
from bot.match.board import match_context
from bot.match.match_line import match_title
from bot.match.options import preset_choices
from bot.match.replay.cache import CachedRecord
from bot.match.replay.handlers import last_round, shown
from bot.match.replay.permission import finished_rounds, may_see
from bot.match.replay.reading import MAX_FILE_BYTES
from bot.match.wiring import MatchChat
from bot.presses.history import Filter
from bot.presses.replay import Source, Watching
from bot.ui.context import Context, context_of
from bot.ui.custom_id import base36, read_id
from bot.ui.refusal import Refusal
from bot.ui.screen import MAX_CHOICE, MAX_CHOICES, Screen, clipped
from bot.wording.errors import record_refusal
from engine.game.errors import RecordError
from engine.service import Finished, LiveMatch, MatchId, Service, UserId

CHOICES: Final = 10
Asked = discord.Interaction


def history_command() -> app_commands.Command[Any, Any, Any]:
    """``/gin history``."""

    @app_commands.command(description="Your finished matches, with replays")
    @app_commands.describe(
        opponent="Only matches against this person", preset="Only matches with these rules"
    )
    @app_commands.autocomplete(preset=preset_choices)
    async def history(
        interaction: Asked, opponent: discord.User | None = None, preset: str | None = None
    ) -> None:
        ctx = context_of(interaction)
        chosen = Filter(None if opponent is None else opponent.id, preset and preset[:32])
        page = await page_of(ctx, chosen)
        await ctx.reply.private(history_screen(ctx.reader, page))

    return history


def replay_command(chat: MatchChat) -> app_commands.Command[Any, Any, Any]:
    """``/gin replay``."""

    @app_commands.command(description="Replay a finished round move by move")
    @app_commands.describe(
        match="The share id of a match (default: your last one)",
        round_number="Which round (default: the last finished one)",
        file="A record you have downloaded, as text or JSON",
    )
    @app_commands.rename(round_number="round")
    @app_commands.autocomplete(match=_match_choices)
    async def replay(
        interaction: Asked,
        match: str | None = None,
        round_number: app_commands.Range[int, 1, 1000] | None = None,
        file: discord.Attachment | None = None,
    ) -> None:
        ctx = context_of(interaction)
        await ctx.reply.private(await _screen(chat, ctx, match, round_number, file))

    return replay


async def _screen(
    chat: MatchChat,
    ctx: Context,
    match: str | None,
    number: int | None,
    file: discord.Attachment | None,
) -> Screen:
    """Return the requested replay."""
    if file is not None:
        place, shelved = await _brought(chat, ctx, file)
        at = Watching(Source.STUDY, place, number or 1)
    else:
        live = await _match(ctx, match)
        shelved = await finished_rounds(chat.replays, ctx, live)
        at = Watching(Source.MATCH, live.id, number or last_round(shelved))
    if not shelved.replay.of(at.number, 0):
        raise Refusal("Round {n} wasn't finished.", n=at.number)
    return await shown(chat.replays, ctx.reader, shelved, at)


async def _brought(
    chat: MatchChat, ctx: Context, file: discord.Attachment
) -> tuple[int, CachedRecord]:
    """Read an attached record; return its number in the cache."""
    try:
        if file.size > MAX_FILE_BYTES:
            raise RecordError("record_too_large", limit=MAX_FILE_BYTES // 1024)
        return await chat.replays.bring(await file.read())
    except RecordError as error:
        raise Refusal.in_words(record_refusal(ctx.reader, error)) from error
    except discord.HTTPException as error:
        raise Refusal("Discord didn't deliver the file. Try again.") from error


async def _match(ctx: Context, share: str | None) -> LiveMatch:
    """Return the requested match, or the person's last one."""
    if share is None:
        mine = await ctx.service.ended_matches_of(ctx.user, Finished(), 1)
        if not mine:
            raise Refusal("You haven't finished a match yet. Start one with `/gin practice`.")
        return ctx.seen(mine[0])
    match = read_id(share)
    live = None if match is None else await ctx.load_match(MatchId(match))
    if live is None or not await may_see(ctx, live):
        raise Refusal(
            "There is no such match on this server. Find the ids of yours with `/gin history`."
        )
    return live


async def coachable(service: Service, user: UserId, share: str | None) -> LiveMatch | None:
    """Return the person's match to be coached; by default the last one."""
    if share is None:
        return await service.last_match_of(user)
    match = read_id(share)
    live = None if match is None else await service.load(MatchId(match))
    return live if live is not None and live.seat_of(user) is not None else None


async def coachable_choices(asked: Asked, typed: str) -> list[app_commands.Choice[str]]:
    """Return the person's matches with a finished round, running ones first."""
    ctx = context_of(asked)
    wanted = typed.casefold()
    running = [
        app_commands.Choice(name=clipped(title, MAX_CHOICE), value=base36(live.id))
        for live in await ctx.service.live_matches_of(ctx.user)
        if live.public().played
        and not live.is_private
        and (seat := live.seat_of(ctx.user)) is not None
        for title in [
            match_title(ctx.reader, match_context(ctx.service, ctx.seen(live), ctx.reader), seat)
        ]
        if wanted in title.casefold()
    ]
    return [*running, *await _match_choices(asked, typed)][:MAX_CHOICES]


async def _match_choices(asked: Asked, typed: str) -> list[app_commands.Choice[str]]:
    """Return the person's last matches."""
    ctx = context_of(asked)
    found = await ctx.service.ended_matches_of(ctx.user, Finished(), CHOICES)
    lines = [(live.id, past) for live in found if (past := past_of(ctx, live)) is not None]
    named = [(base36(match), past_in_short(ctx.reader, past)) for match, past in lines]
    wanted = typed.casefold()
    return [
        app_commands.Choice(name=line, value=share)
        for share, line in named
        if wanted in line.casefold() or share.startswith(wanted)
    ]
