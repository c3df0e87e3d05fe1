"""Memory of live and of finished matches, and the time from a start to the first answer."""

import asyncio
import itertools
import json
import time
from asyncio.subprocess import Process
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from benchmarks.wire.load import Load
from benchmarks.wire.processes import Tree, gin, memory_of
from benchmarks.wire.tables import Table, button, seat_all
from engine.game.presets import PRESETS
from engine.service import (
    ChannelId,
    GuildId,
    InteractionId,
    LobbyOpened,
    MatchSetup,
    MessageId,
    OpenLobby,
    Person,
    Prefs,
    Service,
    Started,
    TableMessage,
    UserId,
)
from engine.store import Store
from tests.databases import ready
from tests.wire.server import GUILD, Discord, running_discord

START_S: Final = 120.0
NEVER_MS: Final = 2**52
FIRST_OF_CROWD: Final = 5_000_000


def database(folder: Path) -> str:
    """Return the URL of the bot's database in a folder."""
    return f"sqlite:///{folder / 'gin.db'}"


async def prefer_text(folder: Path, users: Sequence[int]) -> None:
    """Let some people play in text mode, before the bot starts."""
    store = await Store.open(ready(database(folder)))
    service = Service(store)
    keys = itertools.count(1)
    try:
        for user in users:
            person = Person(UserId(user), f"Player {user}")
            await service.set_prefs(InteractionId(next(keys)), person, Prefs(text_mode=True))
    finally:
        await service.close()


async def prefer_text_at(tree: Tree, folder: Path, users: Sequence[int]) -> None:
    """Do that in the database of another commit, which has its own schema."""
    text = (
        "import asyncio, json, pathlib, sys\n"
        "from benchmarks.wire.lifetimes import prefer_text\n"
        "asyncio.run(prefer_text(pathlib.Path(sys.argv[1]), json.loads(sys.argv[2])))"
    )
    process = await asyncio.create_subprocess_exec(
        tree.python, "-c", text, str(folder), json.dumps(list(users)), cwd=tree.root
    )
    if await process.wait():
        raise SystemExit(f"The database of {tree.root} could not be made.")


async def play_begun(folder: Path, matches: int, channel: int) -> None:
    """Begin so many matches without Discord, with their tables drawn."""
    store = await Store.open(ready(database(folder)))
    service = Service(store)
    keys, users = itertools.count(1), itertools.count(FIRST_OF_CROWD)

    async def one() -> None:
        host, guest = (Person(UserId(user), f"P{user}") for user in (next(users), next(users)))
        key = InteractionId(next(keys))
        ask = OpenLobby(
            interaction=key,
            table=TableMessage(GuildId(GUILD), ChannelId(channel)),
            host=host,
            setup=MatchSetup(PRESETS["standard"]),
            expires_at_ms=NEVER_MS,
            invited=(guest,),
        )
        opened = await service.open_lobby(ask)
        assert isinstance(opened, LobbyOpened), opened
        started = await service.join(InteractionId(next(keys)), opened.lobby.id, guest)
        assert isinstance(started, Started), started
        live = started.live
        await service.messages.rendered(live, live.version, live.table.channel, MessageId(live.id))

    try:
        for _ in range(0, matches, 50):
            await asyncio.gather(*(one() for _ in range(50)))
    finally:
        await service.close()


async def start_seconds(folder: Path) -> float:
    """Start the bot on the database in a folder; the seconds to the first answer."""
    async with running_discord() as discord:
        began = time.monotonic()
        async with gin(folder, discord.api):
            async with asyncio.timeout(START_S):
                await discord.gateway.identified.wait()
                one = await discord.answered(await discord.slash(11, "gin help"), START_S)
            return one.answered_at - began


async def kb_per_live(
    discord: Discord, process: Process, pairs: Sequence[tuple[int, int]], channels: Sequence[int]
) -> tuple[float, list[Table]]:
    """Open tables; the memory for each, and the tables."""
    load = Load(discord, process, ())
    await load.quiet()
    before = memory_of(process)
    tables = await seat_all(discord, pairs, channels)
    await load.quiet()
    return (memory_of(process) - before) / len(tables), tables


async def kb_per_finished(discord: Discord, process: Process, tables: Sequence[Table]) -> float:
    """Resign at tables that are open already; the memory that each of them still takes."""
    load = Load(discord, process, ())
    await load.quiet()
    before = memory_of(process)
    for table in tables:
        user = next(iter(table.panels))
        asked = await discord.answered(
            await discord.slash(user, "gin help", channel=table.table.channel)
        )
        message = asked.shown[-1]
        for label in ("My tables", "Resign", "Yes"):
            asked = await discord.answered(
                await discord.press(user, message, button(message, label))
            )
            # A question takes the place of what was pressed.
            message = asked.shown[-1] if asked.shown else message
    await load.quiet()
    return (memory_of(process) - before) / len(tables)
