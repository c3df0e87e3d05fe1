"""A bare discord.py bot that answers a press by an edit with the same text; a process of its own.

``python -m benchmarks.wire.echo API``. Any command posts a message with a button.
"""

import asyncio
import sys
from typing import Final

import discord
from discord.http import Route

if sys.platform != "win32":
    import uvloop

TEXT: Final = "The quick brown fox jumps over the lazy dog. " * 4
TOKEN: Final = "x" * 30


class EchoBot(discord.AutoShardedClient):
    """As little of a bot as there can be."""

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.application_command:
            view = discord.ui.View(timeout=None)
            view.add_item(discord.ui.Button(label="Again", custom_id="again"))
            view.stop()
            await interaction.response.send_message(TEXT, view=view)
        elif interaction.message is not None:
            await interaction.response.edit_message(content=interaction.message.content)


async def serve(api: str) -> None:
    Route.BASE = api
    bot = EchoBot(intents=discord.Intents(guilds=True), max_messages=None)
    await bot.start(TOKEN)


if __name__ == "__main__":
    serving = serve(sys.argv[1])
    asyncio.run(serving) if sys.platform == "win32" else uvloop.run(serving)
