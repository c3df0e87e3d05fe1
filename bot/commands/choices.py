"""What the options of commands offer: rulesets by name, clocks."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands

from bot.commands.failures import Unusable
from bot.presenter.preset_names import TITLES
from bot.presenter.reader import Reader
from engine.clock import (
    CASUAL,
    DAILY,
    EIGHT_HOURS,
    LIVE,
    LIVE_3_10,
    LIVE_5_15,
    THREE_DAYS,
    TWO_DAYS,
    UNTIMED,
)
from engine.errors import OptionError
from engine.players import CHARACTERS
from engine.rules import PRESETS, Option, Rules, rules_from
from engine.service import GuildId

if TYPE_CHECKING:
    from bot.app import GinBot

LEVEL_CHOICES: Final = [
    app_commands.Choice(name=f"{one.name}: {level.value}", value=level.value)
    for level, one in CHARACTERS.items()
]
CLOCK_CHOICES: Final = [
    app_commands.Choice(name="1 day a turn", value=DAILY.name),
    app_commands.Choice(name="8 hours a turn", value=EIGHT_HOURS.name),
    app_commands.Choice(name="2 days a turn", value=TWO_DAYS.name),
    app_commands.Choice(name="3 days a turn", value=THREE_DAYS.name),
    app_commands.Choice(name="Casual: a week a turn", value=CASUAL.name),
    app_commands.Choice(name="Live: 3 min + 10 s a turn", value=LIVE_3_10.name),
    app_commands.Choice(name="Live: 5 min + 15 s a turn", value=LIVE_5_15.name),
    app_commands.Choice(name="Live: 90 seconds a turn", value=LIVE.name),
    app_commands.Choice(name="No time limit", value=UNTIMED.name),
]


@dataclass(frozen=True, slots=True)
class Ruleset:
    """Rules with the name they were chosen by."""

    name: str
    rules: Rules


def ruleset(reader: Reader, house: Mapping[str, Mapping[str, Option]], name: str) -> Ruleset:
    """A preset of the rulebook or of this server; Unusable says what there is otherwise."""
    t = reader.words.t
    if name in PRESETS:
        return Ruleset(name, PRESETS[name])
    if name in house:
        try:
            return Ruleset(name, rules_from(house[name]))
        except OptionError as error:
            text = t("The house rules {name} cannot be played. Ask an administrator.", name=name)
            raise Unusable(text) from error
    known = ", ".join((*house, *PRESETS))
    raise Unusable(
        t("There are no rules named {name}. There are: {known}.", name=name[:40], known=known)
    )


async def preset_choices(
    interaction: discord.Interaction, typed: str
) -> list[app_commands.Choice[str]]:
    """Rulesets whose name contains what was typed; the server's own come first."""
    bot: GinBot = interaction.client  # type: ignore[assignment]
    config = await bot.service.guild_config(GuildId(interaction.guild_id or 0))
    named = {name: f"{name} (house rules)" for name in config.presets} | dict(TITLES)
    wanted = typed.casefold()
    return [
        app_commands.Choice(name=title[:100], value=name)
        for name, title in named.items()
        if wanted in name.casefold() or wanted in title.casefold()
    ][:25]
