"""Handlers of the public table message and of agreements between players."""

from typing import Final, TypeAlias

from bot.match.board import match_context
from bot.match.hand.handlers import act, open_panel, outcome_of
from bot.match.menus import confirm_resign_screen, late_screen, more_screen, nudge_words
from bot.match.panels import PanelKind
from bot.match.proof import proof_of
from bot.match.replay.records import hands_are_open
from bot.match.sheet_screen import match_head, sheet_screen
from bot.match.watch_screen import watch_screen
from bot.match.wiring import MatchDisplay, post_table, refresh_table, update_table
from bot.presses.match import AgreementPress, AgreementVerb, TablePress, TableVerb
from bot.ui.context import Context
from bot.ui.i18n import mark
from bot.ui.reader import Reader
from bot.ui.replying import NO_MATCH, OLD_BUTTON, Refusal
from bot.ui.routes import AnswerKind
from bot.ui.screen import Accent, Button, Row, Screen, Text, notice_screen
from bot.wording.rules import rules_screen
from engine.game.actions import (
    Abort,
    AllowBack,
    AllowSubstitute,
    AskPause,
    AskSubstitute,
    CallOff,
    ClaimWin,
    GiveTime,
    Ready,
    RefuseBack,
    RefuseSubstitute,
    Resign,
    Resume,
    SeatAction,
)
from engine.game.seats import Seat
from engine.service import Applied, LiveMatch, MatchId, Place, UserId
from engine.service.play import NudgeRefused

_ACTIONS: Final[dict[AgreementVerb, SeatAction]] = {
    AgreementVerb.PAUSE: AskPause(),
    AgreementVerb.RESUME: Resume(),
    AgreementVerb.TIME: GiveTime(),
    AgreementVerb.ALLOW: AllowBack(),
    AgreementVerb.REFUSE: RefuseBack(),
    AgreementVerb.OFF: CallOff(),
}


async def agreement_pressed(
    display: MatchDisplay, ctx: Context, press: AgreementPress, live: LiveMatch
) -> None:
    """Handle a button of :mod:`bot.match.menus`."""
    seat = press.seat or Seat.ONE
    if live.seat_of(ctx.user) is None:
        await ctx.refuse(ctx.t("You aren't at this table. Press Watch to follow it."))
        return
    match press.verb:
        case AgreementVerb.NUDGE:
            await nudge(display, ctx, live)
        case AgreementVerb.LATE:
            await _choose(ctx, live, seat)
        case AgreementVerb.CLAIM:
            await agree(display, ctx, live.id, ClaimWin(seat))
        case AgreementVerb.SUBSTITUTE:
            await agree(display, ctx, live.id, AskSubstitute(seat))
        case AgreementVerb.SUBSTITUTE_YES:
            await agree(display, ctx, live.id, AllowSubstitute(seat))
        case AgreementVerb.SUBSTITUTE_NO:
            await agree(display, ctx, live.id, RefuseSubstitute(seat))
        case _:
            await agree(display, ctx, live.id, _ACTIONS[press.verb])


async def _choose(ctx: Context, live: LiveMatch, seat: Seat) -> None:
    mine = live.seat_of(ctx.user)
    assert mine is not None
    if seat not in live.late:
        text = ctx.t("Nobody is out of time any more, so the match continues.")
        await ctx.reply.private(notice_screen(text, Accent.CALM))
    elif seat not in live.rivals_of(mine):
        text = ctx.t("It's your side's turn: play with `/gin hand`.")
        await ctx.refuse(text)
    else:
        await ctx.reply.private(
            late_screen(ctx.reader, match_context(ctx.service, live, ctx.reader), seat)
        )


