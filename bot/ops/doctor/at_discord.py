"""What Discord says of the token, the commands, the servers, the time, and its portal."""

import email.utils
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any, Final, NamedTuple, NoReturn, TypeAlias, TypeVar

import aiohttp
import discord

from bot import __version__
from bot.app import GinBot
from bot.ops.application import ENTRY_POINT, definitions, differences
from bot.ops.doctor.findings import Finding, right, skipped, wrong
from bot.settings import Settings
from engine.service import Service
from engine.store import Store, StoreFailedError
from engine.store.committer import Work

Payload: TypeAlias = Mapping[str, Any]
GUILD_INSTALL: Final = "0"
USER_INSTALL: Final = "1"
_VERIFIED_BOT: Final = 1 << 16
_PRIVILEGED: Final = {
    "Presence": 1 << 12 | 1 << 13,
    "Server Members": 1 << 14 | 1 << 15,
    "Message Content": 1 << 18 | 1 << 19,
}
"""The flags of the application for each privileged intent: with and without Discord's approval."""
_EMBEDDED: Final = 1 << 17
_DIRECTORY: Final = {
    "description": "a description",
    "icon": "an icon",
    "tags": "tags",
    "terms_of_service_url": "a link to the terms of service",
    "privacy_policy_url": "a link to the privacy policy",
}


def portal_findings(
    settings: Settings, application: Payload, me: Payload, *, directory: bool
) -> Iterator[Finding]:
    """Yield a finding for each switch."""
    yield _intents(application)
    yield _installation(application)
    yield _public_key(settings, application)
    yield _endpoint(settings, application)
    yield _activities(settings, application)
    yield _directory(application, me, counts=directory)


def _intents(application: Payload) -> Finding:
    flags = int(application.get("flags") or 0)
    needless = [name for name, bits in _PRIVILEGED.items() if flags & bits]
    if needless:
        return right(
            "intents",
            f"none of the privileged ones is needed, and {', '.join(needless)} can be switched off "
            "(Bot → Privileged Gateway Intents)",
        )
    return right("intents", "no privileged one is needed, and none is on")


def _installation(application: Payload) -> Finding:
    if application.get("bot_require_code_grant"):
        return wrong(
            "installation",
            "the bot requires an OAuth2 code grant, so invitations fail. Switch it off under Bot",
        )
    contexts = application.get("integration_types_config")
    if contexts is None:
        return skipped("installation", "Discord does not show how the application is installed")
    if GUILD_INSTALL not in contexts:
        return wrong(
            "installation",
            "nobody can add Gin to a server. Tick Guild Install under Installation",
        )
    user = "on" if USER_INSTALL in contexts else "off"
    return right("installation", f"on servers; to one's own account (User Install) it is {user}")


def _public_key(settings: Settings, application: Payload) -> Finding:
    if not settings.public_key and settings.activities:
        return wrong(
            "public key",
            "GIN_PUBLIC_KEY is not set, so nobody knows who asks from inside Discord, and one "
            "client can keep the others from signing in. Copy it from General Information",
        )
    if not settings.public_key:
        return skipped("public key", "GIN_PUBLIC_KEY is not set")
    if settings.public_key.lower() != str(application.get("verify_key", "")).lower():
        return wrong(
            "public key",
            "GIN_PUBLIC_KEY is not this application's. Copy it from General Information",
        )
    return right("public key", "it is this application's")


def _endpoint(settings: Settings, application: Payload) -> Finding:
    url = application.get("interactions_endpoint_url")
    if url and not settings.webhook_port:
        return wrong(
            "interactions",
            f"Discord sends them to {url} and not by the gateway. Remove the address under General "
            "Information → Interactions Endpoint URL, or set GIN_WEBHOOK_PORT",
        )
    if settings.webhook_port and not url:
        return wrong(
            "interactions",
            "GIN_WEBHOOK_PORT is set, but Discord has no address to send to. Enter it under "
            "General Information → Interactions Endpoint URL",
        )
    return right("interactions", f"Discord sends them to {url}" if url else "by the gateway")


