"""What the application has at Discord: its emojis by name, and its slash commands.

Commands are compared at the start and daily, and published if they differ: another program of the
same application can empty or overwrite them at any time, after which nobody can type a command.
"""

import asyncio
import hashlib
import json
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

import discord
from discord import app_commands
from discord.http import Route

from bot.render import render_back_emoji, render_card_emoji, render_suit_emoji
from bot.render.models import Back, Picture
from bot.ui.markup import SUIT_EMOJIS, Markup, card_emoji_name
from bot.ui.publishing import CommandTranslator
from bot.ui.requests import FAILURES, described, may_pass
from bot.wording.cards import SIGNS, short
from engine.game.cards import FULL_DECK, Suit, cards_of

RETRY_SECONDS: Final = 60.0
log = logging.getLogger(__name__)


def pictures() -> Iterator[tuple[str, Callable[[], Picture]]]:
    """Return every emoji by name, with the function that draws it."""
    for card in cards_of(FULL_DECK):
        yield card_emoji_name(short(card)), partial(render_card_emoji, card)
    for suit in Suit:
        yield SUIT_EMOJIS[SIGNS[suit]], partial(render_suit_emoji, suit)
    for back in Back:
        yield f"gin_back_{back.value}", partial(render_back_emoji, back)


async def sync_emojis(client: discord.Client, dressing: Markup) -> int:
    """Upload the missing emojis and return their number.

    Texts and buttons use emojis only when all of them exist, so that no message mixes them with
    plain signs. What Discord does not take now is tried again in a minute; what it refuses, at the
    next start.
    """
    uploaded = 0
    while True:
        try:
            present = {emoji.name: str(emoji) for emoji in await client.fetch_application_emojis()}
            for name, draw in pictures():
                if name not in present:
                    picture = await asyncio.to_thread(draw)
                    emoji = await client.create_application_emoji(name=name, image=picture.data)
                    present[name] = str(emoji)
                    uploaded += 1
        except discord.HTTPException as error:
            log.warning("the emojis are not complete (%s)", described(error))
            if not may_pass(error):
                return uploaded
            await asyncio.sleep(RETRY_SECONDS)
        else:
            dressing.emojis = present
            return uploaded


Definition: TypeAlias = dict[str, Any]
"""A command as Discord's API writes it."""