async def agree(display: MatchDisplay, ctx: Context, match: MatchId, action: SeatAction) -> None:
    """Submit the agreement to the service; the table and the private screen show the outcome."""
    outcome = await act(display, ctx, match, action)
    live, notice = outcome_of(ctx.reader, outcome)
    if notice or live is None:
        await ctx.refuse(notice)
        return
    if ctx.origin.is_public:
        await update_table(display, ctx, live)
        return
    text = done_words(ctx.reader, live, action, applied=isinstance(outcome, Applied))
    seat = live.seat_of(ctx.user)
    if seat is not None:
        text += "\n-# " + match_head(ctx.reader, match_context(ctx.service, live, ctx.reader), seat)
    screen = notice_screen(text, Accent.CALM)
    await (ctx.reply.private(screen) if ctx.origin.message is None else ctx.reply.update(screen))


def done_words(reader: Reader, live: LiveMatch, action: SeatAction, *, applied: bool) -> str:
    """Return the outcome for the presser."""
    t = reader.words.t
    match action:
        case AskPause() if live.is_paused:
            return t("⏸️ The match is paused.")
        case AskPause():
            return t("⏸️ You asked to pause. The pause starts when the other side agrees.")
        case Resume():
            return t("▶️ Match resumed.")
        case GiveTime():
            return t("⏱️ The other side has extra time for one more turn.")
        case AskSubstitute():
            return t("🤖 You asked for a computer. It takes the seat when everyone else agrees.")
        case _ if applied and live.is_over:
            return t("The match is over.")
        case _:
            return t("Done.")


async def nudge(display: MatchDisplay, ctx: Context, live: LiveMatch) -> None:
    """Ping the other side once more, if the rules about nudges allow it."""
    outcome = await ctx.service.planning.nudge(ctx.key, live.id, ctx.user)
    if isinstance(outcome, NudgeRefused):
        await ctx.refuse(nudge_words(ctx.reader, outcome))
        return
    await ctx.reply.private(notice_screen(nudge_words(ctx.reader, outcome), Accent.CALM))
    for user in outcome.users:
        await display.pings.call_again(outcome.live, user, nudged=True)


Pressed: TypeAlias = TablePress | AgreementPress
_IN_PLACE: Final[frozenset[TableVerb | AgreementVerb]] = frozenset(
    (
        TableVerb.READY,
        TableVerb.REFRESH,
        TableVerb.WATCHING,
        TableVerb.RESIGN_YES,
        TableVerb.RESIGN_NO,
        TableVerb.ABORT,
        TableVerb.TOGETHER,
        AgreementVerb.PAUSE,
        AgreementVerb.RESUME,
        AgreementVerb.TIME,
        AgreementVerb.ALLOW,
        AgreementVerb.REFUSE,
        AgreementVerb.SUBSTITUTE,
        AgreementVerb.SUBSTITUTE_YES,
        AgreementVerb.SUBSTITUTE_NO,
    )
)
"""The presses that change their own message."""
_OF_DAY: Final[frozenset[TableVerb | AgreementVerb]] = frozenset(
    (TableVerb.HAND, TableVerb.RESIGN, TableVerb.RESIGN_YES, TableVerb.RESIGN_NO)
)
"""The presses that a match without a table also has."""

NO_TABLE_APART: Final = mark(
    "The players of this match are on different servers, so it has no table message "
    "and only they can see it."
)
NO_TABLE_OF_DAY: Final = mark("The daily challenge is private; it has no public table.")
NO_TABLE_OF_BOARDS: Final = mark(
    "Others play these boards too, so they are private and have no public table."
)


def table_answers(press: Pressed, _submitted: bool) -> AnswerKind:
    """Return the answer kind of a button under the table."""
    return AnswerKind.IN_PLACE if press.verb in _IN_PLACE else AnswerKind.PRIVATE


