"""A vacation: the person's clock stops in every match by hours or days."""

from collections.abc import Callable
from typing import TypeAlias

from bot.match.board import match_context
from bot.match.hand.acting import outcome_of
from bot.ui.context import Context
from bot.ui.forms import ask_for_text, text_of
from bot.ui.notice import notice_screen
from bot.ui.refusal import Refusal
from bot.ui.screen import Accent
from engine.clocks.pauses import VACATION_DAYS
from engine.game.actions import Vacation
from engine.service import Applied, Command, LiveMatch, UserId

Translate: TypeAlias = Callable[..., str]


async def ask_for_days(ctx: Context, press: str) -> None:
    """Open the form for the number of days; ``press`` is its submission."""
    t = ctx.t
    label = t("Number of days from now (1 to {n})", n=VACATION_DAYS)
    await ask_for_text(ctx, press, t("Vacation"), label, length=2)


async def go_on_vacation(ctx: Context) -> None:
    """Stop the clock for the days of the form."""
    text = text_of(ctx).strip()
    days = int(text) if text.isascii() and text.isdecimal() else 0
    if not 1 <= days <= VACATION_DAYS:
        raise Refusal("Enter a number of days from 1 to {n}.", n=VACATION_DAYS)
    user = ctx.user
    slow = [live for live in await ctx.service.live_matches_of(user) if live.clock.is_slow]
    if not slow:
        raise Refusal("You have no match with hours or days per turn.")
    lines = [await _leave(ctx, ctx.seen(live), user, days) for live in slow]
    text = "\n".join([ctx.t("🌴 Enjoy your time off."), *lines])
    await ctx.reply.private(notice_screen(text[:3900], Accent.CALM))


async def _leave(ctx: Context, live: LiveMatch, user: UserId, days: int) -> str:
    t = ctx.t
    outcome = await ctx.service.act(Command(ctx.key, live.id, user, Vacation(days), None))
    names = match_context(ctx.service, live, ctx.reader)
    others = ", ".join(names.name(p.seat) for p in live.players if p.user_id != user)
    if isinstance(outcome, Applied):
        return _away(t("against {names}", names=others), outcome.live, user, t)
    _, notice = outcome_of(ctx.reader, outcome)
    return f"- {t('against {names}', names=others)}: {notice}"


def _away(against: str, live: LiveMatch, user: UserId, t: Translate) -> str:
    seat = live.seat_of(user)
    assert seat is not None
    until = (live.away_until(seat) or 0) // 1000
    said = t(
        "{against}: away until {when}, {n} vacation days left",
        against=against,
        when=f"<t:{until}:f>",
        n=live.vacation_left(seat),
    )
    return f"- {said}"
