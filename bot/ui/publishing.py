"""Publication of the commands at Discord in every language, and retrieval of their ids."""

import asyncio
import hashlib
import json
import logging
from pathlib import Path
from typing import Any, Final

import discord
from discord import app_commands

from bot.ui.translator import CommandTranslator

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
