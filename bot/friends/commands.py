"""`/gin friends …`: the own list, blocks, and a complaint to the server's administrators."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.friends.handlers import add_friend, list_of
from bot.ui.errors import Refusal
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
        super().__init__(name="friends", description="Friends and blocked players")
        self._bot = bot

    @app_commands.command(name="list", description="Friends, requests, quick challenge")
    async def list_(self, interaction: discord.Interaction) -> None:
        reader = await self._bot.readers.of(interaction)
        screen = await list_of(self._bot, reader, UserId(interaction.user.id))
        await reply_to(interaction).private(screen)

    @app_commands.command(description="Add a friend")
    @app_commands.describe(user="Who to add")
    async def add(self, interaction: discord.Interaction, user: discord.User) -> None:
        reader = await self._bot.readers.of(interaction)
        reply = reply_to(interaction)
        if user.bot:
            text = reader.words.t(
                "Bots can't be added as friends, but you can always play one with `/gin practice`."
            )
            await reply.private(notice_screen(text))
            return
        friend = Person(UserId(user.id), user.display_name)
        notice = await add_friend(self._bot, reply, reader, friend)
        await reply.private(await list_of(self._bot, reader, UserId(interaction.user.id), notice))

    @app_commands.command(description="Remove a friend")
    @app_commands.describe(user="Who to remove")
    async def remove(self, interaction: discord.Interaction, user: discord.User) -> None:
        t = (await self._bot.readers.of(interaction)).words.t
        own, key = UserId(interaction.user.id), InteractionId(interaction.id)
        name = safe_name(user.display_name)
        if await self._bot.service.friends.remove(key, own, UserId(user.id)):
            text = t("**{name}** is no longer on your list.", name=name)
        else:
            text = t("**{name}** wasn't on your list.", name=name)
        await reply_to(interaction).private(notice_screen(text, Accent.CALM))

    @app_commands.command(description="Block someone")
    @app_commands.describe(user="Who to block (they aren't told)")
    async def block(self, interaction: discord.Interaction, user: discord.User) -> None:
        t = (await self._bot.readers.of(interaction)).words.t
        if user.bot:
            raise Refusal(t("Bots can't play here anyway."))
        own, key = UserId(interaction.user.id), InteractionId(interaction.id)
        name = safe_name(user.display_name)
        if await self._bot.service.blocks.block(key, own, UserId(user.id)):
            text = t(
                "**{name}** is blocked and isn't told. Matches in progress go on. Undo it with "
                "`/gin friends unblock`.",
                name=name,
            )
        else:
            text = t("You can't block this person: it's you, or your block list is full.")
        await reply_to(interaction).private(notice_screen(text, Accent.CALM))

    @app_commands.command(description="Unblock someone")
    @app_commands.describe(user="Who to unblock")
    async def unblock(self, interaction: discord.Interaction, user: discord.User) -> None:
        t = (await self._bot.readers.of(interaction)).words.t
        name = safe_name(user.display_name)
        own, key = UserId(interaction.user.id), InteractionId(interaction.id)
        if await self._bot.service.blocks.unblock(key, own, UserId(user.id)):
            text = t("**{name}** is no longer blocked.", name=name)
        else:
            text = t("**{name}** wasn't blocked.", name=name)
        await reply_to(interaction).private(notice_screen(text, Accent.CALM))
