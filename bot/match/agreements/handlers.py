"""Handlers of pauses, late turns, take-backs and nudges."""

from typing import Final

from bot.match.agreements.screens import late_screen, nudge_words
from bot.match.board import match_context
from bot.match.hand.acting import act, outcome_of
from bot.match.match_line import match_head
from bot.match.outside import update_table
from bot.match.wiring import MatchChat
from bot.presses.table import AgreementPress, AgreementVerb
from bot.ui.context import Context
from bot.ui.notice import notice_screen
from bot.ui.reader import Reader
from bot.ui.screen import Accent
from engine.game.actions import (
    AllowBack,
    AskPause,
    CallOff,
    ClaimWin,
    GiveTime,
    RefuseBack,
    Resume,
    SeatAction,
)
from engine.game.seats import Seat
from engine.service import Applied, LiveMatch, MatchId, NudgeRefused

_ACTIONS: Final[dict[AgreementVerb, SeatAction]] = {
    AgreementVerb.PAUSE: AskPause(),
    AgreementVerb.RESUME: Resume(),
    AgreementVerb.TIME: GiveTime(),
    AgreementVerb.ALLOW: AllowBack(),
    AgreementVerb.REFUSE: RefuseBack(),
    AgreementVerb.OFF: CallOff(),
}


async def agreement_pressed(
    chat: MatchChat, ctx: Context, press: AgreementPress, live: LiveMatch
) -> None:
    """Handle a button of :mod:`bot.match.agreements.screens`."""
    seat = press.seat or Seat.ONE
    if live.seat_of(ctx.user) is None:
        await ctx.refuse(ctx.t("You aren't at this table. Press Watch to follow it."))
        return
    match press.verb:
        case AgreementVerb.NUDGE:
            await nudge(chat, ctx, live)
        case AgreementVerb.LATE:
            await _choose(ctx, live, seat)
        case AgreementVerb.CLAIM:
            await agree(chat, ctx, live.id, ClaimWin(seat))
        case _:
            await agree(chat, ctx, live.id, _ACTIONS[press.verb])


async def _choose(ctx: Context, live: LiveMatch, seat: Seat) -> None:
    mine = live.seat_of(ctx.user)
    assert mine is not None
    if seat not in live.late:
        text = ctx.t("Nobody is out of time any more; the match goes on.")
        await ctx.reply.private(notice_screen(text, Accent.CALM))
    elif seat not in live.rivals_of(mine):
        text = ctx.t("It's your side's turn: play with `/gin hand`.")
        await ctx.refuse(text)
    else:
        await ctx.reply.private(
            late_screen(ctx.reader, match_context(ctx.service, live, ctx.reader), seat)
        )


async def agree(chat: MatchChat, ctx: Context, match: MatchId, action: SeatAction) -> None:
    """Submit the agreement to the service; the table and the private screen show the outcome."""
    outcome = await act(chat, ctx, match, action)
    live, notice = outcome_of(ctx.reader, outcome)
    if notice or live is None:
        await ctx.refuse(notice)
        return
    if ctx.origin.is_public:
        await update_table(chat, ctx, live)
        return
    said = done_words(ctx.reader, live, action, applied=isinstance(outcome, Applied))
    seat = live.seat_of(ctx.user)
    if seat is not None:
        said += "\n-# " + match_head(ctx.reader, match_context(ctx.service, live, ctx.reader), seat)
    screen = notice_screen(said, Accent.CALM)
    await (ctx.reply.private(screen) if ctx.origin.message is None else ctx.reply.update(screen))


def done_words(reader: Reader, live: LiveMatch, action: SeatAction, *, applied: bool) -> str:
    """Return the outcome for the presser."""
    t = reader.words.t
    match action:
        case AskPause() if live.is_paused:
            return t("⏸️ The match is paused.")
        case AskPause():
            return t("⏸️ You asked for a pause. It begins when the other side agrees.")
        case Resume():
            return t("▶️ The match is on again.")
        case GiveTime():
            return t("⏱️ The other side has extra time for one more turn.")
        case _ if applied and live.is_over:
            return t("The match is over.")
        case _:
            return t("Done.")


async def nudge(chat: MatchChat, ctx: Context, live: LiveMatch) -> None:
    """Ping the other side once more, if the rules about nudges allow it."""
    outcome = await ctx.service.planning.nudge(ctx.key, live.id, ctx.user)
    if isinstance(outcome, NudgeRefused):
        await ctx.refuse(nudge_words(ctx.reader, outcome))
        return
    await ctx.reply.private(notice_screen(nudge_words(ctx.reader, outcome), Accent.CALM))
    for user in outcome.users:
        await chat.pings.call_again(outcome.live, user, nudged=True)
