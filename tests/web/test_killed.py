"""The real program: from its start to the first card, and killed in mid-turn."""

import asyncio
import re
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from tests.bot.process.running import ROOT, environment, started
from tests.ports import free_port
from tests.waiting import PATIENCE_S
from tests.web.pages import Page, sat_down

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600), pytest.mark.real_time]
_PAGE = re.compile(r"(http://127\.0\.0\.1:\d+/)#key=(\S+)")
START_S = 250.0


class Program:
    """The playground as somebody starts it; pages use it like the card table of a world."""

    def __init__(self, process: asyncio.subprocess.Process, http: aiohttp.ClientSession) -> None:
        self.process = process
        self.http = http
        self.address = ""
        self.key = ""
        self.frames: list[tuple[int, str]] = []

    @property
    def origin(self) -> str:
        return self.address.rstrip("/")

    async def started(self) -> None:
        """Wait for the address that it prints."""
        assert self.process.stdout is not None
        async with asyncio.timeout(START_S):
            while not self.address:
                line = await self.process.stdout.readline()
                assert line, "the program ended"
                if found := _PAGE.search(line.decode()):
                    self.address, self.key = found.groups()

    async def page(self, who: int) -> Page:
        return await sat_down(self, self.key, who)


@asynccontextmanager
async def program(
    folder: Path, port: int, command: Sequence[str] = (sys.executable, "-m", "bot")
) -> AsyncIterator[Program]:
    whole = [*command, "--playground", "--no-browser", "--port", str(port)]
    async with (
        started(whole, environment(folder), folder) as process,
        aiohttp.ClientSession() as http,
    ):
        found = Program(process, http)
        await found.started()
        yield found


async def _first_turn(page: Page, match: str) -> dict[str, Any]:
    await page.until(lambda: bool(page.tables[match]["seat"]["actions"]))
    return dict(page.tables[match]["seat"])


async def test_from_the_command_of_the_readme_to_the_first_card_and_to_its_goodbye(
    tmp_path: Path,
) -> None:
    command = "scripts/run"
    assert f"```sh\n{command}\n```" in (ROOT / "README.md").read_text(encoding="utf-8")
    async with program(tmp_path, 0, [str(ROOT / command)]) as gin_:
        async with gin_.http.get(gin_.address) as answer:
            page_text = await answer.text()
        for asset in re.findall(r'(?:src|href)="(assets/[^"]+)"', page_text):
            async with gin_.http.get(f"{gin_.address}{asset}") as answer:
                assert answer.status == 200, asset
        page = await gin_.page(0)
        lobby = await page.show_lobby()
        assert lobby["place"] == "Gin Club"
        assert lobby["can_start"]
        begun = await page.ask("start", what="practice")
        table = await page.follow(begun["match"])
        assert len(table["seat"]["hand"]) == 10
        gin_.process.send_signal(signal.SIGTERM)
        await page.until(lambda: page.bye is not None)
        assert page.bye is not None
        assert (page.bye["reason"], page.bye["retry"]) == ("restart", True)
        async with asyncio.timeout(PATIENCE_S):
            assert await gin_.process.wait() == 0
        await page.leave()


async def test_killed_in_mid_turn_nothing_is_lost_and_nothing_is_done_twice(
    tmp_path: Path,
) -> None:
    port = free_port()
    async with program(tmp_path, port) as gin_:
        page = await gin_.page(0)
        match = (await page.ask("start", what="practice", level="novice"))["match"]
        await page.follow(match)
        seat = await _first_turn(page, match)
        action = next(one for one in seat["actions"] if one["kind"] in ("take", "draw"))
        assert (await page.act(match, action["action"]))["outcome"] == "applied"
        seat = page.tables[match]["seat"]
        discard = next(one for one in seat["actions"] if one["kind"] == "discard")
        name = page.name()
        fields = {"match": match, "revision": seat["revision"], "action": discard["action"]}
        await page.send("act", id=name, **fields)
        gin_.process.send_signal(signal.SIGKILL)
        await gin_.process.wait()
        await page.leave()
        token, version = page.token, page.tables[match]["version"]
    async with program(tmp_path, port) as gin_:
        again = await Page(gin_, 0, token).connect()
        assert again.bye is None, "the session of the page goes on"
        table = await again.follow(match, have=version)
        assert table["version"] >= version
        answer = await again.ask("act", id=name, **fields)
        assert answer["outcome"] in ("applied", "repeated")
        table = again.tables[match]
        mine = [
            event
            for event in table["view"]["tables"][0]["events"]
            if event["seat"] == seat["seat"] and event["kind"] == "discarded"
        ]
        assert [event["card"] for event in mine] == [discard["card"]]
        await again.leave()
