"""One Discord on a free port of loopback: its state, its people, and how it is run."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Final

from aiohttp import web

from tests.wire.gateway import Gateway
from tests.wire.ids import Ids
from tests.wire.interactions import (
    COMMAND,
    FORM,
    HINT,
    PRESS,
    Interaction,
    Interactions,
    command_data,
    common,
    form_data,
    press_data,
)
from tests.wire.messages import Message, Messages
from tests.wire.objects import (
    BOT,
    GROUP,
    TEXT_CHANNEL,
    WITHOUT_FILES,
    WITHOUT_OWN_APPS,
    WITHOUT_VIEW,
    Channel,
    Guild,
    Payload,
    User,
)
from tests.wire.rest import Rest

APPLICATION: Final = BOT
GUILD: Final = 7000 << 22
CHANNEL: Final = 7001 << 22
MOST_BYTES: Final = 1 << 25


class Discord:
    """An application's view of Discord, and what people do there."""

    def __init__(
        self, *, shards: int = 1, max_concurrency: int = 1, identify_s: float = 0.0
    ) -> None:
        self.address = ""
        self.ids = Ids()
        self.bot: Payload = {**User(APPLICATION).payload(), "username": "Gin", "bot": True}
        self.messages = Messages(self.ids)
        self.interactions = Interactions(self.messages)
        self.gateway = Gateway(
            self.bot, shards=shards, max_concurrency=max_concurrency, identify_s=identify_s
        )
        self.rest = Rest(self.ids, self.gateway, self.messages, self.interactions)
        self.takes_no_files: set[int] = set()
        """Channels in which people may not attach files."""
        self.hidden: set[int] = set()
        """Channels that the bot does not see: it has nothing there but the answers it gives."""
        self.hides_answers: set[int] = set()
        """Channels in which people may not use apps of their own for everybody to see."""
        self.guild = self.add_guild(GUILD, [CHANNEL])

    @property
    def api(self) -> str:
        """The address for the bot's setting."""
        return f"{self.address}/api/v10"

    def add_guild(self, number: int, channels: Sequence[int]) -> Guild:
        """Add a server; sessions that begin later are told of it."""
        guild = Guild(number, {one: Channel(one, number) for one in channels})
        self.gateway.guilds[number] = guild
        return guild

    def add_outside(self, number: int, *, guild: int = 0, type: int = GROUP) -> int:
        """Add a chat that the bot is no member of: a group, or a channel of a server."""
        self.rest.outside[number] = Channel(number, guild, type=TEXT_CHANNEL if guild else type)
        return number

    def direct(self, user: int) -> int:
        """The channel of a person's direct messages with the bot."""
        return self.rest.private_channel(user).id

    async def slash(
        self, user: int, name: str, /, *, channel: int = CHANNEL, **options: Any
    ) -> Interaction:
        """Type a command such as ``gin friends add``; a User value names a person."""
        return await self._deliver(COMMAND, user, channel, command_data(name, options))

    async def hints(
        self, user: int, name: str, option: str, text: str, *, channel: int = CHANNEL
    ) -> Interaction:
        """Type into an option that offers hints."""
        data = command_data(name, {option: text}, focused=option)
        return await self._deliver(HINT, user, channel, data)

    async def press(self, user: int, message: Message, custom_id: str) -> Interaction:
        """Press a button of a message."""
        data = press_data(message, custom_id, None)
        return await self._deliver(PRESS, user, message.channel, data, message)

    async def select(
        self, user: int, message: Message, custom_id: str, values: Sequence[str]
    ) -> Interaction:
        """Choose in a menu of a message."""
        data = press_data(message, custom_id, values)
        return await self._deliver(PRESS, user, message.channel, data, message)

    async def submit(
        self, user: int, opened_by: Interaction, written: Mapping[str, str]
    ) -> Interaction:
        """Fill in the form that answered an interaction, and send it."""
        data = form_data(opened_by.form, written)
        return await self._deliver(FORM, user, opened_by.channel, data, opened_by.pressed)

    async def answered(self, one: Interaction, seconds: float = 60.0) -> Interaction:
        """Wait for the answer that people read."""
        async with asyncio.timeout(seconds):
            await one.answered.wait()
        return one

    async def _deliver(
        self, kind: int, user: int, channel: int, data: Payload, message: Message | None = None
    ) -> Interaction:
        guild, place, owner = self._place(channel, user, message)
        number = self.ids.new()
        payload = common(number, kind, User(user), guild, place, owner)
        payload |= {"application_id": self.bot["id"], "data": data}
        if channel in self.takes_no_files:
            payload["app_permissions"] = WITHOUT_FILES
        if channel in self.hidden or place.is_forbidden:
            payload["app_permissions"] = WITHOUT_VIEW
        if channel in self.hides_answers:
            payload["member"]["permissions"] = WITHOUT_OWN_APPS
        if message is not None:
            payload["message"] = message.payload(self.bot)
        one = Interaction(number, kind, user, channel, owner, pressed=message)
        self.interactions.add(one)
        await self.gateway.tell(guild.id if guild else 0, "INTERACTION_CREATE", payload)
        return one

    def _place(
        self, channel: int, user: int, message: Message | None
    ) -> tuple[Guild | None, Channel, int]:
        """Return the server and the channel, and whose own installation brings an interaction.

        That of a press is whoever has brought the pressed message.
        """
        for guild in self.gateway.guilds.values():
            if channel in guild.channels:
                return guild, guild.channels[channel], 0
        begun = None if message is None else self.interactions.all.get(message.interaction)
        owner = user if begun is None else begun.owner
        if channel in self.rest.private:
            return None, self.rest.private[channel], owner
        place = self.rest.outside[channel]
        return (Guild(place.guild) if place.guild else None), place, owner


@contextlib.asynccontextmanager
async def running_discord(
    *,
    shards: int = 1,
    max_concurrency: int = 1,
    identify_s: float = 0.0,
    deaf: bool = False,
) -> AsyncIterator[Discord]:
    """Run a Discord on a free port."""
    discord = Discord(shards=shards, max_concurrency=max_concurrency, identify_s=identify_s)
    discord.gateway.deaf = deaf
    application = web.Application(client_max_size=MOST_BYTES)
    application.router.add_get("/gateway", discord.gateway.handle)
    application.router.add_get("/gateway/", discord.gateway.handle)
    application.router.add_route("*", "/{tail:.*}", discord.rest.handle)
    runner = web.AppRunner(
        application, access_log=None, handler_cancellation=True, shutdown_timeout=0.1
    )
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    discord.address = f"http://127.0.0.1:{runner.addresses[0][1]}"
    discord.gateway.url = discord.address.replace("http", "ws") + "/gateway"
    try:
        yield discord
    finally:
        await runner.cleanup()
