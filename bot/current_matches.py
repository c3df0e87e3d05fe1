"""A person's tables: which one a command means, and what it does to one or all of them."""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

import discord
from discord import app_commands

from bot.match.board import match_context
from bot.match.hand.handlers import open_panel, outcome_of
from bot.match.links import match_link
from bot.match.menus import WaitingTable, confirm_resign_screen, turns_screen
from bot.match.proof import proof_of
from bot.match.public_handlers import agree, move_down
from bot.match.sheet_screen import match_head, match_title, time_left
from bot.match.wiring import MatchDisplay
from bot.presses.match import ChoicePurpose, ChooseMatchPress, ProofPress
from bot.ui.context import Context, ask_for_text, context_of, text_of
from bot.ui.custom_id import base36
from bot.ui.i18n import mark
from bot.ui.paging import paged
from bot.ui.press import Press
from bot.ui.publishing import SlashCommand
from bot.ui.reader import MatchContext, Reader
from bot.ui.replying import NO_MATCH, Refusal
from bot.ui.screen import MAX_CHOICE, Accent, Menu, MenuChoice, Screen, Text, clipped, notice_screen
from engine.clocks import VACATION_DAYS
from engine.game.actions import AskPause, GiveTime, Resume, SeatAction, Vacation
from engine.game.seats import Seat
from engine.service import Applied, LiveMatch, MatchCommand, MatchId, UserId

QUESTIONS: Final = {
    ChoicePurpose.RESIGN: mark("Which match do you want to resign?"),
    ChoicePurpose.PAUSE: mark("Which match do you want to pause?"),
    ChoicePurpose.RESUME: mark("Which match do you want to resume?"),
    ChoicePurpose.GIVE: mark("Which match do you want to give extra time in?"),
}


def which_match_screen(
    reader: Reader, purpose: ChoicePurpose, matches: Sequence[tuple[MatchContext, Seat]]
) -> Screen:
    """Return a menu with the person's matches: rules, opponent, score and round."""
    t = reader.words.t
    choices = tuple(
        MenuChoice(clipped(match_title(reader, board, seat), MAX_CHOICE), base36(board.match))
        for board, seat in matches
    )
    menu = Menu(ChooseMatchPress(purpose), choices, t("Choose a match"))
    question = t(QUESTIONS[purpose])
    return Screen((Text(f"### {question}"), paged(reader, menu)), Accent.CALM)


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
            live.setup.has_shared_deals and not live.setup.is_duplicate,
            live.table.channel != channel,
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


def meant(matches: Sequence[LiveMatch], purpose: ChoicePurpose, user: UserId) -> list[LiveMatch]:
    """Return the matches to which a purpose applies; if none, all with a table.

    The rules then explain the refusal.
    """
    if purpose is ChoicePurpose.RESIGN:
        return list(matches)
    tables = [live for live in matches if not live.setup.has_shared_deals]
    return [live for live in tables if _makes_sense(live, purpose, user)] or tables


def _makes_sense(live: LiveMatch, purpose: ChoicePurpose, user: UserId) -> bool:
    if purpose is ChoicePurpose.RESUME:
        mine = live.seat_of(user)
        return live.is_paused or (live.wants_pause is not None and live.wants_pause == mine)
    return not live.is_solitary and not live.is_paused


async def fulfil(
    display: MatchDisplay, ctx: Context, matches: Sequence[LiveMatch], purpose: ChoicePurpose
) -> None:
    """Apply the purpose to the only candidate match, or ask for a choice."""
    user = ctx.user
    found = meant(matches, purpose, user)
    if len(found) == 1:
        await _do(display, ctx, found[0], purpose)
        return
    await ctx.reply.private(_which(ctx, purpose, found))


def _which(ctx: Context, purpose: ChoicePurpose, found: Sequence[LiveMatch]) -> Screen:
    seated = [
        (match_context(ctx.service, live, ctx.reader), seat)
        for live in found
        if (seat := live.seat_of(ctx.user)) is not None
    ]
    return which_match_screen(ctx.reader, purpose, seated)


async def pick_pressed(display: MatchDisplay, ctx: Context, press: ChooseMatchPress) -> None:
    """Apply the purpose to the chosen match."""
    if ctx.turns_a_page:
        found = meant(await _candidates(ctx, press.purpose), press.purpose, ctx.user)
        await ctx.reply.update(_which(ctx, press.purpose, found))
        return
    live = await ctx.load_match(MatchId(int(ctx.value, 36)))
    if live is None or live.seat_of(ctx.user) is None:
        raise Refusal("You aren't at this table.")
    await _do(display, ctx, live, press.purpose)


