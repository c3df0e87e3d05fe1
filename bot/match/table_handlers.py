"""Presses under the public table message: hand, sheet, watch, more, ready, rematch."""

from typing import Final

from bot.match.agreements.handlers import courtesy_pressed
from bot.match.board import match_context
from bot.match.chat import MatchChat
from bot.match.hand.acting import act, given_up, outcome_of
from bot.match.hand.panel import open_panel
from bot.match.menus import confirm_resign_screen, more_screen
from bot.match.panels import PanelKind
from bot.match.replay.permission import hands_are_open
from bot.match.sheet_screen import sheet_screen
from bot.match.table_screen import table_screen
from bot.match.verify_screen import verify_screen
from bot.match.watch_screen import watch_screen
from bot.ui.answers import Answer
from bot.ui.context import Context
from bot.ui.custom_id import CustomId
from bot.ui.notice import notice_screen
from bot.ui.refusal import Refusal
from bot.ui.screen import Accent, Screen
from bot.wording.rules import rules_screen
from engine.game.actions import Ready
from engine.service import ChannelId, LiveMatch, MatchId

_IN_PLACE: Final = frozenset(
    (
        *("ready", "watching", "resign-yes", "resign-no", "abort"),
        *("by-pause", "by-resume", "by-time", "by-allow0", "by-refuse0"),
    )
)
"""Presses that change the message they stand on."""
_OF_DAY: Final = ("hand", "resign", "resign-yes", "resign-no")
"""The presses that a match without a table has too."""


def table_answers(press: CustomId, _submitted: bool) -> Answer:
    """The kind of answer to a button under the table."""
    return Answer.IN_PLACE if press.what in _IN_PLACE else Answer.PRIVATE


async def table_pressed(chat: MatchChat, ctx: Context, press: CustomId) -> None:
    """A button that does not depend on the revision it was drawn for."""
    live = await ctx.service.load(MatchId(press.id))
    if live is None:
        raise Refusal("This match no longer exists.")
    if live.is_private and press.what not in _OF_DAY:
        # It has no table: what belongs to one is not for it, for its player no more than others.
        raise Refusal("The daily challenge is private; it has no public table.")
    if press.what.startswith("by-"):
        await courtesy_pressed(chat, ctx, press, live)
        return
    match press.what:
        case "hand":
            await open_panel(chat, ctx, live)
        case "ready":
            await _ready(chat, ctx, press)
        case "sheet":
            await ctx.reply.private(sheet_screen(ctx.reader, match_context(ctx.service, live)))
        case "watch":
            await watch(chat, ctx, live)
        case "watching":
            await _keep_watching(chat, ctx, live)
        case "resign-yes" | "abort":
            await _give_up(chat, ctx, press)
        case _:
            await _more(chat, ctx, press, live)


async def _more(chat: MatchChat, ctx: Context, press: CustomId, live: LiveMatch) -> None:
    t, board = ctx.t, match_context(ctx.service, live)
    match press.what:
        case "more":
            seat = live.seat_of(ctx.user)
            await ctx.reply.private(more_screen(ctx.reader, board, seat))
        case "rules":
            await ctx.reply.private(rules_screen(ctx.reader, live.rules, live.preset))
        case "verify":
            proof = await ctx.service.proof(live.id, board.view.number)
            await ctx.reply.private(verify_screen(ctx.reader, board, proof))
        case "bump":
            await bump(chat, ctx, live)
        case "talk":
            await ctx.reply.private(await _talk(chat, ctx, live))
        case "resign":
            seat = live.seat_of(ctx.user)
            if seat is None:
                await ctx.refuse(t("You aren't at this table."))
            else:
                await ctx.reply.private(confirm_resign_screen(ctx.reader, board, seat))
        case "resign-no":
            await ctx.reply.update(notice_screen(t("OK, play on."), Accent.CALM))
        case _:
            text = t("This button is from an older version. Get a new one with `/gin table`.")
            await ctx.refuse(text)


async def _ready(chat: MatchChat, ctx: Context, press: CustomId) -> None:
    outcome = await act(chat, ctx, press, Ready())
    live, notice = outcome_of(ctx.reader, outcome)
    if notice or live is None:
        await ctx.refuse(notice)
        return
    await ctx.reply.update(
        table_screen(await ctx.preferences.public(live.guild), match_context(ctx.service, live))
    )
    await chat.tables.catch_up(live)


async def watching(ctx: Context, live: LiveMatch) -> Screen:
    """The watch panel of a table."""
    opened = await hands_are_open(ctx.preferences, live)
    return watch_screen(ctx.reader, match_context(ctx.service, live), open_hands=opened)


async def watch(chat: MatchChat, ctx: Context, live: LiveMatch) -> None:
    """Open a private panel that follows a table."""
    editor = await ctx.reply.private(await watching(ctx, live))
    if editor is not None:
        await chat.tables.opened(live, PanelKind.WATCH, editor, ctx.interaction)


async def _keep_watching(chat: MatchChat, ctx: Context, live: LiveMatch) -> None:
    editor = await ctx.reply.update(await watching(ctx, live))
    await chat.tables.opened(live, PanelKind.WATCH, editor, ctx.interaction)


async def _talk(chat: MatchChat, ctx: Context, live: LiveMatch) -> Screen:
    """A thread beside the table, for whoever wants to talk about the match."""
    t = ctx.t
    if chat.threads.is_own_thread(live):
        return notice_screen(t("This table has its own thread: talk right here."), Accent.CALM)
    thread = None
    if live.message is not None and not live.is_over:
        thread = await chat.threads.open_talk(ctx.interaction, live, live.message)
    if thread is None:
        text = t(
            "I can't open a thread for this table. I need the permissions Create Public Threads "
            "and Send Messages in Threads, and the match must be in progress."
        )
        return notice_screen(text)
    text = t("Talk about the match in {thread}.", thread=f"<#{thread}>")
    return notice_screen(f"💬 {text}", Accent.CALM)


async def _give_up(chat: MatchChat, ctx: Context, press: CustomId) -> None:
    action = given_up(press.what)
    assert action is not None
    outcome = await act(chat, ctx, press, action)
    live, notice = outcome_of(ctx.reader, outcome)
    if notice or live is None:
        await ctx.reply.update(notice_screen(notice))
    else:
        await ctx.reply.update(notice_screen(ctx.t("The match is over."), Accent.CALM))


async def bump(chat: MatchChat, ctx: Context, live: LiveMatch) -> None:
    """Bring a table's message to the end of its channel; only for those who play at it."""
    t = ctx.t
    if live.seat_of(ctx.user) is None:
        raise Refusal("Only players at the table can repost it.")
    if live.is_private:
        raise Refusal("The daily challenge is private; it has no public table.")
    here = ChannelId(ctx.interaction.channel_id or live.channel)
    _, moved = await chat.tables.move_down(live, here)
    text = t("The table is now at the bottom of the channel.")
    if moved:
        text = t("The table's channel is gone, so the table is here now.")
    await ctx.reply.private(notice_screen(text, Accent.CALM))
