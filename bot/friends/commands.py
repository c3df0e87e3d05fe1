"""`/gin friends …`: the friends list, blocks, and reports to the server's administrators."""

import discord
from discord import app_commands

from bot.friends.handlers import Told, add_friend, list_of
from bot.ui.context import context_of
from bot.ui.names import safe_name
from bot.ui.notice import notice_screen
from bot.ui.refusal import Refusal
from bot.ui.screen import Accent
from engine.service import Person, UserId


class FriendCommands(app_commands.Group):
    """The commands about friends and blocked players."""

    def __init__(self, told: Told) -> None:
        super().__init__(name="friends", description="Friends and blocked players")
        self._told = told

    @app_commands.command(name="list", description="Friends, requests, quick challenge")
    async def list_(self, interaction: discord.Interaction) -> None:
        ctx = context_of(interaction)
        await ctx.reply.private(await list_of(ctx))

    @app_commands.command(description="Add a friend")
    @app_commands.describe(user="Who to add")
    async def add(self, interaction: discord.Interaction, user: discord.User) -> None:
        ctx = context_of(interaction)
        if user.bot:
            raise Refusal(
                "Bots can't be added as friends, but you can always play one with `/gin practice`."
            )
        friend = Person(UserId(user.id), user.display_name)
        notice = await add_friend(self._told, ctx, friend)
        await ctx.reply.private(await list_of(ctx, notice))

    @app_commands.command(description="Remove a friend")
    @app_commands.describe(user="Who to remove")
    async def remove(self, interaction: discord.Interaction, user: discord.User) -> None:
        ctx = context_of(interaction)
        t = ctx.t
        name = safe_name(user.display_name)
        if await ctx.service.friends.remove(ctx.key, ctx.user, UserId(user.id)):
            text = t("**{name}** is no longer on your list.", name=name)
        else:
            text = t("**{name}** wasn't on your list.", name=name)
        await ctx.reply.private(notice_screen(text, Accent.CALM))

    @app_commands.command(description="Block someone")
    @app_commands.describe(user="Who to block (they aren't told)")
    async def block(self, interaction: discord.Interaction, user: discord.User) -> None:
        ctx = context_of(interaction)
        t = ctx.t
        if user.bot:
            raise Refusal("Bots can't play here anyway.")
        name = safe_name(user.display_name)
        if await ctx.service.blocks.block(ctx.key, ctx.user, UserId(user.id)):
            text = t(
                "**{name}** is blocked and isn't told. Matches in progress go on. Undo it with "
                "`/gin friends unblock`.",
                name=name,
            )
        else:
            text = t("You can't block this person: it's you, or your block list is full.")
        await ctx.reply.private(notice_screen(text, Accent.CALM))

    @app_commands.command(description="Unblock someone")
    @app_commands.describe(user="Who to unblock")
    async def unblock(self, interaction: discord.Interaction, user: discord.User) -> None:
        ctx = context_of(interaction)
        t = ctx.t
        name = safe_name(user.display_name)
        if await ctx.service.blocks.unblock(ctx.key, ctx.user, UserId(user.id)):
            text = t("**{name}** is no longer blocked.", name=name)
        else:
            text = t("**{name}** wasn't blocked.", name=name)
        await ctx.reply.private(notice_screen(text, Accent.CALM))
