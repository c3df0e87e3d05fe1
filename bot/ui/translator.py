"""Names, descriptions and choices of the slash commands in the languages of Discord."""

from typing import Final

import discord
from discord import app_commands

from bot.ui.i18n import COMMAND, LANGUAGES, OPTION, words_for

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
