"""Watching the liveliest table of a server."""

from bot.match.table_handlers import watch
from bot.match.tv.message import CANDIDATES, liveliest
from bot.match.wiring import MatchChat
from bot.ui.context import Context
from bot.ui.refusal import Refusal


async def watch_liveliest(chat: MatchChat, ctx: Context) -> None:
    """Open a private panel that follows the most exciting table."""
    live = liveliest(await ctx.service.running_in(ctx.require_server(), CANDIDATES), None)
    if live is None:
        raise Refusal(
            "Nobody is playing right now. Start a table with `/gin challenge` or `/gin open`."
        )
    await watch(chat, ctx, live)
