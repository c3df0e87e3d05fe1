"""Pages of the card table for measurements: they sign in, sit down, and play what is offered."""

import asyncio
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import aiohttp

from bot.web.protocol.base import PROTOCOL
from tests.wire.server import APPLICATION, CHANNEL, GUILD, Discord

INSTANCE: Final = "i-bench"
ORIGIN: Final = f"https://{APPLICATION}.discordsays.com"
AGAIN_S: Final = 0.4
"""The time after which a press that came too fast is tried again."""
FIRST_KINDS: Final = ("big_gin", "auto", "done", "ready", "draw", "pass", "take", "meld")


@dataclass
class BenchPage:
    """A page. ``received``: the bytes of all its frames."""

    socket: aiohttp.ClientWebSocketResponse
    day: int
    user: int
    received: int = 0
    tables: dict[str, dict[str, Any]] = field(default_factory=dict)
    answers: dict[str, dict[str, Any]] = field(default_factory=dict)
    lobby: dict[str, Any] = field(default_factory=dict)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    listening: asyncio.Task[None] | None = None

    async def listen(self) -> None:
        """Take frames until the connection ends."""
        async for message in self.socket:
            self.received += len(message.data)
            found = json.loads(message.data)
            if found["type"] == "table":
                self.tables[found["match"]] = found
            elif found["type"] == "answer":
                self.answers[found["id"]] = found
            elif found["type"] == "lobby":
                self.lobby = found
            self.news.set()

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Ask for something, again while it comes too fast."""
        while True:
            name = f"{self.day}-{secrets.token_urlsafe(16)}"
            await self.socket.send_json({"type": kind, "id": name, **fields})
            while name not in self.answers:
                self.news.clear()
                await self.news.wait()
            answer = self.answers.pop(name)
            if answer["outcome"] != "too_fast":
                return answer
            await asyncio.sleep(AGAIN_S)

    async def follow(self, match: str) -> None:
        """Follow a match and wait for its table."""
        await self.socket.send_json({"type": "follow", "match": match})
        await self.until(match, -1)

    async def until(self, match: str, version: int) -> None:
        """Wait for a version of a match, or a newer one."""
        while self.tables.get(match, {"version": -2})["version"] < version or (
            match not in self.tables
        ):
            self.news.clear()
            await self.news.wait()

    async def leave(self) -> None:
        """Close the page."""
        await self.socket.close()
        if self.listening is not None:
            await self.listening


async def token_of(http: aiohttp.ClientSession, address: str, discord: Discord, user: int) -> str:
    """Sign in inside the Activity."""
    while True:
        code = discord.rest.sign_ins.code(user)
        body = {"kind": "activity", "code": code, "instance": INSTANCE}
        async with http.post(
            f"{address}/api/session", json=body, headers={"Origin": ORIGIN}
        ) as answer:
            if answer.status == 200:
                return str((await answer.json())["token"])
            assert answer.status in (429, 503), await answer.text()
        await asyncio.sleep(AGAIN_S)


async def opened(http: aiohttp.ClientSession, address: str, user: int, token: str) -> BenchPage:
    """Open a page with a token."""
    socket = await http.ws_connect(f"{address}/api/socket", origin=ORIGIN)
    await socket.send_json({"type": "hello", "protocol": PROTOCOL, "token": token})
    welcome = await socket.receive_json()
    page = BenchPage(socket, welcome["day"], user)
    page.listening = asyncio.create_task(page.listen())
    return page


async def seated(host: BenchPage, guest: BenchPage) -> str:
    """Play the beginning of a match: a challenge, accepted, followed by both."""
    asked = await host.ask("start", what="challenge", who=str(guest.user))
    assert asked["outcome"] == "applied", asked
    await guest.socket.send_json({"type": "ask", "what": "lobby"})
    while not any(one["to_me"] for one in guest.lobby.get("invitations", ())):
        guest.news.clear()
        await guest.news.wait()
    invitation = next(one for one in guest.lobby["invitations"] if one["to_me"])
    await guest.socket.send_json({"type": "ask", "what": "no_lobby"})
    press = invitation["buttons"][0]["press"]
    started = await guest.ask("press", panel=invitation["panel"], press=press)
    match = str(started["match"])
    await asyncio.gather(host.follow(match), guest.follow(match))
    return match


async def play(match: str, pages: Sequence[BenchPage], moves: int) -> int:
    """Play so many moves; return how many there were before the match ended."""
    for done in range(moves):
        actor = next((page for page in pages if page.tables[match]["seat"]["actions"]), None)
        if actor is None:
            return done
        seat = actor.tables[match]["seat"]
        fields = {"match": match, "revision": seat["revision"], "action": _chosen(seat)}
        answer = await actor.ask("act", **fields)
        assert answer["outcome"] in ("applied", "stale"), answer
        version = actor.tables[match]["version"]
        await asyncio.gather(*(page.until(match, version) for page in pages))
    return moves


def _chosen(seat: dict[str, Any]) -> str:
    """Return a sensible action: a knock, or the discard that leaves the least."""
    actions = seat["actions"]
    for one in actions:
        if one["knock"]:
            return str(one["knock"]["action"])
    for kind in FIRST_KINDS:
        for one in actions:
            if one["kind"] == kind:
                return str(one["action"])
    return str(min(actions, key=lambda one: one["after"] or 0)["action"])


def enter(discord: Discord, users: Sequence[int]) -> None:
    """Let people open the Activity."""
    discord.rest.sign_ins.play(INSTANCE, GUILD, CHANNEL, *users)
