"""A small Discord on loopback for whole processes of the bot: REST API and gateway.

It knows what a start needs, delivers commands, and writes down the answers. ``hold`` keeps answers
to interactions waiting, as a slow Discord does.
"""

import asyncio
import contextlib
import itertools
import json
import sys
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

APPLICATION = 4000
BOT = {"id": str(APPLICATION), "username": "Gin", "discriminator": "0", "avatar": None}
GUILD, CHANNEL = 7000, 7001
ALL = str((1 << 50) - 1)


@dataclass
class DiscordServer:
    """One Discord, its state open to the test."""

    address: str = ""
    hold: asyncio.Event = field(default_factory=asyncio.Event)
    """Answers to interactions wait for it; set from the beginning."""
    identified: asyncio.Event = field(default_factory=asyncio.Event)
    arrived: set[int] = field(default_factory=set)
    """Interactions whose answer has arrived, and may be held."""
    answered: set[int] = field(default_factory=set)
    """Interactions whose answer was taken, with the sender still there to hear so."""
    deaf: bool = False
    """Whether the gateway reads nothing any more once it has said READY, as a hanging one does."""
    _sockets: list[web.WebSocketResponse] = field(default_factory=list)
    _ids: Iterator[int] = field(
        default_factory=lambda: itertools.count((time.time_ns() // 1_000_000) << 22)
    )

    @property
    def api(self) -> str:
        return f"{self.address}/api/v10"

    async def command(self, name: str, user: int, **options: Any) -> int:
        """Deliver `/gin name` by a user; returns the interaction's id."""
        number = next(self._ids)
        chosen = [{"type": 3, "name": key, "value": value} for key, value in options.items()]
        await self._dispatch(
            "INTERACTION_CREATE",
            {
                "id": str(number),
                "application_id": str(APPLICATION),
                "type": 2,
                "token": f"token-{number}",
                "version": 1,
                "guild_id": str(GUILD),
                "guild": {"id": str(GUILD), "locale": "en-US", "features": []},
                "channel_id": str(CHANNEL),
                "channel": {
                    "id": str(CHANNEL),
                    "type": 0,
                    "name": "card-room",
                    "position": 0,
                    "guild_id": str(GUILD),
                    "permissions": ALL,
                },
                "member": {
                    "user": {**BOT, "id": str(user), "username": f"u{user}"},
                    "roles": [],
                    "permissions": ALL,
                    "joined_at": "2026-01-01T00:00:00+00:00",
                    "deaf": False,
                    "mute": False,
                    "flags": 0,
                },
                "locale": "en-US",
                "guild_locale": "en-US",
                "app_permissions": ALL,
                "entitlements": [],
                "authorizing_integration_owners": {},
                "context": 0,
                "attachment_size_limit": 10_000_000,
                "data": {
                    "id": "1",
                    "name": "gin",
                    "type": 1,
                    "options": [{"type": 1, "name": name, "options": chosen}],
                },
            },
        )
        return number

    async def _dispatch(self, event: str, data: Any) -> None:
        for socket in self._sockets:
            await socket.send_str(json.dumps({"op": 0, "s": 2, "t": event, "d": data}))

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_str(json.dumps({"op": 10, "d": {"heartbeat_interval": 40_000}}))
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                continue
            match json.loads(message.data)["op"]:
                case 1:
                    await socket.send_str(json.dumps({"op": 11, "d": None}))
                case 2:
                    self._sockets.append(socket)
                    await self._dispatch(
                        "READY",
                        {
                            "v": 10,
                            "user": BOT,
                            "guilds": [],
                            "session_id": "s",
                            "resume_gateway_url": self._gateway_url,
                            "shard": [0, 1],
                            "application": {"id": str(APPLICATION), "flags": 0},
                        },
                    )
                    self.identified.set()
                    if self.deaf:
                        await asyncio.Event().wait()
        return socket

    @property
    def _gateway_url(self) -> str:
        return self.address.replace("http", "ws") + "/gateway"

    async def _rest(self, request: web.Request) -> web.Response:
        path = request.path.removeprefix("/api/v10")
        await request.read()
        match path.strip("/").split("/"):
            case ["users", "@me"]:
                return _json(BOT)
            case ["gateway", "bot"]:
                limit = {"total": 1000, "remaining": 999, "reset_after": 1, "max_concurrency": 1}
                return _json({"url": self._gateway_url, "shards": 1, "session_start_limit": limit})
            case ["oauth2", "applications", "@me"]:
                return _json(_APPLICATION)
            case ["applications", _, "commands"]:
                return _json([])
            case ["applications", _, "emojis"]:
                return _json({"items": []}, 200 if request.method == "GET" else 400)
            case ["interactions", number, _, "callback"]:
                return await self._callback(int(number))
            case ["webhooks", *_]:
                return _json(_message(next(self._ids)))
        return _json({"code": 10003, "message": "Unknown Channel"}, status=404)

    async def _callback(self, number: int) -> web.Response:
        self.arrived.add(number)
        await self.hold.wait()
        self.answered.add(number)  # aiohttp cancels this handler when the sender has gone
        resource = {"type": 4, "message": _message(next(self._ids))}
        return _json({"interaction": {"id": str(number), "type": 2}, "resource": resource})


_APPLICATION = {
    "id": str(APPLICATION),
    "name": "Gin",
    "icon": None,
    "description": "",
    "bot_public": True,
    "bot_require_code_grant": False,
    "verify_key": "0",
    "flags": 0,
    "owner": BOT,
    "team": None,
}


def _json(data: object, status: int = 200) -> web.Response:
    # discord.py takes a content type with a charset for text.
    body = json.dumps(data).encode()
    return web.Response(body=body, status=status, content_type="application/json")


def _message(number: int) -> dict[str, Any]:
    return {
        "id": str(number),
        "channel_id": str(CHANNEL),
        "author": BOT,
        "content": "",
        "timestamp": "2026-01-01T00:00:00+00:00",
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "pinned": False,
        "type": 0,
        "flags": 0,
        "components": [],
    }


@contextlib.asynccontextmanager
async def discord_server(*, deaf: bool = False) -> AsyncIterator[DiscordServer]:
    """Run one on a free port."""
    server = DiscordServer(deaf=deaf)
    server.hold.set()
    application = web.Application(client_max_size=1 << 25)
    application.router.add_get("/gateway/", server._gateway)
    application.router.add_get("/gateway", server._gateway)
    application.router.add_route("*", "/{tail:.*}", server._rest)
    runner = web.AppRunner(
        application, access_log=None, handler_cancellation=True, shutdown_timeout=0.1
    )
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    server.address = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield server
    finally:
        await runner.cleanup()


async def _serve() -> None:
    async with discord_server() as server:
        sys.stdout.write(f"{server.api}\n")
        sys.stdout.flush()
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_serve())
