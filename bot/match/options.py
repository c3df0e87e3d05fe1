"""Values for the options of commands: rulesets by name, clocks."""

import re
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import discord
from discord import app_commands

from bot.match.threads import THREAD
from bot.ui.context import Context, context_of
from bot.ui.i18n import Translator, mark
from bot.ui.reader import Reader
from bot.ui.replying import Refusal
from bot.wording.names import TITLES
from bot.wording.rules_options import value_text
from engine.clocks.clock import (
    CASUAL,
    CLOCKS,
    DAILY,
    EIGHT_HOURS,
    LIVE,
    LIVE_3_10,
    LIVE_5_15,
    THREE_DAYS,
    TWO_DAYS,
    UNTIMED,
    ClockRules,
)
from engine.game.errors import OptionError
from engine.game.option_types import Choices, Option
from engine.game.options import OPTIONS
from engine.game.presets import PRESETS
from engine.game.rules import Rules, rules_from
from engine.players import CHARACTERS
from engine.service import GuildConfig

HIGHEST_RATING: Final = 4000
_WINDOW: Final = re.compile(r"(\d{0,4})\s*[-–]\s*(\d{0,4})", re.ASCII)
LEVEL_TITLES: Final = {
    level.value: f"{one.name}: {level.value}" for level, one in CHARACTERS.items()
}
"""The strengths of the computer in plain words; they stand in the catalogues as command texts."""
LEVEL_CHOICES: Final = [
    app_commands.Choice(name=title, value=level) for level, title in LEVEL_TITLES.items()
]
CLOCK_TITLES: Final = {
    LIVE_5_15.name: mark("Live: 5 min + 15 s per turn"),
    LIVE_3_10.name: mark("Live: 3 min + 10 s per turn"),
    LIVE.name: mark("Live: 90 seconds per turn"),
    DAILY.name: mark("1 day per turn"),
    EIGHT_HOURS.name: mark("8 hours per turn"),
    TWO_DAYS.name: mark("2 days per turn"),
    THREE_DAYS.name: mark("3 days per turn"),
    CASUAL.name: mark("Casual: a week per turn"),
    UNTIMED.name: mark("No time limit"),
}
"""The clocks in plain words."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """Rules with the name by which they were chosen."""

    name: str
    rules: Rules


def ruleset(house: Mapping[str, Mapping[str, Option]], name: str) -> Ruleset:
    """Return a preset of the rulebook or of this server; Refusal lists the alternatives."""
    if name in PRESETS:
        return Ruleset(name, PRESETS[name])
    if name in house:
        try:
            return Ruleset(name, rules_from(house[name]))
        except OptionError as error:
            raise Refusal(
                "The house rules {name} can't be played. Ask an admin.", name=name
            ) from error
    known = ", ".join((*house, *PRESETS))
    raise Refusal(
        "There are no rules called {name}. Choose from: {known}.", name=name[:40], known=known
    )


async def chosen_rules(ctx: Context, preset: str, target: int | None = None) -> Ruleset:
    """Return the rules of this name on this server, played to ``target`` points if given."""
    config = await ctx.service.guild_config(ctx.guild)
    found = ruleset(config.presets, preset)
    if target is None:
        return found
    try:
        return Ruleset(found.name, found.rules.to_points(target))
    except OptionError as error:
        raise Refusal("A game to {n} points isn't possible.", n=target) from error


Titles: TypeAlias = Callable[[Translator], Mapping[str, str]]
"""The choices of an option in a language: titles by value."""
Autocomplete: TypeAlias = Callable[
    [discord.Interaction[Any], str], Coroutine[Any, Any, list[app_commands.Choice[str]]]
]


def offering(titles: Titles) -> Autocomplete:
    """Return an autocomplete callback for titles that contain the typed text.

    Fixed choices would count against the 8,000 characters that Discord allows for the whole command
    in its longest language.
    """

    async def offer(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        reader = context_of(interaction).reader
        wanted = typed.casefold()
        return [
            app_commands.Choice(name=title[:100], value=value)
            for value, title in titles(reader.words).items()
            if wanted in title.casefold() or wanted in value
        ][:25]

    return offer


def value_of(reader: Reader, titles: Titles, text: str) -> str:
    """Return the value with this name or title; Refusal lists the alternatives."""
    own = titles(reader.words)
    for value, title in own.items():
        if text.casefold() in (value, title.casefold()):
            return value
    known = ", ".join(own.values())
    raise Refusal("{text} isn't available here. Choose from: {known}.", text=text[:40], known=known)


def clock_titles(words: Translator) -> dict[str, str]:
    """Return the clocks that a table can have."""
    return {name: words.t(title) for name, title in CLOCK_TITLES.items()}


def level_titles(words: Translator) -> dict[str, str]:
    """Return the strengths that the computer can play at."""
    return {name: words.t(title) for name, title in LEVEL_TITLES.items()}


def clock_of(reader: Reader, text: str) -> ClockRules:
    """Return the clock of this name or title; Refusal lists the alternatives."""
    return CLOCKS[value_of(reader, clock_titles, text)]


async def server_presets(ctx: Context) -> GuildConfig:
    """Return the server's settings; Refusal where no tables may open."""
    config = await ctx.service.guild_config(ctx.guild)
    here = {ctx.channel, ctx.origin.parent}
    if config.channels and not here & set(config.channels):
        names = ", ".join(f"<#{channel}>" for channel in config.channels)
        raise Refusal(
            "On this server, tables open only in {channels}. Go there and type the command again.",
            channels=names,
        )
    return config


