"""The collaborators of the match features, and tables whose message only presses can change.

In chats that the bot is not a member of, only answers to interactions can write. A press on a
table's message brings a token for 15 minutes that can edit this message
(interactions/receiving-and-responding), so the newest one lets the message follow the match like a
panel. Without a living token it waits for the next press. Tokens are kept in memory only.
"""

from dataclasses import dataclass

from bot.match.links import Threads
from bot.match.messages import TableMessages
from bot.match.panels import Panels, PanelUpdates
from bot.match.replay.records import Replays
from bot.match.turn_pings import TurnPings
from bot.ops.metrics import Metrics
from bot.ui.context import Context
from bot.ui.replying import Editor
from engine.service import LiveMatch, MessageId


@dataclass(frozen=True, slots=True)
class MatchDisplay:
    """The collaborators that show a match in Discord, composed once."""

    tables: TableMessages
    panels: Panels
    updates: PanelUpdates
    threads: Threads
    pings: TurnPings
    replays: Replays
    metrics: Metrics


async def update_table(display: MatchDisplay, ctx: Context, live: LiveMatch) -> None:
    """Replace the pressed message of a table."""
    if live.table.place.is_outside:
        # Before the drawing, so that an opponent's move cannot be overwritten.
        display.updates.follow_table(live, ctx.reply.editor)
    await ctx.reply.update(await display.tables.screen(live))
    await display.tables.catch_up(live)
    if live.table.place.is_outside:
        await display.updates.catch_up(live)


async def refresh_table(display: MatchDisplay, ctx: Context, live: LiveMatch) -> None:
    """Bring the pressed message up to date before the press is answered, if that is possible."""
    if not is_on_table(ctx, live):
        return
    editor = await ctx.reply.refresh(await display.tables.screen(live))
    if editor is not None:
        await follow_match(display, ctx, live, editor, ctx.origin.message)


def is_on_table(ctx: Context, live: LiveMatch) -> bool:
    """Whether a press is on the message of a table that only presses can change."""
    here = ctx.origin.is_public and ctx.channel == live.table.channel
    only_presses = live.table.place.is_outside or not ctx.origin.may_post
    return only_presses and here and live.table.message in (None, ctx.origin.message)


async def post_table(display: MatchDisplay, ctx: Context, live: LiveMatch) -> None:
    """Answer with the message of a table again, which from now on is the one that follows it."""
    ctx.require_chat_of(live)
    message = await ctx.reply.public(await display.tables.screen(live))
    if message is not None and ctx.reply.posted is not None:
        await follow_match(display, ctx, live, ctx.reply.posted, MessageId(message))


async def follow_match(
    display: MatchDisplay, ctx: Context, live: LiveMatch, editor: Editor, message: MessageId | None
) -> None:
    """Let a message follow its match, outside for as long as its token lives."""
    if message is not None and message != live.table.message:
        await ctx.service.messages.rendered(live, live.version, live.table.channel, message)
    if not live.table.place.is_outside:
        await display.tables.catch_up(live)
        return
    display.updates.follow_table(live, editor)
    await display.updates.catch_up(live)
