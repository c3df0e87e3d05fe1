"""Handlers of leaderboards, of the months' roles, and of matches that did not count."""

import logging
from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands

from bot.leaderboard.screens import PAGE_LINES, BoardShown, leaderboard_screen
from bot.match.options import offering, value_of
from bot.presses.pages import (
    ALL_TIME,
    BoardPress,
    BoardVerb,
    Scope,
    ShownLeaderboard,
    read_pool,
    read_season,
)
from bot.ui.context import Context, context_of, require_assignable
from bot.ui.custom_id import base36
from bot.ui.i18n import Translator, mark
from bot.ui.listener import Messenger
from bot.ui.markup import safe_name
from bot.ui.reader import Reader
from bot.ui.requests import FAILURES, MISSING, described, may_pass
from bot.ui.screen import Accent, Screen, notice_screen
from bot.wording.names import BOARDS, pool_title
from engine.service import GuildConfig, GuildId, Unrated
from engine.service.standings import (
    SEASON_BOARDS,
    Champion,
    LeaderboardMetric,
    LeaderboardQuery,
    season_board,
)
from engine.standings.rating import ANY, POOLS, Family, Pace, Pool

LOOK_S: Final = 600.0
log = logging.getLogger(__name__)


class SeasonRoles:
    """Closes months and updates the season roles."""

    def __init__(self, messenger: Messenger) -> None:
        self._messenger = messenger
        self.refused: dict[int, str] = {}
        """The reasons, in Discord's words, why a server's role could not be assigned."""
        self._waiting: set[int] = set()

    async def once(self) -> None:
        """Close the month if it is over, then update the roles on this process's servers."""
        if self._messenger.breaker.is_open:
            return
        if await self._messenger.service.seasons.close_ended():
            log.info("the season %s is closed", self._messenger.service.seasons.ended)
        season = await self._messenger.service.seasons.closed()
        if season:
            for guild in self._messenger.client.guilds:
                await self.sync(guild, season)

    async def again(self) -> None:
        """Update the roles of servers that could not be updated because of an outage."""
        season = await self._messenger.service.seasons.closed() if self._waiting else None
        if season and not self._messenger.breaker.is_open:
            for guild in map(self._messenger.client.get_guild, tuple(self._waiting)):
                if guild is not None:
                    await self.sync(guild, season)

    async def sync(self, guild: discord.Guild, season: str) -> None:
        """Assign a server's role to the best of a closed month; remove it from earlier holders."""
        config = await self._messenger.service.guild_config(GuildId(guild.id))
        self.refused.pop(guild.id, None)
        self._waiting.discard(guild.id)
        wanted = await self._wanted(guild, config, season)
        held = await self._messenger.service.seasons.champions(GuildId(guild.id))
        try:
            for champion in held:
                if champion not in wanted:
                    await self._take(guild, champion)
            for champion in wanted:
                if champion not in held:
                    await self._give(guild, champion)
        except FAILURES as error:
            log.warning("a season role was not changed (%s)", described(error))
            if may_pass(error):
                self._waiting.add(guild.id)
            else:
                self.refused[guild.id] = f"{getattr(error, 'code', 0)}"

    async def _wanted(
        self, guild: discord.Guild, config: GuildConfig, season: str
    ) -> tuple[Champion, ...]:
        if config.season_role is None:
            return ()
        board, pool = season_board(config.season_board)
        best = await self._messenger.service.seasons.places(GuildId(guild.id), season, board, pool)
        return tuple(
            Champion(line.user_id, config.season_role, season)
            for line in best
            if line.place <= config.season_places and line.user_id
        )

    async def _give(self, guild: discord.Guild, champion: Champion) -> None:
        try:
            member = await guild.fetch_member(champion.user_id)
            await member.add_roles(discord.Object(champion.role_id), reason="Gin: season")
        except discord.NotFound as error:
            if error.code not in MISSING:
                raise
            return
        await self._messenger.service.seasons.crown(GuildId(guild.id), champion)

    async def _take(self, guild: discord.Guild, champion: Champion) -> None:
        try:
            member = await guild.fetch_member(champion.user_id)
            await member.remove_roles(discord.Object(champion.role_id), reason="Gin: season")
        except discord.NotFound as error:
            if error.code not in MISSING:
                raise
        await self._messenger.service.seasons.dethrone(GuildId(guild.id), champion.user_id)


