"""One interaction with everything that its handler needs, made by whoever receives it.

The router and the command tree make a context before any handler runs, and its reply acknowledges
the interaction in time by itself (interactions/receiving-and-responding), so no handler can forget.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import discord

from bot.ui.notice import notice_screen
from bot.ui.preferences import Preferences
from bot.ui.reader import Reader
from bot.ui.refusal import ADMINS_ONLY, OLD_BUTTON, Refusal
from bot.ui.reply import Reply
from engine.service import ChannelId, GuildId, InteractionId, Person, Prefs, Service, UserId

CONTEXT: Final = "context"
"""Key in an interaction's extras: the context that its receiver has made."""


@dataclass(slots=True)
class Context:
    """One interaction.

    ``values``: the lines that were chosen in a menu. ``refusal``: why a command was not done.
    """

    interaction: discord.Interaction
    service: Service
    preferences: Preferences
    reader: Reader
    reply: Reply
    values: tuple[str, ...] = ()
    refusal: Exception | None = None

    @property
    def t(self) -> Callable[..., str]:
        """Translate a sentence for the person who pressed or typed."""
        return self.reader.words.t

    @property
    def user(self) -> UserId:
        """The person who pressed or typed."""
        return UserId(self.interaction.user.id)

    @property
    def person(self) -> Person:
        """The same person with the name shown on this server."""
        return Person(self.user, self.interaction.user.display_name)

    @property
    def guild(self) -> GuildId:
        """The server, 0 in direct messages."""
        return GuildId(self.interaction.guild_id or 0)

    @property
    def channel(self) -> ChannelId:
        """The channel, 0 where Discord names none."""
        return ChannelId(self.interaction.channel_id or 0)

    @property
    def key(self) -> InteractionId:
        """The id that makes every command of this interaction happen once."""
        return self.reply.key

    @property
    def value(self) -> str:
        """The line that was chosen in a menu; Refusal for a press that is none."""
        if not self.values:
            raise Refusal(OLD_BUTTON)
        return self.values[0]

    @property
    def locale(self) -> str:
        """The language of the person's Discord."""
        return str(self.interaction.locale)

    def require_admin(self) -> None:
        """Refuse whoever may not manage this server."""
        rights = self.interaction.permissions
        if not (self.guild and (rights.manage_guild or rights.administrator)):
            raise Refusal(ADMINS_ONLY)

    async def public_reader(self) -> Reader:
        """Return the reader of a public message on this server."""
        return await self.preferences.public(self.guild)

    async def prefs(self) -> Prefs:
        """Return what the person has chosen in the settings."""
        return await self.preferences.prefs(self.user)

    async def prefer(self, **choices: object) -> Prefs:
        """Store changed settings of the person, and read on with them."""
        before = await self.prefs()
        changed = Prefs.model_validate(before.model_dump() | choices)
        stored = await self.service.set_prefs(self.key, self.person, changed)
        self.preferences.forget(self.user)
        self.reader = await self.preferences.of(self.interaction)
        return stored

    async def refuse(self, sentence: str) -> None:
        """Say no in a sentence that only this person sees."""
        await self.reply.private(notice_screen(sentence))


def context_of(interaction: discord.Interaction) -> Context:
    """Return the context of an interaction; whoever received it has made it."""
    found: Context = interaction.extras[CONTEXT]
    return found
