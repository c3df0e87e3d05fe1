"""Handlers and commands of a server's settings, set-up and house rules; administrators only."""

import re
from collections.abc import Mapping
from typing import Final

import discord
from discord import app_commands

from bot.match.options import choosing_rules, option_choices, ruleset
from bot.match.tv import TvMessages
from bot.presses.lobby import HousePress, HouseVerb
from bot.presses.server import ConfigPress, ServerSetting, SetupPress, SetupVerb
from bot.server.screens import (
    NONE,
    PER_MENU,
    house_screen,
    houses_screen,
    option_screen,
    server_screen,
    setup_screen,
)
from bot.ui.context import (
    Context,
    ask_for_text,
    context_of,
    is_submitted,
    require_assignable,
    text_of,
)
from bot.ui.publishing import IN_SERVERS, TO_SERVERS
from bot.ui.reader import Reader
from bot.ui.replying import Refusal
from bot.ui.routes import AnswerKind
from bot.ui.screen import Accent, Screen, notice_screen
from bot.wording.errors import option_refusal
from bot.wording.names import OWN_LANGUAGE
from bot.wording.rules_options import value_text, values_text
from engine.game.errors import OptionError
from engine.game.option_types import Choices, Option
from engine.game.options import OPTIONS, house_rules
from engine.game.presets import PRESETS
from engine.game.rules import Rules
from engine.service import GuildConfig


async def config_pressed(ctx: Context, press: ConfigPress) -> None:
    """Change a setting to the chosen value."""
    ctx.require_admin()
    config = await ctx.service.guild_config(ctx.guild)
    changed = changed_config(config, press.setting, ctx.values)
    stored = await ctx.configure(changed)
    await ctx.reply.update(server_screen(ctx.reader, stored))


def changed_config(
    config: GuildConfig, setting: ServerSetting, values: tuple[str, ...]
) -> GuildConfig:
    """Return the settings after a press; unknown choices change nothing."""
    value = values[0] if values else ""
    new: dict[str, object] = {}
    match setting:
        case ServerSetting.CHANNELS:
            new = {"channels": tuple(int(one) for one in values if one.isdecimal())}
        case ServerSetting.LANGUAGE:
            new = {"language": None if value == OWN_LANGUAGE else value}
        case ServerSetting.THREADS if value in ("never", "ask", "always"):
            new = {"threads": value}
        case ServerSetting.RATED if value in ("yes", "no", "never"):
            new = {"rated": value}
        case ServerSetting.PINGS:
            new = {"pings": value == "yes" if value else not config.pings}
        case ServerSetting.ACROSS:
            new = {"across": not config.across}
        case ServerSetting.MEMBERS:
            new = {"members_only": not config.members_only}
        case ServerSetting.REPORTS:
            new = {"reports_channel": int(value) if value else None}
        case ServerSetting.SEASON:
            new = {"season_role": int(value) if value else None}
        case ServerSetting.ORGANISERS:
            new = {"organiser_role": int(value) if value else None}
    return GuildConfig.model_validate(config.model_dump() | new)


def house_answers(press: HousePress, submitted: bool) -> AnswerKind:
    """Return the answer kind: in place for pages, a form for a number."""
    asks = press.verb is HouseVerb.ASK and not submitted
    return AnswerKind.FORM if asks else AnswerKind.IN_PLACE


async def house_pressed(ctx: Context, press: HousePress) -> None:
    """Show a page or an option of house rules, or change an option."""
    ctx.require_admin()
    if press.verb is HouseVerb.ASK and not is_submitted(ctx):
        await _ask(ctx, press.option, press.name)
        return
    if ctx.turns_a_page:
        await ctx.reply.update(await houses_of(ctx))
        return
    config = await ctx.service.guild_config(ctx.guild)
    name = ctx.value if press.verb is HouseVerb.OPEN else press.name
    rules = ruleset(config.presets, name).rules
    if name not in config.presets:
        raise Refusal("House rules called {name} no longer exist.", name=name[:40])
    match press.verb:
        case HouseVerb.OPEN | HouseVerb.PAGE:
            await ctx.reply.update(house_screen(ctx.reader, name, rules, press.page))
        case HouseVerb.PICK:
            await ctx.reply.update(option_screen(ctx.reader, name, ctx.value, rules))
        case HouseVerb.SET:
            await _change(ctx, config, name, rules, press.option, ctx.value)
        case HouseVerb.NONE:
            await _change(ctx, config, name, rules, press.option, NONE)
        case HouseVerb.ASK | HouseVerb.NUMBER:
            await _change(ctx, config, name, rules, press.option, text_of(ctx).strip())


async def _change(
    ctx: Context, config: GuildConfig, name: str, rules: Rules, option: str, text: str
) -> None:
    """Save a new value, or show on the option's page why it is invalid."""
    try:
        changed = house_rules({option: _read(option, text)}, rules)
    except OptionError as error:
        refused = option_refusal(ctx.reader, error)
        await ctx.reply.update(option_screen(ctx.reader, name, option, rules, refused))
        return
    presets = config.presets | {name: changed.differences(Rules())}
    new = config.model_copy(update={"presets": presets})
    await ctx.configure(new)
    notice = f"✅ `{option}` **{value_text(changed.options()[option])}**"
    page = list(OPTIONS).index(option) // PER_MENU
    await ctx.reply.update(house_screen(ctx.reader, name, changed, page, notice))


