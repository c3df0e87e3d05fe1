"""What the card table costs: the page in Chromium, CPU of a move by socket and by buttons, a crowd.

Discord, people and pages run in this process; the CPU is that of the bot's process. The public
table message is drawn for both kinds of moves. The moves of one person keep the usual pace.
"""

import asyncio
import importlib.util
import shutil
import tempfile
from asyncio.subprocess import Process
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import aiohttp

from benchmarks.web_pages import BenchPage, enter, opened, play, seated, token_of
from benchmarks.wire.processes import cpu_of, gin
from benchmarks.wire.tables import Table, seat
from bot.ui.custom_id import Area, parse_custom_id
from bot.web.session import Session, Signer
from engine.service import ChannelId, GuildId, UserId
from tests.ports import free_port
from tests.wire.server import CHANNEL, GUILD, Discord, running_discord
from tests.wire.sign_in import SECRET

TABLES = 8
MOVES = 30
SPECTATORS = 500
WATCHED_MOVES = 40
FIRST_USER = 50_000
FIRST_BY_BUTTONS = 60_000
FIRST_SPECTATOR = 70_000
REST_S = 0.45


def spectator_token(user: int) -> str:
    """Return a session of a spectator, whose sign-in is not what is measured."""
    session = Session(
        user=UserId(user),
        name=f"Player {user}",
        locale="en-US",
        guild=GuildId(GUILD),
        channel=ChannelId(CHANNEL),
        guild_locale=None,
        instance="",
        expires=0,
    )
    return Signer(SECRET.encode()).token(session)[0]


async def by_socket(process: Process, pairs: Sequence[Sequence[BenchPage]]) -> float:
    """Return the CPU milliseconds of a move by the socket."""
    matches = [await seated(*pair) for pair in pairs]
    before = cpu_of(process)
    done = await asyncio.gather(
        *(play(match, pair, MOVES) for match, pair in zip(matches, pairs, strict=True))
    )
    return (cpu_of(process) - before).own * 1000 / sum(done)


async def by_buttons(process: Process, discord: Discord) -> float:
    """Return the CPU milliseconds of a move by the buttons of two panels."""
    users = [FIRST_BY_BUTTONS + 2 * one for one in range(TABLES)]
    tables = [await seat(discord, (user, user + 1), CHANNEL) for user in users]
    before = cpu_of(process)
    done = await asyncio.gather(*(_pressed(discord, table) for table in tables))
    return (cpu_of(process) - before).own * 1000 / sum(done)


async def _pressed(discord: Discord, table: Table) -> int:
    """Play so many moves by pressing; return how many there were."""
    moves = 0
    while moves < MOVES:
        press = table.next_press()
        if press is None:
            press = table.refresh()
        if press is None:
            break
        one = await discord.press(press.user, press.message, press.custom_id)
        await discord.answered(one)
        custom_id = parse_custom_id(press.custom_id)
        moves += custom_id is not None and custom_id.area is Area.PLAY
        await asyncio.sleep(REST_S)
    return moves


async def watched(
    process: Process,
    http: aiohttp.ClientSession,
    address: str,
    pair: Sequence[BenchPage],
) -> None:
    """Play a match with and without spectators, and print what they cost."""
    match = await seated(*pair)
    before = cpu_of(process)
    alone = await play(match, pair, WATCHED_MOVES)
    cost = (cpu_of(process) - before).own * 1000 / alone
    crowd = [
        await opened(http, address, user, spectator_token(user))
        for user in range(FIRST_SPECTATOR, FIRST_SPECTATOR + SPECTATORS)
    ]
    await asyncio.gather(*(page.follow(match) for page in crowd))
    for page in crowd:
        page.received = 0
    before = cpu_of(process)
    done = await play(match, pair, WATCHED_MOVES)
    version = pair[0].tables[match]["version"]
    await asyncio.gather(*(page.until(match, version) for page in crowd))
    crowded = (cpu_of(process) - before).own * 1000 / done
    size = sum(page.received for page in crowd) / len(crowd) / done
    print(
        f"   {SPECTATORS} spectators: {crowded:.1f} ms CPU a move, {cost:.1f} ms without them "
        f"({(crowded - cost) * 1000 / SPECTATORS:.0f} µs each), {size / 1000:.1f} kB each"
    )
    await asyncio.gather(*(page.leave() for page in crowd))


async def measure() -> None:
    """Start everything and print the figures."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    users = [FIRST_USER + one for one in range(2 * TABLES + 2)]
    web: dict[str, Any] = {
        "GIN_WEB_PORT": str(port),
        "GIN_CLIENT_SECRET": SECRET,
        "GIN_ACTIVITIES": "true",
    }
    with tempfile.TemporaryDirectory(prefix="gin-web-") as folder:
        async with (
            running_discord() as discord,
            gin(Path(folder), discord.api, **web) as process,
            aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as http,
        ):
            await discord.gateway.identified.wait()
            enter(discord, users)
            await _open(http, address)
            tokens = [await token_of(http, address, discord, user) for user in users]
            pages = [
                await opened(http, address, user, token)
                for user, token in zip(users, tokens, strict=True)
            ]
            pairs = [pages[first : first + 2] for first in range(0, len(pages), 2)]
            socket, buttons = (
                await by_socket(process, pairs[:-1]),
                await by_buttons(process, discord),
            )
            print(f"   a move by the socket: {socket:.1f} ms CPU; by buttons: {buttons:.1f} ms")
            await watched(process, http, address, pairs[-1])
            await asyncio.gather(*(page.leave() for page in pages))


async def _open(http: aiohttp.ClientSession, address: str) -> None:
    """Wait until the page is served."""
    for _ in range(3000):
        try:
            async with http.get(f"{address}/api/about") as answer:
                if answer.status == 200:
                    return
        except aiohttp.ClientError:
            pass
        await asyncio.sleep(0.1)
    raise AssertionError("the card table does not open")


def main() -> None:
    """Run the benchmark: the page in a browser if there is one, then the bot alone."""
    if importlib.util.find_spec("playwright") is not None and shutil.which("chromium") is not None:
        from benchmarks import web_browser

        web_browser.main()
    asyncio.run(measure())
