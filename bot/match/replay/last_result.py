"""The result of the last finished round, while the next one is played."""

from dataclasses import replace

from bot.match.board import match_context
from bot.match.replay.cache import CachedRecord
from bot.match.replay.last_result_screen import last_result_screen
from bot.match.replay.permission import finished_rounds
from bot.match.wiring import MatchChat
from bot.ui.context import Context
from bot.ui.refusal import Refusal
from engine.game.view import MatchView
from engine.service import MatchId


async def last_result_pressed(chat: MatchChat, ctx: Context, match: MatchId) -> None:
    """Show the result in a separate private message, so that the hand stays in place."""
    live = await ctx.load_match(match)
    if live is None or live.seat_of(ctx.user) is None:
        raise Refusal("You aren't at this table.")
    found = _at_the_end(await finished_rounds(chat.replays, ctx, live))
    if found is None:
        raise Refusal("No round of this match is finished yet.")
    board = replace(match_context(ctx.service, live, ctx.reader), view=found)
    await ctx.reply.private(last_result_screen(ctx.reader, board))


def _at_the_end(shelved: CachedRecord) -> MatchView | None:
    """Return the match at the end of its newest finished round, at the last of its tables."""
    ends = [
        frames[-1].match
        for frames in shelved.replay.frames
        if all(table.facts is not None for table in frames[-1].match.tables)
    ]
    return max(ends, key=lambda view: view.number, default=None)