REASONS: Final = {
    Unrated.SHORT: mark("no round was finished"),
    Unrated.OFTEN: mark("more than five rated matches between the same two players in one day"),
    Unrated.LOSSES: mark("four surprising losses in a row to the same player"),
    Unrated.RESIGNATIONS: mark("third quick resignation to the same player within a week"),
}


async def unrated_of(ctx: Context) -> Screen:
    """Return the matches of the server, each with the rule that it met."""
    t = ctx.t
    found = await ctx.service.ratings.unrated(ctx.guild)
    lines = [t("## Rated matches that didn't count")]
    for one in found:
        live = await ctx.load_match(one.match_id)
        names = "" if live is None else " – ".join(safe_name(p.name) for p in live.players)
        day = f"<t:{one.ended_ms // 1000}:d>"
        reason = t(REASONS[one.reason])
        lines.append(f"{day} **{names}**: {reason}  ·  `{base36(one.match_id)}`")
    if not found:
        lines.append(t("None so far."))
    hint = t(
        "These are rules of thumb, not proof. Look at a match with `/gin replay match:` "
        "before you speak to anyone."
    )
    return notice_screen("\n".join([*lines, f"-# {hint}"])[:3900], Accent.CALM)


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
    page = await ctx.members.page(
        guild,
        lambda left: ask(wanted, user, limit=PAGE_LINES, offset=chosen.offset, without=left),
        lambda page: (one.user_id for one in page.lines),
    )
    prefs = await ctx.preferences.prefs(user)
    seasons = ctx.service.seasons.last(MONTHS)
    return BoardShown(chosen, page, seasons, prefs.world_board)


Command = app_commands.Command[Any, Any, Any]
Asked = discord.Interaction


def board_titles(words: Translator) -> dict[str, str]:
    """Return the metrics by which the best of a month are ranked."""
    counted = {board.value: words.t(BOARDS[board]) for board in SEASON_BOARDS}
    rated = {
        str(pool): words.t("Rating: {pool}", pool=pool_title(words, str(pool))) for pool in POOLS
    }
    return counted | rated


def month_role_command(seasons: SeasonRoles) -> Command:
    """``/gin-admin month-role``."""

    @app_commands.command(name="month-role", description="Role for each month's best players")
    @app_commands.describe(
        role="The role they hold until the next month ends (default: unchanged)",
        places="How many players get it",
        board="What to rank by",
        off="Stop giving a role",
    )
    @app_commands.autocomplete(board=offering(board_titles))
    async def month_role(
        interaction: Asked,
        role: discord.Role | None = None,
        places: app_commands.Range[int, 1, 10] | None = None,
        board: str | None = None,
        off: bool = False,
    ) -> None:
        ctx = context_of(interaction)
        guild = ctx.guild
        config = await ctx.service.guild_config(guild)
        if role is not None:
            require_assignable(interaction, role)
        update = {
            "season_role": config.season_role if role is None else role.id,
            "season_places": config.season_places if places is None else places,
            "season_board": config.season_board
            if board is None
            else value_of(ctx.reader, board_titles, board),
        }
        if off:
            update["season_role"] = None
        changed = config.model_copy(update=update)
        if changed != config:
            await ctx.configure(changed)
        text = _outcome_words(ctx.reader, changed, seasons.refused.get(guild))
        await ctx.reply.private(notice_screen(text, Accent.TURN))

    return month_role


def _outcome_words(reader: Reader, config: GuildConfig, refused: str | None) -> str:
    t, words = reader.words.t, reader.words
    lines = [
        t("## Seasons"),
        t("A season is one calendar month (UTC). Its final standings are kept permanently."),
    ]
    if config.season_role is None:
        lines.append(
            t("The best players get no role here. Set one with `/gin-admin month-role role:`.")
        )
    else:
        board, pool = season_board(config.season_board)
        title = words.t(BOARDS[board])
        if board not in SEASON_BOARDS:
            title += f", {pool_title(words, pool)}"
        lines.append(
            words.tn(
                "Each month's best player gets {role} ({board}).",
                "Each month's top {n} players get {role} ({board}).",
                config.season_places,
                role=f"<@&{config.season_role}>",
                board=title,
            )
        )
    if refused is not None:
        lines.append(
            t(
                "⚠️ Discord didn't let me give the role last time (code {code}). Grant me "
                "**Manage Roles** and move my role above it; I try again every ten minutes.",
                code=refused,
            )
        )
    return "\n".join(lines)
