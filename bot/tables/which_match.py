"""Resolution of a command to one of the person's running matches."""

from collections.abc import Sequence
from typing import Final

from bot.match.agreements.handlers import agree
from bot.match.board import match_context
from bot.match.menus import confirm_resign_screen
from bot.match.wiring import MatchChat
from bot.presses.pick import ChoicePurpose, PickPress
from bot.tables.which_match_screen import which_match_screen
from bot.ui.context import Context
from bot.ui.i18n import mark
from bot.ui.refusal import Refusal
from engine.game.actions import AskPause, GiveTime, Resume, SeatAction
from engine.game.seats import Seat
from engine.service import LiveMatch, MatchId, UserId

NO_TABLE: Final = mark(
    "You aren't at any table. Start a match with `/gin challenge` or `/gin practice`."
)
ACTIONS: Final[dict[ChoicePurpose, SeatAction]] = {
    ChoicePurpose.PAUSE: AskPause(),
    ChoicePurpose.RESUME: Resume(),
    ChoicePurpose.GIVE: GiveTime(),
}


def current(matches: Sequence[LiveMatch], user: UserId, channel: int | None) -> LiveMatch | None:
    """Return the most likely match: at a table, in this channel, waiting longest for the person.

    The daily challenge has no table, so it comes last and never hides a table. Boards of an event
    have none either, but their opponent waits.
    """
    return min(
        matches,
        key=lambda live: (
            live.is_private and not live.is_duplicate,
            live.channel != channel,
            not waits_for(live, user),
            live.updated_ms,
        ),
        default=None,
    )


async def my_table(ctx: Context) -> LiveMatch:
    """Return the table that waits longest for this person, or any of theirs."""
    mine = await ctx.service.live_matches_of(ctx.user)
    live = current(mine, ctx.user, ctx.channel)
    if live is None:
        raise Refusal(NO_TABLE)
    return ctx.seen(live)


def waits_for(live: LiveMatch, user: UserId) -> bool:
    """Whether a match waits for the person's action."""
    seat = live.seat_of(user)
    return seat is not None and seat in live.public().to_act


def meant(matches: Sequence[LiveMatch], wish: ChoicePurpose, user: UserId) -> list[LiveMatch]:
    """Return the matches to which a purpose applies; if none, all with a table.

    The rules then explain the refusal.
    """
    if wish is ChoicePurpose.RESIGN:
        return list(matches)
    tables = [live for live in matches if not live.is_private]
    return [live for live in tables if _makes_sense(live, wish, user)] or tables


def _makes_sense(live: LiveMatch, wish: ChoicePurpose, user: UserId) -> bool:
    if wish is ChoicePurpose.RESUME:
        mine = live.seat_of(user)
        return live.is_paused or (live.wants_pause is not None and live.wants_pause == mine)
    return not live.is_solitary and not live.is_paused


async def fulfil(
    chat: MatchChat, ctx: Context, matches: Sequence[LiveMatch], wish: ChoicePurpose
) -> None:
    """Apply the purpose to the only candidate match, or ask for a choice."""
    user = ctx.user
    found = meant(matches, wish, user)
    if len(found) == 1:
        await _do(chat, ctx, found[0], wish)
        return
    seated = [
        (match_context(ctx.service, live, ctx.reader), seat)
        for live in found
        if (seat := live.seat_of(user)) is not None
    ]
    await ctx.reply.private(which_match_screen(ctx.reader, wish, seated))


async def pick_pressed(chat: MatchChat, ctx: Context, press: PickPress) -> None:
    """Apply the purpose to the chosen match."""
    live = await ctx.load_match(MatchId(int(ctx.value, 36)))
    if live is None or live.seat_of(ctx.user) is None:
        raise Refusal("You aren't at this table.")
    await _do(chat, ctx, live, press.purpose)


async def _do(chat: MatchChat, ctx: Context, live: LiveMatch, wish: ChoicePurpose) -> None:
    if wish is not ChoicePurpose.RESIGN:
        await agree(chat, ctx, live.id, ACTIONS[wish])
        return
    seat = live.seat_of(ctx.user) or Seat.ONE
    screen = confirm_resign_screen(ctx.reader, match_context(ctx.service, live, ctx.reader), seat)
    if ctx.origin.message is None:
        await ctx.reply.private(screen)
    else:
        await ctx.reply.update(screen)
