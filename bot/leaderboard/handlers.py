"""Handlers of the leaderboard's controls."""

from dataclasses import replace
from typing import Final

from bot.leaderboard.screens import PAGE_LINES, BoardShown, leaderboard_screen
from bot.presses.board import (
    ALL_TIME,
    BoardPress,
    BoardVerb,
    Scope,
    ShownLeaderboard,
    read_pool,
    read_season,
)
from bot.ui.context import Context
from bot.ui.screen import Screen
from engine.service import LeaderboardMetric, LeaderboardQuery
from engine.standings.pools import ANY, Family, Pace, Pool

MONTHS: Final = 23
FIRST_POOL: Final = Pool(Family.STANDARD, Pace.CORRESPONDENCE)


async def board_pressed(ctx: Context, press: BoardPress) -> None:
    """Show the leaderboard that a button or a menu selects."""
    await ctx.reply.update(await board_screen(ctx, _chosen(ctx, press)))


def _chosen(ctx: Context, press: BoardPress) -> ShownLeaderboard:
    match press.verb:
        case BoardVerb.BOARD:
            return replace(press.shown, board=LeaderboardMetric(ctx.value))
        case BoardVerb.POOL:
            return replace(press.shown, pool=read_pool(ctx.value))
        case BoardVerb.SEASON:
            return replace(press.shown, season=read_season(ctx.value))
        case _:
            return press.shown


async def first_screen(ctx: Context, chosen: ShownLeaderboard) -> Screen:
    """Return the ratings, or the matches won where no rating is settled yet."""
    if not ctx.guild:
        chosen = replace(chosen, scope=Scope.WORLD)
    shown = await _shown(ctx, replace(chosen, board=LeaderboardMetric.RATING))
    if not shown.page.lines:
        shown = await _shown(ctx, replace(chosen, board=LeaderboardMetric.WON))
    return leaderboard_screen(ctx.reader, shown)


async def board_screen(ctx: Context, chosen: ShownLeaderboard) -> Screen:
    """Return a leaderboard as seen by the reply's person."""
    shown = await _shown(ctx, chosen)
    return leaderboard_screen(ctx.reader, shown)


async def _shown(ctx: Context, chosen: ShownLeaderboard) -> BoardShown:
    user, guild = ctx.user, None if chosen.scope is Scope.WORLD else ctx.require_server()
    if chosen.board is LeaderboardMetric.RATING and chosen.season != ALL_TIME:
        chosen = replace(chosen, board=LeaderboardMetric.WON)  # A month has no ratings of its own.
    if chosen.board is LeaderboardMetric.RATING and chosen.pool == ANY:
        mine = await ctx.service.ratings.all_of(user, ctx.guild)
        chosen = replace(chosen, pool=str(next(iter(mine), FIRST_POOL)))
    wanted = LeaderboardQuery(guild, chosen.board, chosen.pool, chosen.season)
    boards = ctx.service.boards
    ask = boards.friends if chosen.scope is Scope.FRIENDS else boards.page
    page = await ask(wanted, user, limit=PAGE_LINES, offset=chosen.offset)
    prefs = await ctx.preferences.prefs(user)
    seasons = ctx.service.seasons.last(MONTHS)
    return BoardShown(chosen, page, user, seasons, prefs.world_board)
