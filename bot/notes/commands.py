"""`/gin note …`: a few words for a friend or an opponent, and a note book for oneself."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.notes.handlers import inbox_of, open_book, send_note
from bot.ui.notice import notice_screen
from bot.ui.reply import reply_to
from bot.ui.screen import Accent
from engine.service import Person, UserId
from engine.service.social.notes import NOTE_LENGTH

if TYPE_CHECKING:
    from bot.app import GinBot


class NoteCommands(app_commands.Group):
    """Notes are private, short and few."""

    def __init__(self, bot: "GinBot") -> None:
        super().__init__(name="note", description="Notes to friends and opponents")
        self._bot = bot

    @app_commands.command(description="Write to a friend or to someone you are playing with")
    @app_commands.describe(user="Who to write to", words="What you want to say")
    async def send(
        self,
        interaction: discord.Interaction,
        user: discord.User,
        words: app_commands.Range[str, 1, NOTE_LENGTH],
    ) -> None:
        reader = await self._bot.readers.of(interaction)
        reply = reply_to(interaction)
        if user.bot:
            text = reader.words.t("Bots can't read notes.")
        else:
            text = await send_note(self._bot, reply, reader, UserId(user.id), words)
        await reply.private(notice_screen(text, Accent.CALM))

    @app_commands.command(description="Your inbox and its settings")
    async def inbox(self, interaction: discord.Interaction) -> None:
        reader = await self._bot.readers.of(interaction)
        screen = await inbox_of(self._bot, reader, UserId(interaction.user.id))
        await reply_to(interaction).private(screen)

    @app_commands.command(description="Private notes about a player")
    @app_commands.describe(user="Who the notes are about")
    async def book(self, interaction: discord.Interaction, user: discord.User) -> None:
        reader = await self._bot.readers.of(interaction)
        about = Person(UserId(user.id), user.display_name)
        await open_book(self._bot, reply_to(interaction), reader, about)
