"""The slash commands at Discord: places, types of options, languages, publication."""

import asyncio
import hashlib
import json
import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
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


ENTRY_POINT: Final = 4
"""The type of the command that opens an Activity from the app launcher."""
_KEPT: Final = (
    "id",
    "type",
    "name",
    "name_localizations",
    "description",
    "description_localizations",
    "handler",
    "integration_types",
    "contexts",
    "default_member_permissions",
    "nsfw",
)
log = logging.getLogger(__name__)


async def publish(
    tree: app_commands.CommandTree[Any], file: Path, *, always: bool = False
) -> dict[str, int]:
    """Publish the commands if they changed; return the id by path such as ``gin friends add``.

    ``file`` stores the published version, since Discord allows 200 new commands a day
    (interactions/application-commands).
    """
    translator = CommandTranslator()
    await tree.set_translator(translator)
    payload = [
        await command.get_translated_payload(tree, translator) for command in tree.get_commands()
    ]
    text = json.dumps(payload, sort_keys=True, default=str)
    digest = hashlib.sha256(text.encode()).hexdigest()
    known = await asyncio.to_thread(_read, file)
    if always or known.get("digest") != digest:
        ids = await _overwrite(tree.client, payload)
        await asyncio.to_thread(file.write_text, json.dumps({"digest": digest, "ids": ids}))
        log.info("published %d commands", len(payload))
        known = {"ids": ids}
    return _paths(tree, known["ids"])


async def _overwrite(client: discord.Client, payload: list[dict[str, Any]]) -> dict[str, int]:
    """Replace all commands but the Entry Point, which Discord makes where Activities are on.

    A replacement without it is refused (activities/user-actions).
    """
    application = client.application_id
    assert application is not None, "the commands are published after the login"
    known: list[Any] = await client.http.get_global_commands(application)
    kept = [
        {name: one[name] for name in _KEPT if name in one}
        for one in known
        if one.get("type") == ENTRY_POINT
    ]
    stored: list[Any] = await client.http.bulk_upsert_global_commands(
        application, payload=[*payload, *kept]
    )
    return {one["name"]: int(one["id"]) for one in stored if one.get("type") != ENTRY_POINT}


def _paths(tree: app_commands.CommandTree[Any], ids: dict[str, int]) -> dict[str, int]:
    """Return the paths of all commands, each with the id of its top command."""
    found: dict[str, int] = {}
    for command in tree.walk_commands(type=discord.AppCommandType.chat_input):
        if isinstance(command, app_commands.Command):
            top = command.root_parent or command
            if top.name in ids:
                found[command.qualified_name] = ids[top.name]
    return found


def _read(file: Path) -> dict[str, Any]:
    """Return the last published version; empty if it cannot be read."""
    try:
        known = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return known if isinstance(known, dict) and isinstance(known.get("ids"), dict) else {}
