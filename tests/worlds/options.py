"""Options of commands."""

from collections.abc import Iterator
from typing import Any

import discord
from discord import app_commands

from tests.bot.outside.running import (
    BOB,
    Outside,
)
from tests.wire.objects import User


def leaves(world: Outside) -> Iterator[app_commands.Command[Any, ..., Any]]:
    """Every command of members."""
    for command in world.bot.tree.walk_commands():
        if isinstance(command, app_commands.Command) and command.qualified_name.startswith("gin "):
            yield command


def options_of(command: app_commands.Command[Any, ..., Any]) -> dict[str, object]:
    """What a command needs."""
    people = discord.AppCommandOptionType.user
    return {
        one.display_name: User(BOB) if one.type is people else "standard"
        for one in command.parameters
        if one.required
    }
