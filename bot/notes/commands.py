"""`/gin note …`: short messages to friends and opponents, and private notes on opponents."""

import discord
from discord import app_commands

from bot.notes.handlers import Told, inbox_of, open_book, send_note
from bot.ui.context import context_of
from bot.ui.notice import notice_screen
from bot.ui.screen import Accent
from engine.service import Person, UserId
from engine.service.social.notes import NOTE_LENGTH


class NoteCommands(app_commands.Group):
    """The commands about notes."""

    def __init__(self, told: Told) -> None:
        super().__init__(name="note", description="Notes to friends and opponents")
        self._told = told

    @app_commands.command(description="Write to a friend or to someone you are playing with")
    @app_commands.describe(user="Who to write to", words="What you want to say")
    async def send(
        self,
        interaction: discord.Interaction,
        user: discord.User,
        words: app_commands.Range[str, 1, NOTE_LENGTH],
    ) -> None:
        ctx = context_of(interaction)
        if user.bot:
            text = ctx.t("Bots can't read notes.")
        else:
            text = await send_note(self._told, ctx, UserId(user.id), words)
        await ctx.reply.private(notice_screen(text, Accent.CALM))

    @app_commands.command(description="Your inbox and its settings")
    async def inbox(self, interaction: discord.Interaction) -> None:
        ctx = context_of(interaction)
        await ctx.reply.private(await inbox_of(ctx))

    @app_commands.command(description="Private notes about a player")
    @app_commands.describe(user="Who the notes are about")
    async def book(self, interaction: discord.Interaction, user: discord.User) -> None:
        ctx = context_of(interaction)
        about = Person(UserId(user.id), user.display_name)
        await open_book(ctx, about)
