"""The channel of a server's administrators, where reports and pairs that stand out are posted."""

from functools import partial

from bot.ui.listener import EventListener, Messenger
from bot.ui.screen import Screen
from engine.service import GuildId


class AdminChannel:
    """Posts for administrators, each once; their pages show the same in any case."""

    def __init__(self, messenger: Messenger) -> None:
        self._messenger = messenger
        self._events = EventListener()

    async def start(self) -> None:
        """Use this context for later attempts."""
        self._events.start()

    async def stop(self) -> None:
        """Attempt nothing more."""
        self._events.stop()

    async def post(self, guild: GuildId, screen: Screen, nonce: str) -> None:
        """Post a screen, if the server has a channel for it.

        ``nonce``: at most 25 characters; what is sent twice with it is posted once.
        """
        send = partial(self._send, guild, screen, nonce)
        await self._events.attempt(nonce, "the administrators were not told", send)

    async def _send(self, guild: GuildId, screen: Screen, nonce: str) -> None:
        config = await self._messenger.service.guild_config(guild)
        if config.reports_channel is None:
            return
        message = await self._messenger.compose(screen)
        channel = self._messenger.client.get_partial_messageable(config.reports_channel)
        await channel.send(
            view=message.view, files=message.files, nonce=nonce, allowed_mentions=message.mentions
        )