def _activities(settings: Settings, application: Payload) -> Finding:
    is_on = bool(int(application.get("flags") or 0) & _EMBEDDED)
    if settings.activities and not is_on:
        return wrong(
            "Activities",
            "GIN_ACTIVITIES is true, but they are off in the portal, so the buttons fail. Switch "
            "them on under Activities → Settings",
        )
    if is_on and not settings.activities:
        return wrong(
            "Activities",
            "they are on in the portal, where the app launcher opens a page that is not served. "
            "Set GIN_WEB_PORT and GIN_ACTIVITIES=true, or switch them off",
        )
    return right("Activities", "on, here and in the portal" if is_on else "off, here and there")


def _directory(application: Payload, me: Payload, *, counts: bool) -> Finding:
    missing = [words for name, words in _DIRECTORY.items() if not application.get(name)]
    if not application.get("bot_public", True):
        missing.append("that everybody may add it (Public Bot)")
    if not int(me.get("public_flags") or 0) & _VERIFIED_BOT:
        missing.append("Discord's verification")
    what = "App Directory"
    if not missing:
        return right(what, "everything that Discord shows of its conditions is met")
    text = f"to be listed it lacks {', '.join(missing)}. General Information and Bot have them"
    if counts:
        return wrong(what, text)
    return skipped(what, f"{text}; only `gin-bot doctor --directory` counts this as wrong")


INVITED: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    read_message_history=True,
    embed_links=True,
    attach_files=True,
)
"""The permissions of the invitation in README.md."""
_SHOWN: Final = 20


def server_findings(guilds: list[Payload]) -> Iterator[Finding]:
    """Yield a finding for each server that lacks a permission, or one for all of them."""
    what, found = "permissions", []
    for guild in guilds:
        has = discord.Permissions(int(guild.get("permissions") or 0))
        name = guild.get("name") or guild["id"]
        if has.administrator:
            text = "Gin is Administrator, which it never needs. Take that from its role"
            found.append(wrong(what, f"{name}: {text}"))
            continue
        lacking = [one for one, is_set in INVITED if is_set and not getattr(has, one)]
        if lacking:
            words = ", ".join(one.replace("_", " ").title() for one in lacking)
            text = f"{words} missing. Give them to Gin's role, or invite it again"
            found.append(wrong(what, f"{name}: {text}"))
    yield from found[:_SHOWN]
    if len(found) > _SHOWN:
        yield wrong(what, f"{len(found) - _SHOWN} more servers of {len(guilds)}")
    if not guilds:
        yield skipped(what, "Gin is on no server yet. README.md has the address to invite it")
    elif not found:
        yield right(what, f"all seven; servers: {len(guilds)}. Channels may take some away")


T = TypeVar("T")
ANSWER_S: Final = 10.0
PAGE: Final = 200
"""The servers of one answer."""
CLOCK_S: Final = 10.0
"""The difference to Discord's clock from which on deadlines and signatures suffer."""
_HEADERS: Final = {"User-Agent": f"DiscordBot (gin-bot, {__version__})"}


class DiscordRefusedError(Exception):
    """Discord has answered a question with an error; the text is for the operator."""


class _Answer(NamedTuple):
    """``ahead_s``: how far this machine's clock is ahead of Discord's, ``None`` if not said."""

    body: Any
    ahead_s: float | None


class Questions:
    """Reads from Discord's API with a bot's token."""

    def __init__(self, http: aiohttp.ClientSession, api: str, token: str) -> None:
        self._http = http
        self._api = api
        self._headers = {**_HEADERS, "Authorization": f"Bot {token}"}

    async def ask(self, path: str, **query: str) -> _Answer:
        """Return what Discord answers. Raises DiscordRefusedError."""
        timeout = aiohttp.ClientTimeout(total=ANSWER_S)
        try:
            async with self._http.get(
                f"{self._api}{path}", params=query, headers=self._headers, timeout=timeout
            ) as answer:
                if answer.status == 401:
                    raise DiscordRefusedError(
                        "Discord does not accept it. Copy it again from Bot in the developer portal"
                    )
                if answer.status != 200:
                    raise DiscordRefusedError(
                        f"Discord answers {answer.status} to GET {path}. Try later"
                    )
                return _Answer(await answer.json(), _ahead(answer.headers.get("Date")))
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as error:
            reason = str(error) or f"nothing within {ANSWER_S:.0f} s"
            raise DiscordRefusedError(
                f"Discord does not answer at {self._api} ({reason}). Look at network and firewall"
            ) from None

    async def servers(self) -> list[Payload]:
        """Return all servers of the bot, each with its permissions there."""
        found: list[Payload] = []
        while True:
            after = {"after": str(found[-1]["id"])} if found else {}
            page = (await self.ask("/users/@me/guilds", limit=str(PAGE), **after)).body
            found += page
            if len(page) < PAGE:
                return found


