"""What it takes to write to Discord without an interaction."""

from dataclasses import dataclass

import discord

from bot.ops.breaker import CircuitBreaker
from bot.ops.metrics import Metrics
from bot.ui.compose import Message, compose
from bot.ui.markup import Markup
from bot.ui.preferences import Preferences
from bot.ui.screen import Screen
from engine.service import Service


@dataclass(frozen=True, slots=True)
class Outlet:
    """The client and what every message of it needs."""

    client: discord.AutoShardedClient
    service: Service
    preferences: Preferences
    markup: Markup
    breaker: CircuitBreaker
    metrics: Metrics

    async def compose(self, screen: Screen) -> Message:
        """Turn a screen into a message with this bot's emojis and command mentions."""
        return await compose(screen, self.markup)
