"""`/gin-admin …`: a server's house rules and settings."""

import re
from typing import Final

import discord
from discord import app_commands

from bot.match.options import option_choices, preset_choices, ruleset
from bot.server.house_screens import house_screen
from bot.server.screens import server_screen
from bot.ui.context import Context, context_of
from bot.ui.places import IN_SERVERS, TO_SERVERS
from bot.ui.reader import Reader
from bot.ui.refusal import Refusal
from bot.wording.errors import option_refusal
from engine.game.errors import OptionError
from engine.game.options import house_rules
from engine.game.presets import PRESETS
from engine.game.rules import Option, Rules
from engine.service import GuildConfig

MAX_PRESETS: Final = 20
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")
_WORDS: Final[dict[str, Option]] = {"true": True, "false": False, "null": None, "none": "none"}


def parse_options(text: str) -> dict[str, Option]:
    """Parse ``undercut_bonus=10, target=150``; Refusal names the invalid part."""
    read: dict[str, Option] = {}
    for part in filter(None, re.split(r"[,;\s]+", text.strip())):
        name, equals, value = part.partition("=")
        if not equals or not name or not value:
            example = "undercut_bonus=10 target=150"
            raise Refusal(
                "Write options like {example}; {part} isn't one.",
                example=f"`{example}`",
                part=f"`{part[:40]}`",
            )
        lowered = value.lower()
        if re.fullmatch(r"-?\d{1,6}", value):
            read[name] = int(value)
        elif lowered in _WORDS and not (lowered == "none" and name == "big_gin_bonus"):
            read[name] = _WORDS[lowered]
        else:
            read[name] = None if lowered == "none" else lowered
    return read


class AdminCommands(app_commands.Group):
    """The commands for the administrators of a server."""

    def __init__(self) -> None:
        super().__init__(
            name="gin-admin",
            description="Server settings for admins",
            allowed_contexts=IN_SERVERS,
            allowed_installs=TO_SERVERS,
            default_permissions=discord.Permissions(manage_guild=True),
        )

    async def interaction_check(self, interaction: discord.Interaction) -> bool:
        """Check for an administrator, even if the server allows the command to other roles."""
        context_of(interaction).require_admin()
        return True

    @app_commands.command(
        description="View and change channels, language, threads, ratings and mentions"
    )
    async def show(self, interaction: discord.Interaction) -> None:
        ctx = context_of(interaction)
        config = await self._config(ctx)
        await ctx.reply.private(server_screen(ctx.reader, config))

    @app_commands.command(description="Create house rules")
    @app_commands.describe(
        name="The name people choose, such as club_rules",
        options="What is different, such as undercut_bonus=10 target=150 (menus follow)",
        base="The preset to start from (default: standard gin)",
    )
    @app_commands.autocomplete(base=preset_choices, options=option_choices)
    async def preset(
        self, interaction: discord.Interaction, name: str, options: str = "", base: str = "standard"
    ) -> None:
        ctx = context_of(interaction)
        t = ctx.t
        if not _NAME.fullmatch(name) or name in PRESETS:
            raise Refusal(
                "Choose another name: lowercase letters, digits, - and _, up to 32 "
                "characters, and not the name of a built-in preset."
            )
        config = await self._config(ctx)
        if name not in config.presets and len(config.presets) >= MAX_PRESETS:
            raise Refusal(
                "A server can have at most {n} sets of house rules. Remove one first.",
                n=MAX_PRESETS,
            )
        chosen = ruleset(config.presets, base)
        rules = self._rules(ctx.reader, parse_options(options), chosen.rules)
        presets = config.presets | {name: rules.differences(Rules())}
        await self._store(ctx, config.model_copy(update={"presets": presets}))
        command = "challenge" if 2 in rules.players() else "open"
        ready = t(
            "✅ **{name}** is ready. Play it with `/gin {command} preset:{name}`.",
            name=name,
            command=command,
        )
        await ctx.reply.private(house_screen(ctx.reader, name, rules, 0, ready))

    @staticmethod
    def _rules(reader: Reader, options: dict[str, Option], base: Rules) -> Rules:
        try:
            return house_rules(options, base)
        except OptionError as error:
            raise Refusal.in_words(option_refusal(reader, error)) from error

    @staticmethod
    async def _config(ctx: Context) -> GuildConfig:
        return await ctx.service.guild_config(ctx.guild)

    @staticmethod
    async def _store(ctx: Context, config: GuildConfig) -> None:
        await ctx.configure(config)
