"""A person's tables, and what they may do with them."""

from bot.match.board import match_context
from bot.match.link import match_link
from bot.match.match_line import match_head, time_left
from bot.match.menus import WaitingTable, turns_screen
from bot.match.verify_screen import verify_screen
from bot.match.wiring import MatchChat
from bot.presses.pick import ChoicePurpose
from bot.presses.table import ProofPress
from bot.tables.which_match import NO_TABLE, fulfil, waits_for
from bot.ui.context import Context
from bot.ui.refusal import NO_MATCH, Refusal
from bot.ui.screen import Screen
from engine.service import LiveMatch, MatchId


async def tables_of(ctx: Context) -> Screen:
    """Return the person's tables, those that wait for them first."""
    tables = await ctx.service.live_matches_of(ctx.user)
    return turns_screen(ctx.reader, [_waiting(ctx, ctx.seen(live)) for live in tables])


async def act_on_a_table(chat: MatchChat, ctx: Context, wish: ChoicePurpose) -> None:
    """Resign, pause, resume or give time: at the only table, or at the one that is chosen."""
    mine = await ctx.service.live_matches_of(ctx.user)
    resigns = wish is ChoicePurpose.RESIGN
    tables = [ctx.seen(live) for live in mine if resigns or not live.is_private]
    if not tables:
        raise Refusal(NO_TABLE)
    await fulfil(chat, ctx, tables, wish)


async def verify_last(ctx: Context) -> None:
    """Show the proof of the last deal of the person's last match."""
    live = await ctx.service.last_match_of(ctx.user)
    if live is None:
        raise Refusal("You haven't played yet. Start with `/gin practice`.")
    await ctx.reply.private(await proof_of(ctx, ctx.seen(live), live.public().number))


async def proof_pressed(ctx: Context, press: ProofPress) -> None:
    """Show the proof of another round."""
    live = await ctx.load_match(MatchId(press.id))
    if live is None:
        raise Refusal(NO_MATCH)
    await ctx.reply.update(await proof_of(ctx, live, press.revision))


async def proof_of(ctx: Context, live: LiveMatch, number: int) -> Screen:
    """Return the proof of a round."""
    board = match_context(ctx.service, live, ctx.reader)
    return verify_screen(ctx.reader, board, await ctx.service.proof(live.id, number))


def _waiting(ctx: Context, live: LiveMatch) -> WaitingTable:
    seat = live.seat_of(ctx.user)
    assert seat is not None, "only matches of this person are listed"
    running = not live.is_paused and seat not in live.late
    deadline = live.deadline_of(seat) if running else None
    board = match_context(ctx.service, live, ctx.reader)
    return WaitingTable(
        title=match_head(ctx.reader, board, seat),
        mine=waits_for(live, ctx.user),
        link=match_link(live),
        left="" if deadline is None else time_left(ctx.reader, board, deadline // 1000),
    )
