"""The commands at the leaves of a tree of commands."""

from collections.abc import Iterator
from typing import Any

from discord import app_commands

from tests.journeys.world import World


def leaves(world: World) -> Iterator[tuple[str, app_commands.Command[Any, Any, Any]]]:
    """Every command with its whole name; administrators before anybody sends them a note."""
    commands = world.bot.tree.walk_commands()
    for command in sorted(commands, key=lambda one: not one.qualified_name.startswith("gin-admin")):
        if isinstance(command, app_commands.Command):
            yield command.qualified_name, command