DAY_MS: Final = 24 * 3_600_000
RETRY_MS: Final = 60_000
ENTRY_POINT: Final = 4
"""The type of the command that opens an Activity from the app launcher."""
SLASH: Final = 1
_RESENT: Final = (
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
"""The fields of the Entry Point, which is sent as it is."""
_COMPARED: Final = frozenset(
    (
        *("type", "name", "name_localizations", "description", "description_localizations"),
        *("options", "choices", "value", "required", "autocomplete", "channel_types"),
        *("min_value", "max_value", "min_length", "max_length"),
        *("contexts", "integration_types", "default_member_permissions", "nsfw"),
    )
)
_UNORDERED: Final = frozenset(("contexts", "integration_types", "channel_types"))


def normalized(found: Mapping[str, Any]) -> Definition:
    """Return a command or option without what Discord fills in, leaves out or orders itself."""
    retained: Definition = {}
    for name in sorted(_COMPARED & found.keys()):
        value = found[name]
        if name == "default_member_permissions":
            value = None if value is None else str(value)
        elif name in ("options", "choices"):
            value = [normalized(one) for one in value or ()]
        elif name in _UNORDERED:
            value = sorted(value or ())
        is_default = value is None or value is False or value in ("", [], {})
        if not is_default or name == "value":
            retained[name] = value
    return retained


def differences(own: Sequence[Definition], stored: Sequence[Definition]) -> str:
    """Return the names of the commands that are missing, changed or foreign at Discord."""
    wanted = {(one.get("type", SLASH), one["name"]): normalized(one) for one in own}
    found = {(one.get("type", SLASH), one["name"]): normalized(one) for one in stored}
    kinds = {
        "missing": [name for name in wanted if name not in found],
        "changed": [name for name, one in wanted.items() if name in found and found[name] != one],
        "foreign": [name for name in found if name not in wanted],
    }
    return "; ".join(
        f"{kind}: {', '.join(name for _, name in names)}" for kind, names in kinds.items() if names
    )


async def definitions(tree: app_commands.CommandTree[Any]) -> list[Definition]:
    """Return the commands of a tree with all their languages, as they are published."""
    translator = CommandTranslator()
    await tree.set_translator(translator)
    return [await one.get_translated_payload(tree, translator) for one in tree.get_commands()]


class PublishedCommands:
    """The commands of the bot at Discord.

    ``file``: what was published last, since Discord allows 200 new commands a day
    (interactions/application-commands), and when commands of others were replaced; None where
    Discord is simulated and new at each start, so that nothing is remembered of it. ``warning``: a
    sentence for the operator; empty if there is none.
    """

    def __init__(
        self, tree: app_commands.CommandTree[Any], file: Path | None, now_ms: Callable[[], int]
    ) -> None:
        self.warning = ""
        self.ids: dict[str, int] = {}
        """The ids of the commands' top commands, by path such as ``gin friends add``."""
        self._tree = tree
        self._file = file
        self._now_ms = now_ms
        self._due_ms = 0
        self._is_start = True

    async def compare_daily(self) -> None:
        """Compare if a day has passed since the last comparison, or a minute since a failed one."""
        if self._now_ms() >= self._due_ms:
            await self.compare()

    async def compare(self) -> None:
        """Compare the commands with those at Discord, and publish them if they differ."""
        self._due_ms = self._now_ms() + RETRY_MS
        known = await asyncio.to_thread(_read, self._file)
        try:
            known = await self._brought_up_to_date(known)
        except FAILURES as error:
            why = described(error)
            log.warning("the commands at Discord were not compared (%s)", why)
            self.warning = f"the commands at Discord were not compared ({why})"
        else:
            if self._file:
                await asyncio.to_thread(self._file.write_text, json.dumps(known))
            self._due_ms = self._now_ms() + DAY_MS
            self._is_start = False
        self.ids = self._paths(known.get("ids", {}))

    async def _brought_up_to_date(self, known: Definition) -> Definition:
        """Return what is known from now on."""
        own = await definitions(self._tree)
        text = json.dumps(own, sort_keys=True, default=str)
        digest = hashlib.sha256(text.encode()).hexdigest()
        every = await self._stored()
        entry_points = [one for one in every if one.get("type") == ENTRY_POINT]
        stored = [one for one in every if one.get("type") != ENTRY_POINT]
        is_published = known.get("digest") == digest
        found = differences(own, stored)
        replaced = [at for at in known.get("replaced_ms", ()) if at > self._now_ms() - DAY_MS]
        self.warning = ""
        if found and not (is_published and known.get("versions") == _versions(stored)):
            is_left = self._is_start and known.get("left") == _versions(stored)
            if is_published and not self._may_replace(found, replaced, is_left=is_left):
                left = _versions(stored)
                return {**known, "ids": _ids(stored), "replaced_ms": replaced, "left": left}
            stored = await self._overwrite(own, entry_points)
            log.info("published %d commands (%s)", len(own), found)
        return {
            "digest": digest,
            "ids": _ids(stored),
            "versions": _versions(stored),
            "replaced_ms": replaced,
        }

    def _may_replace(self, found: str, replaced: list[int], *, is_left: bool) -> bool:
        """Say that another program has overwritten the commands; false the second time in a day.

        Two programs that overwrite each other's commands would only use up what Discord allows.
        ``is_left``: this is a start, and nobody has written since such commands were left alone.
        """
        may = is_left or not replaced
        if not may:
            self.warning = (
                f"another program overwrites the commands at Discord ({found}). Give each program "
                "an application of its own, then restart Gin to publish its commands at once; "
                "without a restart it does so in 24 hours"
            )
        else:
            self.warning = (
                f"another program has overwritten the commands at Discord ({found}); they were "
                "published again"
            )
        log.warning("%s", self.warning)
        if may:
            replaced.append(self._now_ms())
        return may

    @property
    def _application(self) -> int:
        application: int | None = self._tree.client.application_id
        assert application is not None, "the commands are compared after the login"
        return application

    async def _stored(self) -> list[Definition]:
        """Return the commands at Discord with all their languages, for which the library has no
        call.
        """
        route = Route(
            "GET", "/applications/{application_id}/commands", application_id=self._application
        )
        found: list[Definition] = await self._tree.client.http.request(
            route, params={"with_localizations": "true"}
        )
        return found

    async def _overwrite(
        self, own: list[Definition], entry_points: list[Definition]
    ) -> list[Definition]:
        """Replace all commands but the Entry Point, which Discord makes where Activities are on.

        A replacement without it is refused (activities/user-actions).
        """
        retained = [{name: one[name] for name in _RESENT if name in one} for one in entry_points]
        stored: list[Any] = await self._tree.client.http.bulk_upsert_global_commands(
            self._application, payload=[*own, *retained]
        )
        return [one for one in stored if one.get("type") != ENTRY_POINT]

    def _paths(self, ids: Mapping[str, int]) -> dict[str, int]:
        """Return the paths of all commands, each with the id of its top command."""
        found: dict[str, int] = {}
        for command in self._tree.walk_commands(type=discord.AppCommandType.chat_input):
            if isinstance(command, app_commands.Command):
                top = command.root_parent or command
                if top.name in ids:
                    found[command.qualified_name] = ids[top.name]
        return found


def _ids(stored: Sequence[Definition]) -> dict[str, int]:
    return {one["name"]: int(one["id"]) for one in stored if one.get("type", SLASH) == SLASH}


def _versions(stored: Sequence[Definition]) -> dict[str, str]:
    """Return the version of each command, which Discord changes with its definition."""
    return {str(one["id"]): str(one.get("version", "")) for one in stored}


def _read(file: Path | None) -> Definition:
    """Return what was published last; empty if nothing is remembered or it cannot be read."""
    if file is None:
        return {}
    try:
        known = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return known if isinstance(known, dict) and isinstance(known.get("ids"), dict) else {}