async def table_pressed(display: MatchDisplay, ctx: Context, press: Pressed) -> None:
    """Handle a button that does not depend on the revision it was drawn for."""
    live = await ctx.load_match(MatchId(press.id))
    if live is None:
        raise Refusal("This match no longer exists.")
    if live.setup.has_shared_deals and press.verb not in _OF_DAY:
        # A match without a table refuses the table's buttons, even for its player.
        raise Refusal(NO_TABLE_OF_BOARDS if live.setup.is_duplicate else NO_TABLE_OF_DAY)
    if live.table.place is Place.SERVER and not (
        live.table.is_apart or live.setup.has_shared_deals or ctx.may_see(live)
    ):
        raise Refusal(NO_MATCH)
    if live.table.is_apart and not _has_panel(ctx, press, live):
        raise Refusal(NO_TABLE_APART)
    if press.verb not in _IN_PLACE or not ctx.origin.may_post:
        await refresh_table(display, ctx, live)
    if isinstance(press, AgreementPress):
        await agreement_pressed(display, ctx, press, live)
        return
    match press.verb:
        case TableVerb.HAND:
            await open_panel(display, ctx, live)
        case TableVerb.READY:
            await _ready(display, ctx, live)
        case TableVerb.REFRESH:
            await _refresh(display, ctx, live)
        case TableVerb.SHEET:
            await ctx.reply.private(
                sheet_screen(ctx.reader, match_context(ctx.service, live, ctx.reader))
            )
        case TableVerb.WATCH:
            await watch(display, ctx, live)
        case TableVerb.WATCHING:
            await _keep_watching(display, ctx, live)
        case TableVerb.RESIGN_YES:
            await _give_up(display, ctx, live, Resign())
        case TableVerb.RESIGN_NO:
            await ctx.reply.update(notice_screen(ctx.t("OK, play on."), Accent.CALM))
        case TableVerb.ABORT:
            await _give_up(display, ctx, live, Abort())
        case _:
            await _more(display, ctx, press.verb, live)


def _has_panel(ctx: Context, press: Pressed, live: LiveMatch) -> bool:
    """Whether a player presses in their own panel, or opens it."""
    is_own = press.verb is TableVerb.HAND or not ctx.origin.is_public
    return is_own and live.seat_of(ctx.user) is not None


async def _more(display: MatchDisplay, ctx: Context, verb: TableVerb, live: LiveMatch) -> None:
    t, board = ctx.t, match_context(ctx.service, live, ctx.reader)
    match verb:
        case TableVerb.MORE:
            seat = live.seat_of(ctx.user)
            await ctx.reply.private(more_screen(ctx.reader, board, seat))
        case TableVerb.RULES:
            await ctx.reply.private(rules_screen(ctx.reader, live.setup.rules, live.setup.preset))
        case TableVerb.VERIFY:
            await ctx.reply.private(await proof_of(ctx, live, board.view.number))
        case TableVerb.REPOST:
            await move_down(display, ctx, live)
        case TableVerb.APART:
            await ctx.reply.private(await _apart(ctx, live))
        case TableVerb.TOGETHER:
            await ctx.reply.update(await _together(ctx, live))
        case TableVerb.TALK:
            await ctx.reply.private(await _talk(display, ctx, live))
        case TableVerb.RESIGN:
            seat = live.seat_of(ctx.user)
            if seat is None:
                await ctx.refuse(t("You aren't at this table."))
            else:
                await ctx.reply.private(confirm_resign_screen(ctx.reader, board, seat))


async def _ready(display: MatchDisplay, ctx: Context, live: LiveMatch) -> None:
    outcome = await act(display, ctx, live.id, Ready())
    after, notice = outcome_of(ctx.reader, outcome)
    if notice or after is None:
        await ctx.refuse(notice)
        return
    await update_table(display, ctx, after)


async def _refresh(display: MatchDisplay, ctx: Context, live: LiveMatch) -> None:
    if not (live.table.place.is_outside and ctx.origin.is_public):
        raise Refusal(OLD_BUTTON)
    await update_table(display, ctx, live)


async def watching(ctx: Context, live: LiveMatch) -> Screen:
    """Return the watch panel of a table."""
    opened = await hands_are_open(ctx.preferences, live)
    return watch_screen(ctx.reader, match_context(ctx.service, live, ctx.reader), open_hands=opened)


async def watch(display: MatchDisplay, ctx: Context, live: LiveMatch) -> None:
    """Open a private panel that follows a table."""
    if await ctx.reply.open_on_page(live.id, ""):
        return
    editor = await ctx.reply.private(await watching(ctx, live))
    if editor is not None:
        await display.updates.opened(live, PanelKind.WATCH, editor, ctx)


