"""The card table of the real process, before a Discord on loopback."""

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp

from tests.bot.process.running import environment
from tests.ports import free_port
from tests.wire.rest import ENTRY_POINT
from tests.wire.server import APPLICATION, Discord, running_discord
from tests.wire.sign_in import SECRET

ANSWER_S = 250.0
ACTIVITY = f"https://{APPLICATION}.discordsays.com"


@dataclass
class Running:
    """The process, its Discord, and what asks it."""

    discord: Discord
    address: str
    http: aiohttp.ClientSession

    async def post(
        self, path: str, body: dict[str, Any], origin: str = ACTIVITY, address: str = ""
    ) -> tuple[int, dict[str, Any]]:
        """Send a body. ``address``: from where, as a proxy says it."""
        headers = {"Origin": origin} | ({"X-Forwarded-For": address} if address else {})
        async with self.http.post(f"{self.address}{path}", json=body, headers=headers) as answer:
            text = await answer.text()
            return answer.status, json.loads(text) if text.startswith("{") else {}

    async def enter(self, user: int, instance: str) -> tuple[int, dict[str, Any]]:
        code = self.discord.rest.sign_ins.code(user)
        return await self.post(
            "api/session", {"kind": "activity", "code": code, "instance": instance}
        )


@contextlib.asynccontextmanager
async def running(
    folder: Path,
    *,
    files: int = 0,
    before: Callable[[Discord], None] = lambda _: None,
    **settings: str,
) -> AsyncIterator[Running]:
    """``files``: how many files the process may open at most, if that is limited.

    ``before``: changes Discord before the process starts.
    """
    port = free_port()
    async with running_discord() as discord, aiohttp.ClientSession() as http:
        before(discord)
        discord.rest.commands = [
            {"id": "77", "type": ENTRY_POINT, "name": "launch", "handler": 2, "version": "1"}
        ]
        env = environment(
            folder,
            GIN_DISCORD_API=discord.api,
            DISCORD_TOKEN="x" * 30,
            GIN_WEB_PORT=str(port),
            GIN_CLIENT_SECRET=SECRET,
            **settings,
        )
        limit = ["sh", "-c", f'ulimit -n {files}; exec "$@"', "sh"] if files else []
        with (folder / "log").open("ab") as log:
            process = await asyncio.create_subprocess_exec(
                *limit, sys.executable, "-m", "bot", env=env, cwd=folder, stdout=log, stderr=log
            )
        found = Running(discord, f"http://127.0.0.1:{port}/", http)
        try:
            async with asyncio.timeout(ANSWER_S):
                await discord.gateway.identified.wait()
                while not await _is_open(found):
                    assert process.returncode is None, (folder / "log").read_text()
                    await asyncio.sleep(0.05)
            yield found
        finally:
            process.kill()
            await process.wait()


async def _is_open(found: Running) -> bool:
    try:
        async with found.http.get(f"{found.address}api/about") as answer:
            return answer.status == 200
    except aiohttp.ClientError:
        return False
