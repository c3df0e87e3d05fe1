"""The definitions of slash commands: places, types of options, languages."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

import discord
from discord import AppCommandOptionType, app_commands

from bot.ui.i18n import COMMAND, LANGUAGES, OPTION, words_for

SlashCommand: TypeAlias = app_commands.Command[Any, ..., None]
"""A slash command, whatever its options."""

IN_SERVERS: Final = app_commands.AppCommandContext(
    guild=True, dm_channel=False, private_channel=False
)
TO_SERVERS: Final = app_commands.AppInstallationType(guild=True, user=False)
ANYWHERE: Final = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
TO_ANYONE: Final = app_commands.AppInstallationType(guild=True, user=True)
"""Servers, and people who add the application to their own account."""


LARGEST: Final = 2**53
LONGEST: Final = 6000
_NESTING: Final = (
    AppCommandOptionType.subcommand.value,
    AppCommandOptionType.subcommand_group.value,
)
_RESOLVED: Final = {
    AppCommandOptionType.user: ("users",),
    AppCommandOptionType.role: ("roles",),
    AppCommandOptionType.channel: ("channels",),
    AppCommandOptionType.mentionable: ("users", "roles"),
    AppCommandOptionType.attachment: ("attachments",),
}
"""The fields of Discord's payload that describe the object of an option's id."""


def is_usable(command: object, data: Mapping[str, Any]) -> bool:
    """Whether every given option matches its declaration."""
    if not isinstance(command, app_commands.Command):
        return True
    options: Sequence[Mapping[str, Any]] = data.get("options") or ()
    while options and options[0].get("type") in _NESTING:
        options = options[0].get("options") or ()
    known = {one.display_name: one for one in command.parameters}
    resolved = data.get("resolved") or {}
    return all(
        one.get("name") not in known or fits(known[one["name"]], one.get("value"), resolved)
        for one in options
    )


def fits(parameter: app_commands.Parameter, value: object, resolved: Mapping[str, Any]) -> bool:
    """Whether a value has an option's type and is within its limits."""
    least, most = parameter.min_value, parameter.max_value
    choices = [one.value for one in parameter.choices]
    match parameter.type:
        case AppCommandOptionType.string:
            if not isinstance(value, str) or not (least or 0) <= len(value) <= (most or LONGEST):
                return False
            return not choices or value in choices
        case AppCommandOptionType.integer:
            if type(value) is not int or abs(value) > LARGEST:
                return False
            low, high = -LARGEST if least is None else least, LARGEST if most is None else most
            return low <= value <= high
        case AppCommandOptionType.boolean:
            return isinstance(value, bool)
        case AppCommandOptionType.number:
            return isinstance(value, int | float)
        case _:
            places = _RESOLVED.get(parameter.type, ())
            return isinstance(value, str) and any(value in resolved.get(one, {}) for one in places)


_CONTEXTS: Final = {
    app_commands.TranslationContextLocation.command_name: COMMAND,
    app_commands.TranslationContextLocation.group_name: COMMAND,
    app_commands.TranslationContextLocation.parameter_name: OPTION,
}


class CommandTranslator(app_commands.Translator):
    """The translator of command texts from the catalogues; missing texts stay English."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        if locale.value not in LANGUAGES:
            return None
        words = words_for(locale.value)
        named = _CONTEXTS.get(context.location)
        is_menu = isinstance(context.data, app_commands.ContextMenu)
        if named is None or is_menu:
            found = words.t(string.message) if string.message else ""
        else:
            found = words.name(named, string.message)
        return found if found != string.message else None