async def _keep_watching(display: MatchDisplay, ctx: Context, live: LiveMatch) -> None:
    editor = await ctx.reply.update(await watching(ctx, live))
    await display.updates.opened(live, PanelKind.WATCH, editor, ctx)


async def _talk(display: MatchDisplay, ctx: Context, live: LiveMatch) -> Screen:
    """Open a thread beside the table to talk about the match."""
    t = ctx.t
    if live.table.place is not Place.SERVER:
        raise Refusal("Threads exist only on servers. Talk right here.")
    if display.threads.is_own_thread(live):
        return notice_screen(t("This table has its own thread: talk right here."), Accent.CALM)
    thread = None
    if live.table.message is not None and not live.is_over:
        thread = await display.threads.open_talk(ctx.origin, live, live.table.message)
    if thread is None:
        text = t(
            "I can't open a thread for this table. I need the permissions Create Public Threads "
            "and Send Messages in Threads, and the match must be in progress."
        )
        return notice_screen(text)
    text = t("Talk about the match in {thread}.", thread=f"<#{thread}>")
    return notice_screen(f"💬 {text}", Accent.CALM)


async def _apart(ctx: Context, live: LiveMatch) -> Screen:
    """Block the opponent of another server."""
    user = _distant_opponent(ctx, live)
    if not await ctx.service.blocks.block(ctx.key, ctx.user, user):
        raise Refusal("You can't block this person: it's you, or your block list is full.")
    undo = TablePress(TableVerb.TOGETHER, live.id)
    return Screen(
        (
            Text(ctx.t("You won't be paired with this player again.")),
            Row((Button(ctx.t("Undo"), undo),)),
        ),
        Accent.CALM,
    )


async def _together(ctx: Context, live: LiveMatch) -> Screen:
    """Take the block back."""
    await ctx.service.blocks.unblock(ctx.key, ctx.user, _distant_opponent(ctx, live))
    return notice_screen(ctx.t("You can be paired with this player again."), Accent.CALM)


def _distant_opponent(ctx: Context, live: LiveMatch) -> UserId:
    """Return the opponent of another server."""
    seat = live.seat_of(ctx.user)
    rivals = () if seat is None or not live.table.is_apart else live.rivals_of(seat)
    user = next((live.player(one).user_id for one in rivals), None)
    if user is None:
        raise Refusal("You aren't at this table.")
    return user


async def _give_up(
    display: MatchDisplay, ctx: Context, live: LiveMatch, action: Resign | Abort
) -> None:
    outcome = await act(display, ctx, live.id, action)
    after, notice = outcome_of(ctx.reader, outcome)
    if notice or after is None:
        await ctx.reply.update(notice_screen(notice))
    else:
        await ctx.reply.update(notice_screen(ctx.t("The match is over."), Accent.CALM))


async def move_down(display: MatchDisplay, ctx: Context, live: LiveMatch) -> None:
    """Move a table's message to the end of its channel; only for its players."""
    t = ctx.t
    if live.seat_of(ctx.user) is None:
        raise Refusal("Only players at the table can repost it.")
    if live.setup.has_shared_deals:
        raise Refusal(NO_TABLE_OF_BOARDS if live.setup.is_duplicate else NO_TABLE_OF_DAY)
    if live.table.is_apart:
        raise Refusal(NO_TABLE_APART)
    # Discord may refuse a message to somebody who shares no server with the bot, but no answer.
    answers_there = (
        live.table.place is Place.DIRECT and ctx.interaction and ctx.channel == live.table.channel
    )
    if live.table.place.is_outside or answers_there:
        await post_table(display, ctx, live)
        return
    is_on_servers = live.table.place is ctx.place is Place.SERVER
    here = (ctx.channel if is_on_servers else None) or live.table.channel
    _, moved = await display.tables.move_down(live, here)
    text = t("The table is now at the bottom of the channel.")
    if moved:
        text = t("The table's channel is gone, so the table is here now.")
    await ctx.reply.private(notice_screen(text, Accent.CALM))
