"""A bot without a game that says what Gin says: what a press costs at least; its own process.

``python -m benchmarks.wire.parrot API FILE``. It parses presses on the same panels, commits as many
statements to SQLite and sends the same requests, of the same size, by the cheapest calls that Gin
knows. What Gin costs beyond it is the game, its screens and whatever else it looks after.
"""

import asyncio
import itertools
import json
import os
import sqlite3
import sys
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import discord
from discord.http import Route

from benchmarks.wire.echo import TOKEN
from bot.ui.compose import ComposedMessage, Upload
from bot.ui.edits import ChannelMessage, Edit, TokenMessage, answer_in_place
from bot.ui.screen import Screen

if sys.platform != "win32":
    import uvloop

TURN: Final = 3
"""The presses of a turn: a draw, a choice, which nobody else sees, and a discard."""
PACE_S: Final = 1.0
"""Gin's own interval between two edits of table messages in a channel."""
SCHEMA: Final = """
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE moves (number INTEGER PRIMARY KEY, played TEXT);
    CREATE TABLE answers (number INTEGER PRIMARY KEY, said TEXT);
    CREATE TABLE matches (number INTEGER PRIMARY KEY, state TEXT);
    INSERT INTO matches VALUES (1, '')
"""


@dataclass(frozen=True)
class Phrase:
    """What is on a panel and on a table message, and the bytes of their pictures."""

    panel: list[dict[str, Any]]
    table: list[dict[str, Any]]
    hand_bytes: int
    head_bytes: int
    table_bytes: int


def write(file: Path, phrases: Mapping[str, Phrase]) -> None:
    """Write the phrases by the names of the commands that begin them."""
    file.write_text(json.dumps({name: asdict(one) for name, one in phrases.items()}))


def _read(file: Path) -> dict[str, Phrase]:
    return {name: Phrase(**one) for name, one in json.loads(file.read_text()).items()}


def _ids(components: object) -> set[str]:
    """Return the custom ids of everything within."""
    if isinstance(components, list):
        return {one for part in components for one in _ids(part)}
    if not isinstance(components, dict):
        return set()
    own = {str(components["custom_id"])} if "custom_id" in components else set()
    return own.union(*(_ids(one) for one in components.values()))


class Writer:
    """Commits in a thread of its own."""

    def __init__(self, file: Path) -> None:
        self._thread = ThreadPoolExecutor(1)
        self._database = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
        self._database.executescript(SCHEMA)

    async def commit(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._work)

    def _work(self) -> None:
        run = self._database.execute
        run("BEGIN IMMEDIATE")
        run("INSERT INTO moves (played) VALUES (?)", ("p" * 40,))
        run("INSERT INTO answers (said) VALUES (?)", ("a" * 200,))
        run("UPDATE matches SET state = ? WHERE number = 1", ("s" * 400,))
        run("COMMIT")


class ParrotBot(discord.AutoShardedClient):
    """Says its phrases again and again."""

    def __init__(self, phrases: Mapping[str, Phrase], writer: Writer) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None)
        self._phrases = phrases
        self._pressed = {button: one for one in phrases.values() for button in _ids(one.panel)}
        self._writer = writer
        self._tables: dict[int, int] = {}
        self._drawn_at: dict[int, float] = {}
        self._counts: dict[int, itertools.count[int]] = {}

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        data: Any = interaction.data
        if interaction.type is discord.InteractionType.application_command:
            phrase = self._phrases[data["name"]]
            await interaction.response.send_message(view=_said(phrase.panel).view)
            room = self.get_partial_messageable(interaction.channel_id or 0)
            posted = await room.send(view=_said(phrase.table).view)
            self._tables[(await interaction.original_response()).id] = posted.id
        elif interaction.message is not None:
            await self._play(interaction, self._pressed[data["custom_id"]], interaction.message.id)

    async def _play(self, interaction: discord.Interaction, phrase: Phrase, panel: int) -> None:
        press = next(self._counts.setdefault(panel, itertools.count()))
        if press % TURN == 1:
            await answer_in_place(interaction, Edit(_said(phrase.panel), {}))
            return
        await self._writer.commit()
        await answer_in_place(interaction, Edit(_said(phrase.panel, phrase.hand_bytes), {}))
        head = Edit(_said(phrase.panel, phrase.head_bytes), {})
        await TokenMessage(interaction).edit(head)
        channel, now = interaction.channel_id or 0, time.monotonic()
        if now - self._drawn_at.get(channel, -PACE_S) >= PACE_S:
            self._drawn_at[channel] = now
            table = ChannelMessage(self, channel, self._tables[panel])
            await table.edit(Edit(_said(phrase.table, phrase.table_bytes), {}))


def _said(components: list[dict[str, Any]], picture_bytes: int = 0) -> ComposedMessage:
    uploads = [Upload("picture.png", os.urandom(picture_bytes))] if picture_bytes else []
    return ComposedMessage(Screen(()), components, uploads, discord.AllowedMentions.none())


async def serve(api: str, file: Path) -> None:
    Route.BASE = api
    bot = ParrotBot(_read(file), Writer(file.with_suffix(".db")))
    await bot.start(TOKEN)


if __name__ == "__main__":
    serving = serve(sys.argv[1], Path(sys.argv[2]))
    asyncio.run(serving) if sys.platform == "win32" else uvloop.run(serving)
