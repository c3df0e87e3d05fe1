"""`/gin-admin season`: the role for each month's best players."""

from typing import Any

import discord
from discord import app_commands

from bot.leaderboard.season_roles import SeasonRoles
from bot.match.options import offering, value_of
from bot.ui.context import context_of
from bot.ui.i18n import Translator
from bot.ui.notice import notice_screen
from bot.ui.reader import Reader
from bot.ui.roles import require_assignable
from bot.ui.screen import Accent
from bot.wording.pools import BOARDS, pool_title
from engine.service import GuildConfig
from engine.service.standings.seasons import SEASON_BOARDS, season_board
from engine.standings.pools import POOLS

Command = app_commands.Command[Any, Any, Any]
Asked = discord.Interaction


def board_titles(words: Translator) -> dict[str, str]:
    """Return the metrics by which the best of a month are ranked."""
    counted = {board.value: words.t(BOARDS[board]) for board in SEASON_BOARDS}
    rated = {
        str(pool): words.t("Rating: {pool}", pool=pool_title(words, str(pool))) for pool in POOLS
    }
    return counted | rated


def season_command(seasons: SeasonRoles) -> Command:
    """``/gin-admin season``."""

    @app_commands.command(description="Role for each month's best players")
    @app_commands.describe(
        role="The role they hold until the next month ends (default: unchanged)",
        places="How many players get it",
        board="What to rank by",
        off="Stop giving a role",
    )
    @app_commands.autocomplete(board=offering(board_titles))
    async def season(
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
        text = _said(ctx.reader, changed, seasons.refused.get(guild))
        await ctx.reply.private(notice_screen(text, Accent.TURN))

    return season


def _said(reader: Reader, config: GuildConfig, refused: str | None) -> str:
    t, words = reader.words.t, reader.words
    lines = [
        t("## Seasons"),
        t("A season is one calendar month (UTC). Its final standings are kept permanently."),
    ]
    if config.season_role is None:
        lines.append(
            t("The best players get no role here. Set one with `/gin-admin season role:`.")
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