async def _do(display: MatchDisplay, ctx: Context, live: LiveMatch, purpose: ChoicePurpose) -> None:
    if purpose is not ChoicePurpose.RESIGN:
        await agree(display, ctx, live.id, ACTIONS[purpose])
        return
    seat = live.seat_of(ctx.user) or Seat.ONE
    screen = confirm_resign_screen(ctx.reader, match_context(ctx.service, live, ctx.reader), seat)
    if ctx.origin.message is None:
        await ctx.reply.private(screen)
    else:
        await ctx.reply.update(screen)


async def tables_of(ctx: Context) -> Screen:
    """Return the person's tables, those that wait for them first."""
    tables = await ctx.service.live_matches_of(ctx.user)
    return turns_screen(ctx.reader, [_waiting(ctx, ctx.seen(live)) for live in tables])


async def act_on_a_table(display: MatchDisplay, ctx: Context, purpose: ChoicePurpose) -> None:
    """Resign, pause, resume or give time: at the only table, or at the one that is chosen."""
    await fulfil(display, ctx, await _candidates(ctx, purpose), purpose)


async def _candidates(ctx: Context, purpose: ChoicePurpose) -> list[LiveMatch]:
    """Return the person's matches that a purpose can be about; Refusal if there is none."""
    mine = await ctx.service.live_matches_of(ctx.user)
    resigns = purpose is ChoicePurpose.RESIGN
    tables = [ctx.seen(live) for live in mine if resigns or not live.setup.has_shared_deals]
    if not tables:
        raise Refusal(NO_TABLE)
    return tables


async def verify_last(ctx: Context) -> None:
    """Show the proof of the last deal of the person's last match."""
    live = await ctx.service.last_match_of(ctx.user)
    if live is None:
        raise Refusal("You haven't played yet. Start with `/gin practice`.")
    await ctx.reply.private(await proof_of(ctx, ctx.seen(live), live.public().number))


async def proof_pressed(ctx: Context, press: ProofPress) -> None:
    """Show the proof of another round."""
    live = await ctx.load_match(MatchId(press.id))
    if live is None:
        raise Refusal(NO_MATCH)
    await ctx.reply.update(await proof_of(ctx, live, press.revision))


def _waiting(ctx: Context, live: LiveMatch) -> WaitingTable:
    seat = live.seat_of(ctx.user)
    assert seat is not None, "only matches of this person are listed"
    board = match_context(ctx.service, live, ctx.reader)
    deadline = board.deadline(seat)
    return WaitingTable(
        title=match_head(ctx.reader, board, seat),
        mine=waits_for(live, ctx.user),
        link=match_link(live),
        left="" if deadline is None else time_left(ctx.reader, board, deadline),
    )


Translate: TypeAlias = Callable[..., str]


async def ask_for_days(ctx: Context, press: Press) -> None:
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
    slow = [live for live in await ctx.service.live_matches_of(user) if live.setup.clock.is_slow]
    if not slow:
        raise Refusal("You have no match played by hours or days per turn.")
    lines = [await _leave(ctx, ctx.seen(live), user, days) for live in slow]
    text = "\n".join([ctx.t("🌴 Enjoy your time off."), *lines])
    await ctx.reply.private(notice_screen(text[:3900], Accent.CALM))


async def _leave(ctx: Context, live: LiveMatch, user: UserId, days: int) -> str:
    t = ctx.t
    outcome = await ctx.service.act(MatchCommand(ctx.key, live.id, user, Vacation(days), None))
    names = match_context(ctx.service, live, ctx.reader)
    others = ", ".join(names.name(p.seat) for p in live.players if p.user_id != user)
    if isinstance(outcome, Applied):
        return _away(t("vs {names}", names=others), outcome.live, user, t)
    _, notice = outcome_of(ctx.reader, outcome)
    return f"- {t('vs {names}', names=others)}: {notice}"


def _away(against: str, live: LiveMatch, user: UserId, t: Translate) -> str:
    seat = live.seat_of(user)
    assert seat is not None
    until = (live.away_until(seat) or 0) // 1000
    text = t(
        "{against}: away until {when}, {n} vacation days left",
        against=against,
        when=f"<t:{until}:f>",
        n=live.vacation_left(seat),
    )
    return f"- {text}"


def hand_command(display: MatchDisplay) -> SlashCommand:
    """``/gin hand``."""

    @app_commands.command(description="Show your hand")
    async def hand(interaction: discord.Interaction) -> None:
        ctx = context_of(interaction)
        live = await my_table(ctx)
        await open_panel(display, ctx, live)

    return hand


def repost_command(display: MatchDisplay) -> SlashCommand:
    """``/gin repost``."""

    @app_commands.command(description="Repost your table at the bottom of the channel")
    async def repost(interaction: discord.Interaction) -> None:
        ctx = context_of(interaction)
        live = await my_table(ctx)
        await move_down(display, ctx, live)

    return repost
