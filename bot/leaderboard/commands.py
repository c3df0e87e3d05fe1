"""`/gin leaderboard`: who plays best here, among one's friends, and everywhere."""

import re
from typing import Any, Final

import discord
from discord import app_commands

from bot.leaderboard.handlers import MONTHS, board_screen, first_screen
from bot.match.options import offering, value_of
from bot.presses.board import ALL_TIME, Scope, ShownLeaderboard
from bot.ui.context import context_of
from bot.ui.refusal import Refusal
from bot.wording.pools import BOARDS, pool_titles, season_title
from engine.service import LeaderboardMetric
from engine.standings.pools import ANY

Asked = discord.Interaction
_SEASON: Final = re.compile(r"20\d\d-(0[1-9]|1[0-2])")
BOARD_CHOICES: Final = [
    app_commands.Choice(name=title, value=board.value) for board, title in BOARDS.items()
]
SCOPE_CHOICES: Final = [
    app_commands.Choice(name="This server", value=Scope.SERVER.value),
    app_commands.Choice(name="You and your friends", value=Scope.FRIENDS.value),
    app_commands.Choice(name="All servers", value=Scope.WORLD.value),
]


def leaderboard_command() -> app_commands.Command[Any, Any, Any]:
    """``/gin leaderboard``."""

    @app_commands.command(description="The best players of this server")
    @app_commands.describe(
        board="What to rank by (default: rating)",
        scope="Who is ranked (default: players of this server)",
        pool="Rules, live or correspondence (default: all)",
        period="Which month (default: all time)",
    )
    @app_commands.choices(board=BOARD_CHOICES, scope=SCOPE_CHOICES)
    @app_commands.autocomplete(period=_periods, pool=offering(pool_titles))
    async def leaderboard(
        interaction: Asked,
        board: str | None = None,
        scope: str = Scope.SERVER.value,
        pool: str = ANY,
        period: str = ALL_TIME,
    ) -> None:
        ctx = context_of(interaction)
        if period != ALL_TIME and not _SEASON.fullmatch(period):
            raise Refusal("Write the month like {example}.", example="`2026-11`")
        family = value_of(ctx.reader, pool_titles, pool)
        if board is None and period == ALL_TIME:
            chosen = ShownLeaderboard(Scope(scope), LeaderboardMetric.RATING, family, period)
            await ctx.reply.private(await first_screen(ctx, chosen))
            return
        # A month has no ratings of its own.
        chosen = ShownLeaderboard(
            Scope(scope), LeaderboardMetric(board or LeaderboardMetric.WON.value), family, period
        )
        await ctx.reply.private(await board_screen(ctx, chosen))

    return leaderboard


async def _periods(asked: Asked, typed: str) -> list[app_commands.Choice[str]]:
    """All time and the last months, by their names."""
    ctx = context_of(asked)
    words = ctx.reader.words
    seasons = (ALL_TIME, *ctx.service.seasons.last(MONTHS))
    named = [(season_title(words, season), season) for season in seasons]
    wanted = typed.casefold()
    return [
        app_commands.Choice(name=title, value=season)
        for title, season in named
        if wanted in title.casefold() or wanted in season
    ]
