"""Messages after the answer to an interaction, which only its person sees."""

from typing import Final

import discord
from discord.webhook.async_ import async_context

from bot.ui.compose import Message
from bot.ui.edits import V2

EPHEMERAL: Final = discord.MessageFlags(ephemeral=True).value


class FollowUps:
    """What is left of an answered interaction for later: its token, its person and their language.

    The interaction itself holds the pressed message with everything on it, and its handler's work.
    """

    __slots__ = ("_application", "_http", "_session", "_token", "locale", "user")

    def __init__(self, interaction: discord.Interaction) -> None:
        self.user = interaction.user.id
        self.locale = str(interaction.locale)
        self._http = interaction._state.http
        self._session = interaction._session
        self._application = interaction.application_id
        self._token = interaction.token

    async def send(self, message: Message) -> None:
        """Send a message without files; raises discord.HTTPException when the token is too old."""
        assert not message.uploads, "only words follow an answer"
        await async_context.get().execute_webhook(
            self._application,
            self._token,
            session=self._session,
            proxy=self._http.proxy,
            proxy_auth=self._http.proxy_auth,
            payload={
                "components": message.components,
                "flags": V2 | EPHEMERAL,
                "allowed_mentions": message.mentions.to_dict(),
            },
            with_components=True,
        )
