"""Handlers of the daily challenge: play, puzzle, boards and proof."""

from collections.abc import Callable
from typing import Any, TypeAlias

import discord
from discord import app_commands

from bot.daily.screens import BOARD_LINES, REFUSALS, DayShown, day_screen, verify_day_screen
from bot.match.hand.panel import open_panel
from bot.match.wiring import MatchMessages
from bot.presses.pages import DailyPress, DailyVerb
from bot.ui.context import Context, context_of
from bot.ui.reader import Reader
from bot.ui.replying import Refusal
from bot.ui.routes import AnswerKind
from bot.ui.screen import Screen, notice_screen
from engine.game.errors import RecordError
from engine.service import (
    AskDay,
    DayCode,
    DayRefused,
    Today,
)
from engine.service.trainer.day import PuzzleForReader

PuzzleScreen: TypeAlias = Callable[[Reader, str, PuzzleForReader], Screen]
"""Shows a puzzle to a reader, who has a name that is safe to show."""


def daily_answers(press: DailyPress, _submitted: bool) -> AnswerKind:
    """Return the answer kind: a separate hand panel for the day's deals, in place for pages."""
    return AnswerKind.PRIVATE if press.verb is DailyVerb.PLAY else AnswerKind.IN_PLACE


async def daily_pressed(
    chat: MatchMessages, puzzle_screen: PuzzleScreen, ctx: Context, press: DailyPress
) -> None:
    """Play a day's deals, or show a part of the day; ``puzzle_screen`` is the trainer's."""
    day = press.id or ctx.service.daily.day
    match press.verb:
        case DailyVerb.PLAY:
            await play_day(chat, ctx)
        case DailyVerb.PUZZLE:
            await ctx.reply.update(await _puzzle(ctx, day, puzzle_screen))
        case DailyVerb.ANSWER | DailyVerb.VALUE:
            choice = press.choice
            if press.verb is DailyVerb.VALUE and ctx.value.isdecimal():
                choice = int(ctx.value)
            if choice is not None:
                # A second or a late answer changes nothing; the screen says so.
                await ctx.service.puzzles.answer(ctx.key, day, ctx.person, choice)
            await ctx.reply.update(await _puzzle(ctx, day, puzzle_screen))
        case DailyVerb.VERIFY:
            await ctx.reply.update(await _verified(ctx, day))
        case DailyVerb.LOOK:
            await ctx.reply.update(await screen_of(ctx, day))
        case DailyVerb.HERE:
            ctx.require_server()
            await ctx.reply.update(await screen_of(ctx, day))
        case DailyVerb.EVERYWHERE:
            await ctx.reply.update(await screen_of(ctx, day, everywhere=True))


async def play_day(chat: MatchMessages, ctx: Context) -> None:
    """Start or resume the day's only attempt in a private panel."""
    ask = AskDay(ctx.key, ctx.guild, ctx.channel, ctx.person)
    outcome = await ctx.service.daily.play(ask)
    live = outcome.live
    if not isinstance(outcome, DayRefused) or (live is not None and not live.is_over):
        assert live is not None, "only a refusal can be without a match"
        await open_panel(chat, ctx, live)
        return
    raise Refusal(REFUSALS[outcome.code])


async def screen_of(ctx: Context, day: int | None = None, *, everywhere: bool = False) -> Screen:
    """Return a day as seen by the reply's person."""
    found = await _found(ctx, day)
    if found is None:
        return _nothing(ctx, day, ctx.t("There was no daily challenge on that day."))
    user, everywhere = ctx.user, everywhere or not ctx.guild
    guild = None if everywhere else ctx.guild
    service = ctx.service.daily
    board = await ctx.members.page(
        guild,
        lambda left: service.board(found.day, guild, user, BOARD_LINES, left),
        lambda board: (one.user_id for one in board.lines),
    )
    prefs = await ctx.prefs()
    shown = DayShown(found, board, everywhere, service.day, user, prefs.world_board)
    return day_screen(ctx.reader, shown)


async def _puzzle(ctx: Context, day: int, puzzle_screen: PuzzleScreen) -> Screen:
    """Return the day's puzzle, or its solution if the person has answered."""
    user = ctx.user
    found = await ctx.service.daily.look(user, day)
    try:
        asked = await ctx.service.puzzles.asked(day, user)
    except RecordError:
        asked = None
    if asked is None:
        is_made = found is not None and found.par is not None
        text = ctx.t("There is no puzzle for this day.")
        return notice_screen(text) if is_made else _nothing(ctx, day, text)
    return puzzle_screen(ctx.reader, ctx.called, asked)


def _nothing(ctx: Context, day: int | None, text: str) -> Screen:
    """Return that a day has nothing to show, or not yet if it is today. ``said``: the former."""
    if day in (None, ctx.service.daily.day):
        text = ctx.t(REFUSALS[DayCode.NOT_READY])
    return notice_screen(text)


async def _verified(ctx: Context, day: int) -> Screen:
    found = await _found(ctx, day)
    if found is None:
        return _nothing(ctx, day, ctx.t("There was no daily challenge on that day."))
    return verify_day_screen(ctx.reader, found)


async def _found(ctx: Context, day: int | None) -> Today | None:
    service, user = ctx.service.daily, ctx.user
    found = await service.look(user, day)
    if found is not None and found.day < service.day and found.secret is None:
        # The first reader of a past day reveals it if no task has done so yet.
        await service.close_ended()
        found = await service.look(user, day)
    return found


def daily_command() -> app_commands.Command[Any, Any, Any]:
    """``/gin daily``; its buttons play the deals and show the puzzle."""

    @app_commands.command(description="The daily challenge, its scores and the puzzle")
    async def daily(interaction: discord.Interaction) -> None:
        ctx = context_of(interaction)
        await ctx.reply.private(await screen_of(ctx))

    return daily
