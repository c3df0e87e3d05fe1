"""What Discord's API says of the token, the commands, the servers and the time."""

import email.utils
import time
from collections.abc import AsyncIterator
from typing import Any, Final, NamedTuple, NoReturn, TypeVar

import aiohttp

from bot import __version__
from bot.app import GinBot
from bot.ops.doctor.findings import Finding, right, skipped, wrong
from bot.ops.doctor.portal import Payload, portal_findings, server_findings
from bot.ops.published_commands import ENTRY_POINT, definitions, differences
from bot.settings import Settings
from engine.service import Service
from engine.store import Store, StoreFailedError
from engine.store.committer import Work

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

    async def read(self, query: Work[T]) -> T:
        raise StoreFailedError(reason="closed")

    async def close(self) -> None:
        """Nothing is open."""
