"""Tables in chats that the bot is not a member of: only answers to interactions can write there.

A press on a table's message brings a token for 15 minutes that can edit this message
(interactions/receiving-and-responding), so the newest one lets the message follow the match like a
panel. Without a living token it waits for the next press. Tokens are kept in memory only.
"""

from bot.match.wiring import MatchMessages
from bot.ui.context import Context
from bot.ui.replying import Editor
from engine.service import LiveMatch, MessageId


async def update_table(chat: MatchMessages, ctx: Context, live: LiveMatch) -> None:
    """Replace the pressed message of a table."""
    if live.table.place.is_outside:
        # Before the drawing, so that an opponent's move cannot be overwritten.
        chat.updates.follow_table(live, ctx.reply.editor)
    await ctx.reply.update(await chat.tables.screen(live))
    await chat.tables.catch_up(live)
    if live.table.place.is_outside:
        await chat.updates.catch_up(live)


async def refresh_table(chat: MatchMessages, ctx: Context, live: LiveMatch) -> None:
    """Bring the pressed message up to date before the press is answered, if that is possible."""
    if not is_on_table(ctx, live):
        return
    editor = await ctx.reply.refresh(await chat.tables.screen(live))
    if editor is not None:
        await shown(chat, ctx, live, editor, ctx.origin.message)


def is_on_table(ctx: Context, live: LiveMatch) -> bool:
    """Whether a press is on the message of a table that only presses can change."""
    here = ctx.origin.is_public and ctx.channel == live.table.channel
    only_presses = live.table.place.is_outside or not ctx.origin.may_post
    return only_presses and here and live.table.message in (None, ctx.origin.message)


async def post_table(chat: MatchMessages, ctx: Context, live: LiveMatch) -> None:
    """Answer with the message of a table again, which from now on is the one that follows it."""
    ctx.require_chat_of(live)
    message = await ctx.reply.public(await chat.tables.screen(live))
    if message is not None and ctx.reply.posted is not None:
        await shown(chat, ctx, live, ctx.reply.posted, MessageId(message))


async def shown(
    chat: MatchMessages, ctx: Context, live: LiveMatch, editor: Editor, message: MessageId | None
) -> None:
    """Let a message follow its match, outside for as long as its token lives."""
    if message is not None and message != live.table.message:
        await ctx.service.messages.rendered(live, live.version, live.table.channel, message)
    if not live.table.place.is_outside:
        await chat.tables.catch_up(live)
        return
    chat.updates.follow_table(live, editor)
    await chat.updates.catch_up(live)
