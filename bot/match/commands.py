"""`/gin hand`, `bump`, `turns`, `resign` and `verify`: the commands at a table."""

from typing import Any, TypeAlias

import discord
from discord import app_commands

from bot.match.board import match_context
from bot.match.chat import MatchChat
from bot.match.hand.panel import open_panel
from bot.match.match_line import match_head, time_left
from bot.match.menus import WaitingTable, turns_screen
from bot.match.table_handlers import move_down
from bot.match.verify_screen import verify_screen
from bot.match.which_match import NO_TABLE, fulfil, my_table, waits_for
from bot.presses.pick import ChoicePurpose
from bot.ui.context import Context, context_of
from bot.ui.refusal import Refusal
from engine.service import LiveMatch

Asked: TypeAlias = discord.Interaction
Command: TypeAlias = app_commands.Command[Any, ..., None]


def hand_command(chat: MatchChat) -> Command:
    """``/gin hand``."""

    @app_commands.command(description="Show your hand")
    async def hand(interaction: Asked) -> None:
        ctx = context_of(interaction)
        live = await my_table(ctx)
        await open_panel(chat, ctx, live)

    return hand


def bump_command(chat: MatchChat) -> Command:
    """``/gin bump``."""

    @app_commands.command(description="Repost your table at the bottom of the channel")
    async def bump(interaction: Asked) -> None:
        ctx = context_of(interaction)
        live = await my_table(ctx)
        await move_down(chat, ctx, live)

    return bump


def turns_command() -> Command:
    """``/gin turns``."""

    @app_commands.command(description="Your tables, yours to move first")
    async def turns(interaction: Asked) -> None:
        ctx = context_of(interaction)
        user = ctx.user
        tables = await ctx.service.live_matches_of(user)
        waiting = [_waiting(ctx, live) for live in tables]
        await ctx.reply.private(turns_screen(ctx.reader, waiting))

    return turns


def resign_command(chat: MatchChat) -> Command:
    """``/gin resign``."""

    @app_commands.command(description="Resign a match")
    async def resign(interaction: Asked) -> None:
        ctx = context_of(interaction)
        mine = await ctx.service.live_matches_of(ctx.user)
        if not mine:
            raise Refusal(NO_TABLE)
        await fulfil(chat, ctx, mine, ChoicePurpose.RESIGN)

    return resign


def verify_command() -> Command:
    """``/gin verify``."""

    @app_commands.command(description="Check that your last deals were fair")
    @app_commands.describe(round_number="Which round (default: the last one)")
    @app_commands.rename(round_number="round")
    async def verify(
        interaction: Asked, round_number: app_commands.Range[int, 1, 1000] | None = None
    ) -> None:
        ctx = context_of(interaction)
        live = await ctx.service.last_match_of(ctx.user)
        if live is None:
            raise Refusal("You haven't played yet. Start with `/gin practice`.")
        board = match_context(ctx.service, live)
        number = round_number or board.view.number
        proof = await ctx.service.proof(live.id, number)
        await ctx.reply.private(verify_screen(ctx.reader, board, proof))

    return verify


def _waiting(ctx: Context, live: LiveMatch) -> WaitingTable:
    seat = live.seat_of(ctx.user)
    assert seat is not None, "only matches of this person are listed"
    running = not live.is_paused and seat not in live.late
    deadline = live.deadline_of(seat) if running else None
    link = f"https://discord.com/channels/{live.guild}/{live.channel}/{live.message or ''}"
    board = match_context(ctx.service, live)
    return WaitingTable(
        title=match_head(ctx.reader, board, seat),
        mine=waits_for(live, ctx.user),
        link="" if live.is_private else link.rstrip("/"),
        left="" if deadline is None else time_left(ctx.reader, board, deadline // 1000),
    )
