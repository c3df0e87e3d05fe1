"""The REST API: what the bot calls, and Discord's answers to it."""

import asyncio
import re
import urllib.parse
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

import orjson
from aiohttp import BodyPartReader, web

from tests.wire.errors import (
    ARCHIVED_THREAD,
    BAD_FORM,
    HAS_THREAD,
    NO_ACCESS,
    NO_PERMISSION,
    UNKNOWN_CHANNEL,
    UNKNOWN_GUILD,
    UNKNOWN_MEMBER,
    UNKNOWN_MESSAGE,
    ApiError,
)
from tests.wire.gateway import Gateway
from tests.wire.ids import Ids
from tests.wire.interactions import DEFER, SEND, UPDATE, Interactions
from tests.wire.limits import Limits
from tests.wire.messages import Message, Messages
from tests.wire.objects import PRIVATE_CHANNEL, THREAD, Channel, Guild, Payload, User
from tests.wire.records import Records, Request, now
from tests.wire.sign_in import SignIns

ROOT: Final = "/api/v10"
ENTRY_POINT: Final = 4
INVITED: Final = 309237763072
"""The permissions of the invitation in README.md."""
KEEPS_ENTRY_POINT: Final = 50240
_ID: Final = re.compile(r"\d{5,}")
NONCE_S: Final = 120.0
"""How long a nonce is known."""
Answer = tuple[int, Any]


class Broken(Enum):
    """A connection that breaks: before a word of the answer, or in the middle of its body."""

    RESET = "reset"
    HALF = "half"


Trouble = Callable[[str, bool], tuple[int, Payload | str, dict[str, str]] | Broken | None]
"""Given the route, and whether the request was done, return another answer or ``None``.

A text in place of a payload is the page of a server that stands before Discord.
"""


@dataclass
class Call:
    """A request that was read."""

    method: str
    path: list[str]
    query: dict[str, str]
    body: Any
    files: dict[str, str] = field(default_factory=dict)
    """Names of uploaded files by the name of their field."""
    size: int = 0
    file_bytes: int = 0
    bearer: str = ""
    """The token of a person who has signed in."""
    text: bytes = b""
    """The JSON as it was sent."""
    contents: dict[str, bytes] = field(default_factory=dict)
    """Uploaded files by the name of their field."""


