"""The collaborators for writing to Discord without an interaction."""

from dataclasses import dataclass, field

import discord

from bot.ops.breaker import CircuitBreaker
from bot.ops.metrics import Metrics
from bot.ui.backlog import Backlog
from bot.ui.compose import Message, compose
from bot.ui.markup import Markup
from bot.ui.preferences import Preferences
from bot.ui.screen import Screen
from engine.service import Service


@dataclass(frozen=True, slots=True)
class Outlet:
    """The client and the dependencies of every message."""

    client: discord.AutoShardedClient
    service: Service
    preferences: Preferences
    markup: Markup
    breaker: CircuitBreaker
    metrics: Metrics
    backlog: Backlog = field(default_factory=Backlog)

    async def compose(self, screen: Screen, *, for_edit: bool = False) -> Message:
        """Convert a screen to a message with this bot's emojis and command mentions."""
        return await compose(screen, self.markup, for_edit=for_edit)
