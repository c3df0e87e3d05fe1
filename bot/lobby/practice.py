"""Practice, typed or pressed."""

from typing import TYPE_CHECKING

import discord

from bot.lobby.handlers import answer_lobby_outcome
from bot.match.options import Ruleset, house_of, ruleset
from bot.ui.reply import reply_to
from engine.clocks.clock import CASUAL
from engine.game.presets import PRESET_PLAYERS
from engine.players import Level
from engine.service import ChannelId, GuildId, InteractionId, Person, Practice, UserId

if TYPE_CHECKING:
    from bot.app import GinBot


async def start_practice(
    bot: "GinBot", interaction: discord.Interaction, chosen: Ruleset, level: str
) -> None:
    """A match against the computer, at once and in this channel."""
    await house_of(bot, interaction, await bot.readers.of(interaction))
    reply = reply_to(interaction)
    ask = Practice(
        interaction=InteractionId(interaction.id),
        guild=GuildId(interaction.guild_id or 0),
        channel=ChannelId(interaction.channel_id or 0),
        person=Person(UserId(interaction.user.id), interaction.user.display_name),
        rules=chosen.rules,
        preset=chosen.name,
        level=level,
        clock=CASUAL,
        seats=PRESET_PLAYERS.get(chosen.name),
    )
    async with bot.boards.expecting(ask.interaction):
        outcome = await bot.service.practice(ask)
        await answer_lobby_outcome(bot, reply, outcome, fresh=True)


async def practise_standard(bot: "GinBot", interaction: discord.Interaction) -> None:
    """What most people begin with."""
    reader = await bot.readers.of(interaction)
    await start_practice(bot, interaction, ruleset(reader, {}, "standard"), Level.CASUAL.value)
