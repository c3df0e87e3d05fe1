"""The private parts of discord.py stand in one module, which names the version it was read in."""

import ast
from pathlib import Path

import discord

from bot.ui import discord_private

BOT = Path(discord_private.__file__).parents[1]
OF_SIMCORD = BOT / "playground_follow.py"


def private_parts(path: Path) -> list[str]:
    """Attributes with a leading underscore of anything but the object itself."""
    own = ("self", "cls")
    return [
        ast.unparse(node)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute)
        and node.attr.startswith("_")
        and not node.attr.startswith("__")
        and not (isinstance(node.value, ast.Name) and node.value.id in own)
    ]


def test_the_version_is_the_one_that_was_read() -> None:
    assert discord.__version__ == discord_private.READ_IN, (
        "look at each function of bot/ui/discord_private.py in this version"
    )


def test_no_other_module_touches_a_private_part() -> None:
    own_names = {"os._exit", "made._is_translated"}
    found = {
        f"{path.name}: {part}"
        for path in BOT.glob("**/*.py")
        if path.name != "discord_private.py" and path != OF_SIMCORD
        for part in private_parts(path)
        if part not in own_names and not part.startswith("super()")
    }
    assert found == set()
