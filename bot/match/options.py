"""Values for the options of commands: rulesets by name, clocks."""

import re
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import discord
from discord import app_commands

from bot.match.links import THREAD
from bot.ui.context import Context, context_of
from bot.ui.i18n import Translator, mark
from bot.ui.parts.rulesets import PresetChoice
from bot.ui.reader import Reader
from bot.ui.replying import Refusal
from bot.wording.names import TITLES
from bot.wording.rules import ruleset_card
from bot.wording.rules_options import value_text
from engine.clocks import (
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
from engine.game.presets import PRESETS, players_of
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
        "There's no ruleset called {name}. Choose from: {known}.", name=name[:40], known=known
    )


def rulesets_for(
    house: Mapping[str, Mapping[str, Option]], players: int | None = None
) -> dict[str, tuple[int, ...]]:
    """Return rulesets with their numbers of players, fewest first, a server's own before others.

    ``players``: only those that this many can play.
    """
    found = {}
    for name in (*house, *PRESETS):
        try:
            sizes = players_of(name, ruleset(house, name).rules)
        except Refusal:  # House rules of an older release may be unplayable.
            continue
        if players is None or players in sizes:
            found[name] = sizes
    return dict(sorted(found.items(), key=lambda one: one[1][0]))


def ruleset_cards(
    words: Translator, house: Mapping[str, Mapping[str, Option]]
) -> tuple[PresetChoice, ...]:
    """Return every ruleset that can be chosen here, in the order of :func:`rulesets_for`."""
    return tuple(
        ruleset_card(words, name, ruleset(house, name).rules, players)
        for name, players in rulesets_for(house).items()
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
        raise Refusal("You can't play to {n} points here.", n=target) from error


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
            "On this server, tables open only in {channels}. Type the command there.",
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
        raise Refusal("Enter the rating range like {example}.", example="`1400-1600`")
    low, high = found.groups()
    window = (int(low or 0), int(high or HIGHEST_RATING))
    if window[0] > window[1]:
        raise Refusal("The minimum rating must not be higher than the maximum.")
    return window


MOST_CHOICES: Final = 25


def choosing_rules(players: int | None = None) -> Autocomplete:
    """Return an autocomplete callback for rulesets, grouped by their numbers of players.

    ``players``: only those for this many; otherwise for as many as the command's own option
    ``players`` says, or for any number.
    """

    async def offer(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        ctx = context_of(interaction)
        config = await ctx.service.guild_config(ctx.guild)
        wanted = players or getattr(interaction.namespace, "players", None)
        found = rulesets_for(config.presets, wanted if isinstance(wanted, int) else None)
        titles = {
            name: ruleset_title(ctx.reader, config, name, sizes) for name, sizes in found.items()
        }
        text = typed.casefold()
        fitting = [
            name for name in found if text in name.casefold() or text in titles[name].casefold()
        ]
        # Rules for two are the most; where not all fit, typing finds the last of them.
        more = [name for name in fitting if 2 not in found[name]][:MOST_CHOICES]
        for_two = [name for name in fitting if 2 in found[name]][: MOST_CHOICES - len(more)]
        return [
            app_commands.Choice(name=titles[name][:100], value=name) for name in (*for_two, *more)
        ]

    return offer


def ruleset_title(reader: Reader, config: GuildConfig, name: str, sizes: tuple[int, ...]) -> str:
    """Return the name of a ruleset with its number of players, unless it is for two."""
    t = reader.words.t
    title = t("{name} (house rules)", name=name) if name in config.presets else t(TITLES[name])
    if sizes == (2,):
        return title
    return t("{n} players: {rules}", n=", ".join(map(str, sizes)), rules=title)


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
