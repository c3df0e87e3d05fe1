"""`/gin friends …`: the own list, blocks, and a complaint to the server's administrators."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.friends.handlers import add_friend, list_of
from bot.ui.errors import Unusable
from bot.ui.names import safe_name
from bot.ui.notice import notice_screen
from bot.ui.reply import reply_to
from bot.ui.screen import Accent
from engine.service import InteractionId, Person, UserId

if TYPE_CHECKING:
    from bot.app import GinBot


class FriendCommands(app_commands.Group):
    """With whom somebody likes to play, and with whom not."""

    def __init__(self, bot: "GinBot") -> None:
        super().__init__(name="friends", description="Friends, and whom you do not want to meet")
        self._bot = bot

    @app_commands.command(name="list", description="Who plays now, who asks; challenge a friend")
    async def list_(self, interaction: discord.Interaction) -> None:
        reader = await self._bot.readers.of(interaction)
        screen = await list_of(self._bot, reader, UserId(interaction.user.id))
        await reply_to(interaction).private(screen)

    @app_commands.command(description="Put somebody on your list of friends")
    @app_commands.describe(user="Who shall be your friend")
    async def add(self, interaction: discord.Interaction, user: discord.User) -> None:
        reader = await self._bot.readers.of(interaction)
        reply = reply_to(interaction)
        if user.bot:
            text = reader.words.t("Bots make no friends, but `/gin practice` is always there.")
            await reply.private(notice_screen(text))
            return
        friend = Person(UserId(user.id), user.display_name)
        notice = await add_friend(self._bot, reply, reader, friend)
        await reply.private(await list_of(self._bot, reader, UserId(interaction.user.id), notice))

    @app_commands.command(description="Take somebody off your list of friends")
    @app_commands.describe(user="Who shall no longer be on it")
    async def remove(self, interaction: discord.Interaction, user: discord.User) -> None:
        t = (await self._bot.readers.of(interaction)).words.t
        own, key = UserId(interaction.user.id), InteractionId(interaction.id)
        name = safe_name(user.display_name)
        if await self._bot.service.friends.remove(key, own, UserId(user.id)):
            text = t("**{name}** is no longer on your list.", name=name)
        else:
            text = t("**{name}** was not on your list.", name=name)
        await reply_to(interaction).private(notice_screen(text, Accent.CALM))

    @app_commands.command(description="No challenges, no tables, no notes with this person")
    @app_commands.describe(user="Whom you do not want to meet; they are not told")
    async def block(self, interaction: discord.Interaction, user: discord.User) -> None:
        t = (await self._bot.readers.of(interaction)).words.t
        if user.bot:
            raise Unusable(t("Bots do not play here anyway."))
        own, key = UserId(interaction.user.id), InteractionId(interaction.id)
        name = safe_name(user.display_name)
        if await self._bot.service.blocks.block(key, own, UserId(user.id)):
            text = t(
                "**{name}** is blocked and is not told. Matches that are running go on. "
                "`/gin friends unblock` takes it back.",
                name=name,
            )
        else:
            text = t("That is not possible: it is you, or your list of blocked people is full.")
        await reply_to(interaction).private(notice_screen(text, Accent.CALM))

    @app_commands.command(description="Take a block back")
    @app_commands.describe(user="Whom you would meet again")
    async def unblock(self, interaction: discord.Interaction, user: discord.User) -> None:
        t = (await self._bot.readers.of(interaction)).words.t
        name = safe_name(user.display_name)
        own, key = UserId(interaction.user.id), InteractionId(interaction.id)
        if await self._bot.service.blocks.unblock(key, own, UserId(user.id)):
            text = t("**{name}** is no longer blocked.", name=name)
        else:
            text = t("**{name}** was not blocked.", name=name)
        await reply_to(interaction).private(notice_screen(text, Accent.CALM))
