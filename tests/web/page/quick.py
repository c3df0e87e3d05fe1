"""Moves that are made without a window: nobody draws them, and a round takes a moment."""

import asyncio
import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import aiohttp

from bot.playground import MEMBERS
from bot.ui.pacing import BURST, PER_SECOND
from tests.browser.playground_page import Program
from tests.seeds import SEED
from tests.web.pages import Page, sat_down
from tests.web.table_players import play_on

Ready = Callable[[dict[str, Any]], bool]


class CardTable:
    """The program's card table, as pages without a window open it."""

    def __init__(self, address: str, http: aiohttp.ClientSession) -> None:
        self.address = address
        self.http = http
        self.frames: list[tuple[int, str]] = []

    @property
    def origin(self) -> str:
        return self.address.rstrip("/")


def round_is_over(table: dict[str, Any]) -> bool:
    """Whether the hands of a round lie open."""
    return table["view"]["phase"] in ("between", "over")


def may_lay_off(table: dict[str, Any]) -> bool:
    """Whether whoever sees the table holds a card that fits a meld of the knocker."""
    return any(one["kind"] == "lay_off" for one in table["seat"]["actions"])


def play_quickly(program: Program, match: str, *names: str, until: Ready) -> bool:
    """Play for members what they are offered, until one's table is so; whether it came to that.

    Afterwards they rest, so that Gin finds their presses in windows not too fast.
    """
    # This thread's event loop is the browser's.
    with ThreadPoolExecutor(1) as thread:
        came = thread.submit(asyncio.run, _play(program.table, match, names, until)).result()
    time.sleep(BURST / 2 / PER_SECOND)
    return came


async def _play(table: str, match: str, names: tuple[str, ...], until: Ready) -> bool:
    address, key = table.split("#key=")
    chance = random.Random(SEED)
    async with aiohttp.ClientSession() as http:
        pages: list[Page] = []
        try:
            for name in names:
                pages.append(await sat_down(CardTable(address, http), key, MEMBERS.index(name)))
                await pages[-1].follow(match)
            while not any(until(one.tables[match]) for one in pages):
                if await play_on(match, pages, chance) is None:
                    return False
            return True
        finally:
            for one in pages:
                await one.leave()
