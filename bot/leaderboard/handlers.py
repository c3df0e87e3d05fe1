"""The controls of a leaderboard."""

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bot.leaderboard.screens import (
    PAGE_LINES,
    BoardShown,
    Scope,
    ShownLeaderboard,
    chosen_from,
    leaderboard_screen,
)
from bot.ui.custom_id import CustomId
from bot.ui.notice import notice_screen
from bot.ui.reply import Reply
from bot.ui.screen import Screen
from engine.service import GuildId, LeaderboardMetric, LeaderboardQuery, UserId
from engine.standings.pools import ANY, POOLS, Family, Pace, Pool

if TYPE_CHECKING:
    from bot.app import GinBot

MONTHS: Final = 23
FIRST_POOL: Final = Pool(Family.STANDARD, Pace.CORRESPONDENCE)


async def board_pressed(
    bot: "GinBot", reply: Reply, press: CustomId, values: tuple[str, ...]
) -> None:
    """``board-pool-s-won-any-all`` and the like; the id is the first line of the page."""
    reader = await bot.readers.of(reply.interaction)
    try:
        verb, chosen = chosen_from(press)
        chosen = _changed(chosen, verb, values[0]) if values else chosen
    except ValueError:
        text = reader.words.t(
            "This leaderboard is from an older version. Open it again with `/gin leaderboard`."
        )
        await reply.private(notice_screen(text))
        return
    await reply.update(await board_screen(bot, reply, chosen))


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


async def first_screen(bot: "GinBot", reply: Reply, chosen: ShownLeaderboard) -> Screen:
    """The ratings; where nobody has a settled one yet, the matches won."""
    shown = await _shown(bot, reply, replace(chosen, board=LeaderboardMetric.RATING))
    if not shown.page.lines:
        shown = await _shown(bot, reply, replace(chosen, board=LeaderboardMetric.WON))
    return leaderboard_screen(await bot.readers.of(reply.interaction), shown)


async def board_screen(bot: "GinBot", reply: Reply, chosen: ShownLeaderboard) -> Screen:
    """A board as the person behind a reply sees it."""
    shown = await _shown(bot, reply, chosen)
    return leaderboard_screen(await bot.readers.of(reply.interaction), shown)


async def _shown(bot: "GinBot", reply: Reply, chosen: ShownLeaderboard) -> BoardShown:
    asked = reply.interaction
    user, guild = UserId(asked.user.id), GuildId(asked.guild_id or 0)
    if chosen.board is LeaderboardMetric.RATING and chosen.pool == ANY:
        mine = await bot.service.ratings.all_of(user, guild)
        chosen = replace(chosen, pool=str(next(iter(mine), FIRST_POOL)))
    wanted = LeaderboardQuery(
        None if chosen.scope is Scope.WORLD else guild, chosen.board, chosen.pool, chosen.season
    )
    boards = bot.service.boards
    ask = boards.friends if chosen.scope is Scope.FRIENDS else boards.page
    page = await ask(wanted, user, limit=PAGE_LINES, offset=chosen.offset)
    prefs = await bot.readers.prefs(user)
    seasons = bot.service.seasons.last(MONTHS)
    return BoardShown(chosen, page, user, seasons, prefs.world_board)
