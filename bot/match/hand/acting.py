"""A player's actions in a match, and their outcomes."""

from dataclasses import replace
from typing import assert_never

from bot.match.hand.panel import expect_change, show_panel
from bot.match.wiring import MatchChat
from bot.presses.hand import HandPress
from bot.presses.play import PlayPress
from bot.ui.context import Context
from bot.ui.reader import Reader
from bot.wording.errors import rule_refusal
from engine.game.actions import SeatAction
from engine.service import (
    ActOutcome,
    Applied,
    Busy,
    Command,
    LiveMatch,
    MatchId,
    NoSuchMatch,
    NotSeated,
    Refused,
    Repeated,
    Stale,
    Unreadable,
    Unsure,
)


async def play(
    chat: MatchChat, ctx: Context, press: PlayPress | HandPress, action: SeatAction
) -> None:
    """Play the action of a button or a menu and show the hand after it."""
    outcome = await act(chat, ctx, MatchId(press.id), action, press.revision)
    if isinstance(outcome, Unsure) and not ctx.origin.is_public:
        await expect_change(chat, ctx, outcome.match_id)
    live, notice = outcome_of(ctx.reader, outcome)
    if live is None:
        await ctx.refuse(notice)
    else:
        await show_panel(chat, ctx, live, notice=notice)


async def act(
    chat: MatchChat, ctx: Context, match: MatchId, action: SeatAction, revision: int = 0
) -> ActOutcome:
    """Send an action to the service and count its outcome.

    ``revision``: the state the action is meant for; 0 for any.
    """
    outcome = await ctx.service.act(
        Command(
            interaction=ctx.key,
            match_id=match,
            user_id=ctx.user,
            action=action,
            revision=revision or None,
        )
    )
    chat.metrics.moved(outcome)
    return _seen(ctx, outcome)


def _seen(ctx: Context, outcome: ActOutcome) -> ActOutcome:
    """Return the outcome with the match as the presser sees it."""
    if isinstance(outcome, NoSuchMatch | Unreadable | Busy | Unsure):
        return outcome
    seen = ctx.seen(outcome.live)
    return outcome if seen is outcome.live else replace(outcome, live=seen)


def outcome_of(reader: Reader, outcome: ActOutcome) -> tuple[LiveMatch | None, str]:
    """Return the match to show, if this person may see it, and the sentence about the outcome."""
    t = reader.words.t
    match outcome:
        case Applied(live=live) | Repeated(live=live):
            return live, ""
        case Stale(live=live, is_of_lost_time=True):
            return live, t(
                "Gin was restored from a backup, and this button is from before that, so it no "
                "longer works. Here is your table as it is now."
            )
        case Stale(live=live):
            return live, t(
                "The table has changed since then, so your press didn't count. Here it is now."
            )
        case Refused(live=live, error=error):
            return live, rule_refusal(reader, error)
        case NotSeated():
            return None, t("You aren't at this table. Press Watch to follow it.")
        case NoSuchMatch():
            return None, t("This match no longer exists.")
        case Unreadable():
            return None, t(
                "This match can't be read and has been set aside. A server admin can cancel it."
            )
        case Busy():
            return None, t("Gin is very busy, so your press didn't count. Press again in a moment.")
        case Unsure():
            return None, t(
                "Gin can't tell whether your move was played. The table shows what counts, and "
                "your hand updates by itself."
            )
        case _:
            assert_never(outcome)
