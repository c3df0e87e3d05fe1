"""The commands at the leaves of the tree of commands, and what they need."""

from collections.abc import Iterator
from typing import Any

import discord
from discord import app_commands

from tests.bot.outside.running import (
    BOB,
    Outside,
)
from tests.journeys.world import World
from tests.wire.objects import User


def leaves(world: World) -> Iterator[tuple[str, app_commands.Command[Any, Any, Any]]]:
    """Every command with its whole name; administrators before anybody sends them a note."""
    commands = world.bot.tree.walk_commands()
    for command in sorted(commands, key=lambda one: not one.qualified_name.startswith("gin-admin")):
        if isinstance(command, app_commands.Command):
            yield command.qualified_name, command


def member_leaves(world: Outside) -> Iterator[app_commands.Command[Any, ..., Any]]:
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
