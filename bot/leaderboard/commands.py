"""`/gin leaderboard`: who plays best here, among one's friends, and everywhere."""

import re
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands

from bot.leaderboard.handlers import MONTHS, board_screen, first_screen
from bot.leaderboard.screens import ALL_TIME, Scope, ShownLeaderboard
from bot.match.options import offering, value_of
from bot.ui.errors import Refusal
from bot.ui.reply import reply_to
from bot.wording.pools import BOARDS, pool_titles, season_title
from engine.service import LeaderboardMetric
from engine.standings.pools import ANY

if TYPE_CHECKING:
    from bot.app import GinBot

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


def leaderboard_command(bot: "GinBot") -> app_commands.Command[Any, Any, Any]:
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
        reply = reply_to(interaction)
        if period != ALL_TIME and not _SEASON.fullmatch(period):
            reader = await bot.readers.of(interaction)
            text = reader.words.t("Write the month like {example}.", example="`2026-11`")
            raise Refusal(text)
        reader = await bot.readers.of(interaction)
        family = value_of(reader, pool_titles, pool)
        if board is None and period == ALL_TIME:
            chosen = ShownLeaderboard(Scope(scope), LeaderboardMetric.RATING, family, period)
            await reply.private(await first_screen(bot, reply, chosen))
            return
        # A month has no ratings of its own.
        chosen = ShownLeaderboard(
            Scope(scope), LeaderboardMetric(board or LeaderboardMetric.WON.value), family, period
        )
        await reply.private(await board_screen(bot, reply, chosen))

    return leaderboard


async def _periods(asked: Asked, typed: str) -> list[app_commands.Choice[str]]:
    """All time and the last months, by their names."""
    bot: GinBot = asked.client  # type: ignore[assignment]
    words = (await bot.readers.of(asked)).words
    seasons = (ALL_TIME, *bot.service.seasons.last(MONTHS))
    named = [(season_title(words, season), season) for season in seasons]
    wanted = typed.casefold()
    return [
        app_commands.Choice(name=title, value=season)
        for title, season in named
        if wanted in title.casefold() or wanted in season
    ]