class Rest:
    """The API of one application.

    ``hold``: callbacks wait for it before they are answered. ``arrived``, ``answered``:
    interactions whose first answer has arrived; was taken, with the sender still there to hear so.
    """

    def __init__(
        self, ids: Ids, gateway: Gateway, messages: Messages, interactions: Interactions
    ) -> None:
        self.hold = asyncio.Event()
        self.hold.set()
        self.arrived: set[int] = set()
        self.answered: set[int] = set()
        self.limits = Limits()
        self.records = Records()
        self.commands: list[Payload] = []
        self.emojis: dict[int, Payload] = {}
        self.takes_emojis = False
        self.uploads: dict[int, Payload] = {}
        """Files of JSON that people have attached."""
        self.known: list[User] = []
        """Members who are found by their names."""
        self.strangers: set[int] = set()
        """Users who are not members of any server."""
        self.private: dict[int, Channel] = {}
        """Channels with one user, by the user's id."""
        self.outside: dict[int, Channel] = {}
        """Chats that the bot is no member of."""
        self.listener: Callable[[str, str, bytes, Mapping[str, bytes]], None] | None = None
        """Called with the method, path, JSON and files of each request."""
        self.open = 0
        """The requests that are being answered."""
        self.portal: Payload = {}
        """What the developer portal has set for the application."""
        self.permissions: dict[int, int] = {}
        """The bot's permissions on servers, where they are not those of the invitation."""
        self.sign_ins = SignIns(int(gateway.bot["id"]))
        self.trouble: Trouble | None = None
        """Asked before and after each request is done; what it returns is answered instead."""
        self._nonces: dict[tuple[int, str], tuple[Message, float]] = {}
        self._ids = ids
        self._gateway = gateway
        self._messages = messages
        self._interactions = interactions

    async def handle(self, request: web.Request) -> web.Response:
        """Answer one request and record it."""
        self.open += 1
        try:
            return await self._handle(request)
        finally:
            self.open -= 1

    async def _handle(self, request: web.Request) -> web.Response:
        began = now()
        path = request.path.removeprefix(ROOT)
        route, major = route_of(request.method, path)
        verdict = self.limits.check(route, major)
        headers, call = dict(verdict.headers), None
        found: Any = None
        try:
            call = await _read(request, path)
            if self.listener is not None:
                self.listener(request.method, request.path, call.text, call.contents)
            if verdict.wait:
                status, found = 429, _slow_down(verdict.wait, is_global=verdict.is_global)
            else:
                status, found = await self._troubled(call, route, headers)
        except ApiError as error:
            status, found = error.status, {"code": error.code, "message": error.message}
        size, files = (call.size, call.file_bytes) if call is not None else (0, 0)
        one = Request(began, now() - began, request.method, path, route, size, files, status)
        self.records.all.append(one)
        if isinstance(found, Broken):
            return _break_off(request, found)
        if isinstance(found, str):
            return web.Response(text=found, status=status, content_type="text/html")
        if status == 204:
            return web.Response(status=status, content_type="text/html", headers=headers)
        # discord.py takes a content type with a charset for text.
        return web.Response(
            body=orjson.dumps(found),
            status=status,
            content_type="application/json",
            headers=headers,
        )

    async def _troubled(self, call: Call, route: str, headers: dict[str, str]) -> Answer:
        """Answer, unless trouble is what is answered."""
        other = None if self.trouble is None else self.trouble(route, False)
        if other is None:
            answer = await self._answer(call)
            other = None if self.trouble is None else self.trouble(route, True)
            if other is None:
                return answer
        if isinstance(other, Broken):
            return 0, other
        headers.update(other[2])
        return other[:2]

    async def _answer(self, call: Call) -> Answer:
        match call.path:
            case ["gateway", "bot"]:
                return 200, self._gateway_bot()
            case ["users", "@me"] if call.bearer:
                return 200, self.sign_ins.me(call.bearer)
            case ["users", "@me"]:
                return 200, self._gateway.bot
            case ["users", "@me", "guilds"]:
                return 200, self._own_guilds(call)
            case ["oauth2", "token"]:
                return 200, self.sign_ins.token(call.body)
            case ["applications", _, "activity-instances", name]:
                return 200, self.sign_ins.instance(name)
            case ["attachments", number, _] if int(number) in self.uploads:
                return 200, self.uploads[int(number)]
            case ["applications", _, "quick-links"]:
                return 201, self.sign_ins.share(call.bearer, call.body)
            case ["applications", _, "attachment"]:
                return 200, self.sign_ins.attach(call.bearer, call.contents["file"])
            case ["applications", _, "role-connections", "metadata"]:
                self.sign_ins.records = call.body
                return 200, call.body
            case ["users", "@me", "applications", _, "role-connection"]:
                return 200, self.sign_ins.connect(call.bearer, call.body)
            case ["users", number] if number.isdecimal():
                return 200, User(int(number)).payload()
            case ["users", "@me", "channels"]:
                return 200, self.private_channel(int(call.body["recipient_id"])).payload()
            case ["oauth2", "applications", "@me"] | ["applications", "@me"]:
                return 200, self._application()
            case ["applications", _, "commands"]:
                return self._publish(call)
            case ["applications", _, "emojis", *rest]:
                return self._emoji(call, rest)
            case ["channels", channel, *rest]:
                return self._in_channel(call, self._channel(int(channel)), rest)
            case ["guilds", guild, *rest]:
                return self._in_guild(call, int(guild), rest)
            case ["interactions", number, token, "callback"]:
                return await self._callback(call, int(number), token)
            case ["webhooks", _, token, *rest]:
                return self._webhook(call, token, rest)
        return 404, {"code": 0, "message": "404: Not Found"}

    def _gateway_bot(self) -> Payload:
        gateway = self._gateway
        limit = {
            "total": 1000,
            "remaining": gateway.starts_left,
            "reset_after": 86_400_000,
            "max_concurrency": gateway.max_concurrency,
        }
        return {"url": gateway.url, "shards": gateway.shards, "session_start_limit": limit}

    def _application(self) -> Payload:
        return {
            "id": self._gateway.bot["id"],
            "name": "Gin",
            "icon": None,
            "description": "",
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "0",
            "flags": 0,
            "owner": self._gateway.bot,
            "team": None,
            **self.portal,
        }

    def _own_guilds(self, call: Call) -> list[Payload]:
        """Servers in the order of their ids, a page at a time."""
        after, limit = int(call.query.get("after", 0)), int(call.query.get("limit", 200))
        found = sorted(one for one in self._gateway.guilds if one > after)
        return [
            {
                "id": str(one),
                "name": f"server {one}",
                "permissions": str(self.permissions.get(one, INVITED)),
            }
            for one in found[:limit]
        ]

    def _publish(self, call: Call) -> Answer:
        if call.method == "PUT":
            kept = {one["id"] for one in call.body if one.get("type") == ENTRY_POINT}
            if any(one["type"] == ENTRY_POINT and one["id"] not in kept for one in self.commands):
                raise ApiError(400, KEEPS_ENTRY_POINT, "You cannot remove this app's Entry Point.")
            self.commands = [self._published(one) for one in call.body]
        elif call.query.get("with_localizations") not in ("true", "1"):
            return 200, [_without_languages(one) for one in self.commands]
        return 200, self.commands

    def _published(self, sent: Payload) -> Payload:
        """A command as Discord keeps it: defaults are filled in or left out, and a definition that
        was there already keeps its id, and its version if nothing changed.
        """
        key = sent.get("type", 1), sent["name"]
        before = [one for one in self.commands if (one.get("type", 1), one["name"]) == key]
        permissions = sent.get("default_member_permissions")
        command = {
            **_filled_in(sent),
            "id": sent.get("id") or (before[0]["id"] if before else str(self._ids.new())),
            "application_id": self._gateway.bot["id"],
            "description": sent.get("description", ""),
            "default_member_permissions": None if permissions is None else str(permissions),
            "contexts": sorted(sent.get("contexts") or (0, 1, 2), reverse=True),
            "nsfw": False,
        }
        command.pop("version", None)
        is_same = before and {**before[0], "version": ""} == {**command, "version": ""}
        return {**command, "version": before[0]["version"] if is_same else str(self._ids.new())}

    def _emoji(self, call: Call, rest: list[str]) -> Answer:
        if call.method == "GET":
            return 200, {"items": list(self.emojis.values())}
        if call.method == "DELETE":
            return (204, None) if self.emojis.pop(int(rest[0]), None) else (404, {"code": 10014})
        if not self.takes_emojis:
            raise ApiError(400, BAD_FORM, "no emojis are taken here")
        if call.body["name"] in {one["name"] for one in self.emojis.values()}:
            raise ApiError(400, BAD_FORM, "an emoji has this name already")
        number = self._ids.new()
        found = {"id": str(number), "name": call.body["name"], "roles": [], "available": True}
        self.emojis[number] = found
        return 201, found

    # -- channels and messages --------------------------------------------------------------

    def _channel(self, number: int) -> Channel:
        for guild in self._gateway.guilds.values():
            if number in guild.channels:
                if guild.channels[number].is_forbidden:
                    raise ApiError(403, NO_ACCESS, "Missing Access")
                return guild.channels[number]
        if number in self.private:
            return self.private[number]
        if number in self.outside:
            raise ApiError(403, NO_ACCESS, "Missing Access")
        raise ApiError(404, UNKNOWN_CHANNEL, "Unknown Channel")

    def private_channel(self, user: int) -> Channel:
        return self.private.setdefault(user, Channel(user, 0, type=PRIVATE_CHANNEL))

    def _in_channel(self, call: Call, channel: Channel, rest: list[str]) -> Answer:
        is_shut = channel.locked and not self._gateway.guilds[channel.guild].may_manage_threads
        is_change = call.method in ("POST", "PATCH", "DELETE") and bool(rest)
        if is_change and is_shut:
            raise ApiError(403, ARCHIVED_THREAD, "Thread is archived")
        if is_change and channel.archived:
            if (call.method, rest) != ("POST", ["messages"]):
                raise ApiError(400, ARCHIVED_THREAD, "Thread is archived")
            channel.archived = False
        match call.method, rest:
            case "GET", []:
                return 200, channel.payload()
            case "PATCH", []:
                if is_shut:
                    raise ApiError(403, NO_PERMISSION, "Missing Permissions")
                channel.archived = bool(call.body.get("archived", channel.archived))
                return 200, channel.payload()
            case "DELETE", []:
                self._gateway.guilds[channel.guild].channels.pop(channel.id, None)
                return 200, channel.payload()
            case "POST", ["messages"]:
                return 200, self._shown(self._posted(call, channel))
            case "POST", ["messages", number, "threads"]:
                message = self._message(channel, int(number))
                if message.id in self._gateway.guilds[channel.guild].channels:
                    raise ApiError(400, HAS_THREAD, "A thread has already been created")
                return 201, self._thread(channel, message.id, call.body["name"]).payload()
            case "POST", ["threads"]:
                return 201, self._thread(channel, self._ids.new(), call.body["name"]).payload()
            case "POST", ["typing"]:
                return 204, None
            case "GET", ["messages"]:
                return 200, [self._shown(one) for one in self._messages.in_channel(channel.id)]
            case "GET", ["messages", number]:
                return 200, self._shown(self._message(channel, int(number)))
            case "PATCH", ["messages", number]:
                message = self._message(channel, int(number))
                self._messages.change(message, call.body, call.files)
                return 200, self._shown(message)
            case "DELETE", ["messages", number]:
                del self._messages.all[self._message(channel, int(number)).id]
                return 204, None
        return 404, {"code": 0, "message": "404: Not Found"}

    def _posted(self, call: Call, channel: Channel) -> Message:
        """Post a message, unless the one with its nonce was posted shortly before."""
        key = channel.id, str(call.body.get("nonce"))
        before, at = self._nonces.get(key, (None, 0.0))
        is_new = before is None or before.id not in self._messages.all or now() > at + NONCE_S
        if before is not None and not is_new and call.body.get("enforce_nonce"):
            return before
        message = self._messages.new(channel.id, call.body, call.files)
        if call.body.get("enforce_nonce"):
            self._nonces[key] = message, now()
        return message

    def _message(self, channel: Channel, number: int) -> Message:
        """A message of a channel; private ones are known to their interaction only."""
        found = self._messages.get(number)
        if found is None or found.channel != channel.id or found.is_ephemeral:
            raise ApiError(404, UNKNOWN_MESSAGE, "Unknown Message")
        return found

    def _thread(self, channel: Channel, number: int, name: str) -> Channel:
        thread = Channel(number, channel.guild, name, THREAD, channel.id)
        self._gateway.guilds[channel.guild].channels[number] = thread
        return thread

    def _shown(self, message: Message) -> Payload:
        return message.payload(self._gateway.bot)

    # -- servers ----------------------------------------------------------------------------

    def _in_guild(self, call: Call, number: int, rest: list[str]) -> Answer:
        guild = self._gateway.guilds.get(number)
        if number in {one.guild for one in self.outside.values()}:
            raise ApiError(403, NO_ACCESS, "Missing Access")
        if guild is None:
            raise ApiError(404, UNKNOWN_GUILD, "Unknown Guild")
        match call.method, rest:
            case "GET", []:
                return 200, guild.payload(self._gateway.bot)
            case "GET", ["channels"]:
                return 200, guild.payload(self._gateway.bot)["channels"]
            case "GET", ["members", "search"]:
                wanted = call.query["query"].casefold()
                return 200, [one.member() for one in self.known if wanted in one.name.casefold()]
            case _, ["members", user, *_] if int(user) in self.strangers:
                raise ApiError(404, UNKNOWN_MEMBER, "Unknown Member")
            case "GET", ["members", user]:
                return 200, guild.member(User(int(user)))
            case method, ["members", user, "roles", role]:
                holders = guild.roles.setdefault(int(role), set())
                (holders.add if method == "PUT" else holders.discard)(int(user))
                return 204, None
            case _, ["scheduled-events", *more]:
                return self._scheduled(call, guild, *map(int, more))
        return 404, {"code": 0, "message": "404: Not Found"}

    def _scheduled(self, call: Call, guild: Guild, number: int = 0) -> Answer:
        """The calendar of a server."""
        match call.method:
            case "GET":
                return 200, list(guild.scheduled.values())
            case "POST":
                number = self._ids.new()
                creator = str(self._gateway.bot["id"])
                own = {"id": str(number), "guild_id": str(guild.id), "creator_id": creator}
                guild.scheduled[number] = {**own, "status": 1, **call.body}
            case "DELETE":
                return (204, None) if guild.scheduled.pop(number, None) else (404, {"code": 10070})
        if number not in guild.scheduled:
            raise ApiError(404, 10070, "Unknown Guild Scheduled Event")
        guild.scheduled[number] |= call.body
        return 200, guild.scheduled[number]

    # -- answers to interactions --------------------------------------------------------------

    async def _callback(self, call: Call, number: int, token: str) -> Answer:
        self.arrived.add(number)
        await self.hold.wait()
        one = self._interactions.callback(number, token, call.body, call.files)
        self.answered.add(number)  # aiohttp cancels this handler when the sender has gone
        if call.query.get("with_response") not in ("true", "1"):
            return 204, None
        message = one.original
        if one.callback == DEFER:
            message = Message(self._ids.new(), one.channel)
        told: Payload = {"id": str(number), "type": one.kind}
        resource: Payload = {"type": one.callback}
        if message is not None:
            told |= {
                "response_message_id": str(message.id),
                "response_message_loading": one.callback == DEFER,
                "response_message_ephemeral": message.is_ephemeral or one.is_private,
            }
        if message is not None and one.callback in (SEND, UPDATE):
            resource["message"] = self._shown(message)
        return 200, {"interaction": told, "resource": resource}

    def _webhook(self, call: Call, token: str, rest: list[str]) -> Answer:
        match call.method, rest:
            case "POST", []:
                message = self._interactions.follow_up(token, call.body, call.files)
                return 200, self._shown(message)
            case "GET", ["messages", name]:
                return 200, self._shown(self._interactions.message(token, name))
            case "PATCH", ["messages", name]:
                message = self._interactions.edit(token, name, call.body, call.files)
                return 200, self._shown(message)
            case "DELETE", ["messages", name]:
                self._interactions.delete(token, name)
                return 204, None
        return 404, {"code": 0, "message": "404: Not Found"}