def room_of(config: GuildConfig, *, asked: bool) -> str | None:
    """Return the kind of room for a new table; ``asked``: its host wants a thread."""
    if config.threads == "always":
        return THREAD
    if asked and config.threads == "never":
        raise Refusal("This server doesn't use threads for tables.")
    return THREAD if asked else None


def rated_here(config: GuildConfig, *, asked: bool | None, usual: bool) -> bool:
    """Whether a match counts for this server's ratings; Refusal where none does."""
    if config.rated == "never":
        if asked:
            raise Refusal("Matches aren't rated on this server.")
        return False
    if asked is not None:
        return asked
    return usual and config.rated == "yes"


def rating_window(text: str) -> tuple[int, int] | None:
    """Parse the ratings that may join, such as ``1400-1600``, ``1500-`` or ``-1500``."""
    if not text.strip():
        return None
    found = _WINDOW.fullmatch(text.strip())
    if found is None:
        raise Refusal("Write the ratings like {example}.", example="`1400-1600`")
    low, high = found.groups()
    window = (int(low or 0), int(high or HIGHEST_RATING))
    if window[0] > window[1]:
        raise Refusal("The minimum rating must not be higher than the maximum.")
    return window


async def preset_choices(
    interaction: discord.Interaction, typed: str
) -> list[app_commands.Choice[str]]:
    """Return rulesets whose name contains the typed text, the server's own first."""
    ctx = context_of(interaction)
    config, t = await ctx.service.guild_config(ctx.guild), ctx.t
    named = {name: t("{name} (house rules)", name=name) for name in config.presets}
    named |= {name: t(title) for name, title in TITLES.items()}
    wanted = typed.casefold()
    return [
        app_commands.Choice(name=title[:100], value=name)
        for name, title in named.items()
        if wanted in name.casefold() or wanted in title.casefold()
    ][:25]


async def option_choices(
    interaction: discord.Interaction, typed: str
) -> list[app_commands.Choice[str]]:
    """Return the names of options, or after the equals sign the values of the typed one."""
    before, space, last = typed.rpartition(" ")
    name, equals, begun = last.partition("=")
    if equals and name in OPTIONS:
        values = OPTIONS[name]
        found = list(values.values) if isinstance(values, Choices) else [values.low, values.high]
        ends = [f"{name}={value_text(value)}" for value in found]
        ends = [one for one in ends if one.startswith(f"{name}={begun}")] or [last]
    else:
        ends = [f"{one}=" for one in OPTIONS if name in one]
    offers = [f"{before}{space}{end}" for end in ends]
    return [app_commands.Choice(name=one, value=one) for one in offers if len(one) <= 100][:25]