def _read(option: str, text: str) -> Option:
    """Parse a value; OptionError states what an option accepts."""
    values = OPTIONS.get(option)
    if isinstance(values, Choices):
        found = {value_text(value): value for value in values.values}
        if text in found:
            return found[text]
    elif values is not None and text == NONE and values.or_none:
        return None
    elif values is not None and text.isascii() and text.isdigit() and len(text) < 7:
        return int(text)
    known = values_text(option) if values is not None else ""
    raise OptionError("unknown_value", option=option, value=text[:40], known=known)


async def _ask(ctx: Context, option: str, name: str) -> None:
    press = HousePress(HouseVerb.NUMBER, option=option, name=name)
    label = ctx.t("Number")
    await ask_for_text(ctx, press, option, label, length=6, placeholder=values_text(option))


async def houses_of(ctx: Context) -> Screen:
    """Return all house rules of the server."""
    presets = (await ctx.service.guild_config(ctx.guild)).presets
    return houses_screen(ctx.reader, {name: _playable(presets, name) for name in presets})


def _playable(presets: Mapping[str, Mapping[str, Option]], name: str) -> Rules | None:
    """Return house rules; ``None`` if an option of an older release makes them unplayable."""
    try:
        return ruleset(presets, name).rules
    except Refusal:
        return None


async def remove_house(ctx: Context, name: str) -> Screen:
    """Remove house rules; return a sentence about it."""
    config = await ctx.service.guild_config(ctx.guild)
    if name not in config.presets:
        raise Refusal("House rules called {name} no longer exist.", name=name[:40])
    presets = {key: value for key, value in config.presets.items() if key != name}
    await ctx.configure(config.model_copy(update={"presets": presets}))
    text = ctx.t("**{name}** has been removed. Matches that use it continue.", name=name)
    return notice_screen(text, Accent.CALM)


STEP_OF: Final = {
    ServerSetting.CHANNELS: SetupVerb.PLACE,
    ServerSetting.THREADS: SetupVerb.PLACE,
    ServerSetting.ORGANISERS: SetupVerb.PLACE,
    ServerSetting.LANGUAGE: SetupVerb.LANGUAGE,
    ServerSetting.RATED: SetupVerb.LANGUAGE,
    ServerSetting.PINGS: SetupVerb.NEWS,
    ServerSetting.TV: SetupVerb.NEWS,
    ServerSetting.REPORTS: SetupVerb.NEWS,
    ServerSetting.SEASON: SetupVerb.NEWS,
}
"""The step on which each setting stands."""


async def open_setup(ctx: Context) -> None:
    """Show the first step in a private message."""
    ctx.require_admin()
    config = await ctx.service.guild_config(ctx.guild)
    await ctx.reply.private(setup_screen(ctx.reader, config, SetupVerb.PLACE))


async def setup_pressed(tv: TvMessages, ctx: Context, press: SetupPress) -> None:
    """Show a step, or store a choice and show its step again."""
    ctx.require_admin()
    verb = press.verb
    if press.setting is not None:
        await _set(tv, ctx, press.setting)
        verb = STEP_OF[press.setting]
    config = await ctx.service.guild_config(ctx.guild)
    await ctx.reply.update(setup_screen(ctx.reader, config, verb))


async def _set(tv: TvMessages, ctx: Context, setting: ServerSetting) -> None:
    if setting is ServerSetting.TV:
        await _keep_tv(tv, ctx)
        return
    if setting is ServerSetting.SEASON:
        _check_role(ctx)
    config = await ctx.service.guild_config(ctx.guild)
    await ctx.configure(changed_config(config, setting, ctx.values))


async def _keep_tv(tv: TvMessages, ctx: Context) -> None:
    channel = int(ctx.values[0]) if ctx.values else None
    await tv.keep(ctx.guild, ctx.key, ctx.user, channel, None)
    if channel is None:
        return
    await tv.update(ctx.guild)
    if (await ctx.service.guild_config(ctx.guild)).tv_message is None:
        raise Refusal("I can't post in this channel. Allow me to send messages here first.")


def _check_role(ctx: Context) -> None:
    guild = ctx.at_discord.guild
    role = None if guild is None or not ctx.values else guild.get_role(int(ctx.values[0]))
    if role is not None:
        require_assignable(ctx.at_discord, role)


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
                "Enter options like {example}; {part} isn't one.",
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
    async def settings(self, interaction: discord.Interaction) -> None:
        ctx = context_of(interaction)
        config = await self._config(ctx)
        await ctx.reply.private(server_screen(ctx.reader, config))

    @app_commands.command(name="house-rules", description="Create house rules")
    @app_commands.describe(
        name="The name people choose, such as club_rules",
        options="What is different, such as undercut_bonus=10 target=150 (menus follow)",
        base="The preset to start from (default: standard gin)",
    )
    @app_commands.autocomplete(base=choosing_rules(), options=option_choices)
    async def house_rules(
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
            "✅ **{name}** is ready. Play it with `/gin {command} rules:{name}`.",
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