def _ahead(date: str | None) -> float | None:
    try:
        return time.time() - email.utils.parsedate_to_datetime(date or "").timestamp()
    except ValueError:
        return None


async def discord_findings(settings: Settings, *, directory: bool) -> AsyncIterator[Finding]:
    """Ask Discord; if it does not take the token, nothing more is asked."""
    token = settings.token()
    if token is None:
        yield skipped("Discord", "there is no token. Set DISCORD_TOKEN to serve Discord")
        return
    async with aiohttp.ClientSession() as http:
        questions = Questions(http, settings.discord_api, token)
        try:
            me = await questions.ask("/users/@me")
        except DiscordRefusedError as refused:
            yield wrong("token", str(refused))
            yield skipped("intents, permissions, commands, portal, clock", "they need the token")
            return
        yield right("token", f"Discord accepts it, as {me.body['username']}")
        yield _clock(me.ahead_s)
        try:
            yield _gateway((await questions.ask("/gateway/bot")).body, settings)
            application = (await questions.ask("/applications/@me")).body
            for one in portal_findings(settings, application, me.body, directory=directory):
                yield one
            for one in server_findings(await questions.servers()):
                yield one
            path = f"/applications/{application['id']}/commands"
            stored = (await questions.ask(path, with_localizations="true")).body
            yield await _commands(settings, stored)
        except DiscordRefusedError as refused:
            yield wrong("Discord", str(refused))


def _clock(ahead_s: float | None) -> Finding:
    if ahead_s is None:
        return skipped("clock", "Discord's answer has no time")
    if abs(ahead_s) < CLOCK_S:
        return right("clock", f"within {CLOCK_S:.0f} s of Discord's")
    way = "ahead of" if ahead_s > 0 else "behind"
    return wrong("clock", f"{abs(ahead_s):.0f} s {way} Discord's. Let NTP set this machine's clock")


def _gateway(found: Payload, settings: Settings) -> Finding:
    limit, shards = found["session_start_limit"], found["shards"]
    if limit["remaining"] < shards:
        hours = limit["reset_after"] / 3_600_000
        return wrong(
            "gateway",
            f"only {limit['remaining']} logins are left for {hours:.0f} hours. Do not restart "
            "until then, and look in the log why it starts so often",
        )
    count = settings.shard_count or shards
    return right("gateway", f"{limit['remaining']} logins left today; shards: {count}")


async def _commands(settings: Settings, stored: list[dict[str, Any]]) -> Finding:
    service = Service(Store(_Absent(), _Absent()))
    try:
        own = await definitions(GinBot(service, settings, warm=False).tree)
    finally:
        await service.close()
    found = differences(own, [one for one in stored if one.get("type") != ENTRY_POINT])
    if not found:
        return right("commands", f"the {len(own)} at Discord are this program's")
    return wrong(
        "commands",
        f"those at Discord differ ({found}). Start Gin, which publishes its own; if they differ "
        "again, another program uses the same application",
    )


class _Absent:
    """No database: the commands are described without one."""

    in_use = size = 0

    async def run(self, works: object) -> NoReturn:
        raise StoreFailedError(reason="closed")

    async def read(self, query: Work[T], until: float = 0.0) -> T:
        raise StoreFailedError(reason="closed")

    async def close(self) -> None:
        """Nothing is open."""