def _break_off(request: web.Request, how: Broken) -> web.Response:
    transport = request.transport
    assert transport is not None
    if how is Broken.HALF:
        head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 400\r\n\r\n"
        transport.write(head + b'{"id": "10')
        transport.close()
    else:
        transport.abort()
    return web.Response()


def route_of(method: str, path: str) -> tuple[str, str]:
    """The route of a path with names in place of ids, and the resource that its limit is for."""
    parts = path.strip("/").split("/")
    major = parts[1] if len(parts) > 1 else ""
    match parts:
        case ["interactions", *_]:
            return f"{method} /interactions/I/callback", major
        case ["webhooks", _, token]:
            return f"{method} /webhooks/W", token
        case ["webhooks", _, token, "messages", _]:
            return f"{method} /webhooks/W/messages/M", token
        case ["channels", _, "messages", _, *rest]:
            return "/".join([f"{method} /channels/C/messages/M", *rest]), major
        case ["channels", _, *rest]:
            return "/".join([f"{method} /channels/C", *rest]), major
    return f"{method} {_ID.sub('N', path)}", major


async def _read(request: web.Request, path: str) -> Call:
    parts = [urllib.parse.unquote(one) for one in path.strip("/").split("/")]
    call = Call(request.method, parts, dict(request.query), {})
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    call.bearer = token if kind == "Bearer" else ""
    if request.content_type == "multipart/form-data":
        call.size = request.content_length or 0
        async for part in await request.multipart():
            assert isinstance(part, BodyPartReader), "a form in a form"
            data = await part.read()
            if part.name == "payload_json":
                call.text = bytes(data)
                call.body = orjson.loads(data)
            else:
                call.files[part.name or ""] = part.filename or ""
                call.contents[part.name or ""] = bytes(data)
                call.file_bytes += len(data)
    elif request.content_type == "application/x-www-form-urlencoded":
        call.body = dict(await request.post())
    else:
        call.text = await request.read()
        call.size = len(call.text)
        call.body = orjson.loads(call.text) if call.text else {}
    return call


def _slow_down(wait: float, *, is_global: bool) -> Payload:
    return {
        "message": "You are being rate limited.",
        "retry_after": round(wait, 3),
        "global": is_global,
    }


def _filled_in(sent: Payload) -> Payload:
    """A command or option without the values that Discord does not return."""
    kept = {name: one for name, one in sent.items() if one not in (None, False, [], {})}
    for name in ("options", "choices"):
        if name in kept:
            kept[name] = [_filled_in(one) for one in kept[name]]
    return kept


def _without_languages(command: Payload) -> Payload:
    return {name: one for name, one in command.items() if not name.endswith("_localizations")}
