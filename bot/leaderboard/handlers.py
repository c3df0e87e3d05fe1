"""The controls of a leaderboard."""

from dataclasses import replace
from typing import Final

from bot.leaderboard.screens import (
    PAGE_LINES,
    BoardShown,
    Scope,
    ShownLeaderboard,
    chosen_from,
    leaderboard_screen,
)
from bot.ui.context import Context
from bot.ui.custom_id import CustomId
from bot.ui.refusal import Refusal
from bot.ui.screen import Screen
from engine.service import LeaderboardMetric, LeaderboardQuery
from engine.standings.pools import ANY, POOLS, Family, Pace, Pool

MONTHS: Final = 23
FIRST_POOL: Final = Pool(Family.STANDARD, Pace.CORRESPONDENCE)


async def board_pressed(ctx: Context, press: CustomId) -> None:
    """``board-pool-s-won-any-all`` and the like; the id is the first line of the page."""
    try:
        verb, chosen = chosen_from(press)
        chosen = _changed(chosen, verb, ctx.values[0]) if ctx.values else chosen
    except ValueError as error:
        raise Refusal(
            "This leaderboard is from an older version. Open it again with `/gin leaderboard`."
        ) from error
    await ctx.reply.update(await board_screen(ctx, chosen))


def _changed(chosen: ShownLeaderboard, verb: str, value: str) -> ShownLeaderboard:
    match verb:
        case "board":
            return replace(chosen, board=LeaderboardMetric(value))
        case "pool" if value == ANY or value in map(str, POOLS):
            return replace(chosen, pool=value)
        case "season":
            return replace(chosen, season=value if value == "all" else f"{value[:4]}-{value[4:]}")
        case _:
            raise ValueError(verb)


async def first_screen(ctx: Context, chosen: ShownLeaderboard) -> Screen:
    """The ratings; where nobody has a settled one yet, the matches won."""
    shown = await _shown(ctx, replace(chosen, board=LeaderboardMetric.RATING))
    if not shown.page.lines:
        shown = await _shown(ctx, replace(chosen, board=LeaderboardMetric.WON))
    return leaderboard_screen(ctx.reader, shown)


async def board_screen(ctx: Context, chosen: ShownLeaderboard) -> Screen:
    """A board as the person behind a reply sees it."""
    shown = await _shown(ctx, chosen)
    return leaderboard_screen(ctx.reader, shown)


async def _shown(ctx: Context, chosen: ShownLeaderboard) -> BoardShown:
    user, guild = ctx.user, ctx.guild
    if chosen.board is LeaderboardMetric.RATING and chosen.pool == ANY:
        mine = await ctx.service.ratings.all_of(user, guild)
        chosen = replace(chosen, pool=str(next(iter(mine), FIRST_POOL)))
    wanted = LeaderboardQuery(
        None if chosen.scope is Scope.WORLD else guild, chosen.board, chosen.pool, chosen.season
    )
    boards = ctx.service.boards
    ask = boards.friends if chosen.scope is Scope.FRIENDS else boards.page
    page = await ask(wanted, user, limit=PAGE_LINES, offset=chosen.offset)
    prefs = await ctx.preferences.prefs(user)
    seasons = ctx.service.seasons.last(MONTHS)
    return BoardShown(chosen, page, user, seasons, prefs.world_board)
