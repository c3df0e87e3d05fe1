"""The private hand panel: how it opens, reappears and stays up to date."""

from typing import Final

from bot.match.board import match_context, panel_of
from bot.match.hand.model import ChoosingLayout, Mode, Resting, Selected
from bot.match.panels import PanelKind
from bot.match.wiring import MatchMessages
from bot.ui.context import Context
from bot.ui.replying import Editor, Refusal
from engine.service import (
    LiveMatch,
    MatchId,
)

NOTHING_SHOWN: Final = -1
"""The version of a panel that shows no match state yet."""


async def show_panel(
    chat: MatchMessages,
    ctx: Context,
    live: LiveMatch,
    mode: Mode | None = None,
    notice: str = "",
    opened_for: int | None = None,
) -> None:
    """Answer with the presser's panel, in place, with ``notice`` as a warning.

    ``opened_for``: the revision of the selection; a selection for another revision is dropped.
    """
    user = ctx.user
    seat = live.seat_of(user)
    if seat is None:
        raise Refusal("You aren't at this table.")
    if opened_for is not None and opened_for != live.revision(seat):
        if not isinstance(mode, Resting):
            notice = notice or ctx.t("The table has changed since then. Here it is now.")
        mode = Resting()
    if isinstance(mode, Selected) and not live.view(seat).legal.discards >> mode.card & 1:
        mode = Resting()
    if isinstance(mode, ChoosingLayout) and mode.card not in dict(live.view(seat).legal.knocks):
        mode = Resting()
    if chat.tables.is_without_channel(live):
        notice = notice or ctx.t(
            "This table's channel is gone. Type `/gin repost` in the channel where you want the "
            "table."
        )
    if not notice and chat.tables.explains_bar(live, user):
        notice = ctx.t(
            "I can't post in this table's channel any more, so the table message isn't "
            "updated. You can keep playing from your hand. An admin can restore my access."
        )
    board = match_context(ctx.service, live, ctx.reader)
    warning = f"⚠️ {notice}" if notice else ""
    screen = panel_of(ctx.reader, board, live, seat, mode, warning)
    if isinstance(mode, Resting | None) and await ctx.reply.open_on_page(live.id, notice):
        return
    if ctx.origin.is_public:  # A hand must never replace a public message.
        with chat.panels.coming(live.id, user):
            await _follow(chat, ctx, live, await ctx.reply.private(screen))
        return
    if ctx.interaction is None:  # A page follows its matches by itself.
        await ctx.reply.update(screen)
        return
    # Registered before the drawing, so that an opponent's move cannot be overwritten.
    panel = chat.updates.follow(live, PanelKind.HAND, ctx.reply.editor, ctx)
    await ctx.reply.update(screen)
    chat.updates.answered(live, PanelKind.HAND, panel, ctx)
    await chat.updates.catch_up(live)


async def open_panel(chat: MatchMessages, ctx: Context, live: LiveMatch, notice: str = "") -> None:
    """Answer with a new private panel."""
    seat = live.seat_of(ctx.user)
    if seat is None:
        raise Refusal("You aren't at this table. Press Watch to follow it.")
    if await ctx.reply.open_on_page(live.id, notice):
        return
    board = match_context(ctx.service, live, ctx.reader)
    screen = panel_of(ctx.reader, board, live, seat, notice=notice)
    with chat.panels.coming(live.id, ctx.user):
        await _follow(chat, ctx, live, await ctx.reply.private(screen))


async def open_panel_after(
    chat: MatchMessages, ctx: Context, live: LiveMatch, notice: str = ""
) -> None:
    """Show the presser's hand in a follow-up message, when the press begins a match."""
    seat = live.seat_of(ctx.user)
    if seat is None or await ctx.reply.open_on_page(live.id, notice):
        return
    board = match_context(ctx.service, live, ctx.reader)
    screen = panel_of(ctx.reader, board, live, seat, notice=notice)
    with chat.panels.coming(live.id, ctx.user):
        await _follow(chat, ctx, live, await ctx.reply.also_private(screen))


async def expect_change(chat: MatchMessages, ctx: Context, match: MatchId) -> None:
    """Let the pressed panel follow the next stored change of the match, by its newest token."""
    await ctx.reply.acknowledge()
    if ctx.interaction is None:
        return
    panel = chat.panels.opened(
        match, ctx.user, PanelKind.HAND, ctx.reply.editor, NOTHING_SHOWN, ctx.locale, ctx.guild
    )
    if ctx.reply.is_delivered:
        panel.former = None
    else:
        chat.panels.lost(match, ctx.user, PanelKind.HAND, panel)


async def _follow(
    chat: MatchMessages, ctx: Context, live: LiveMatch, editor: Editor | None
) -> None:
    if editor is not None:
        await chat.updates.opened(live, PanelKind.HAND, editor, ctx)
