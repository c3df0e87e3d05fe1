"""The settings as documents list them, and variables that only look like settings.

`.env.example` is the output of `env_example()`; a test compares the two.
"""

import difflib
import os
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from dotenv import dotenv_values
from pydantic import SecretStr

from bot.settings import PREFIX, Settings, variables


def described_settings() -> list[tuple[str, str, str]]:
    """Return the variable, the meaning and the default of every setting."""
    found = []
    for name, variable in variables().items():
        field = Settings.model_fields[name]
        default = field.default
        if isinstance(default, SecretStr):
            default = default.get_secret_value()
        found.append((variable, field.description or "", _shown(default)))
    return found


def env_example() -> str:
    """Return the text of `.env.example`: every setting with its meaning and default."""
    lines = [
        "# Copy this file to .env and set what you need; every line is optional.",
        "# Variables of the environment go before those of the file.",
    ]
    for variable, meaning, default in described_settings():
        lines += [
            "",
            *textwrap.wrap(
                meaning,
                98,
                initial_indent="# ",
                subsequent_indent="# ",
                break_long_words=False,
                break_on_hyphens=False,
            ),
        ]
        lines.append(f"{variable}=" if variable == "DISCORD_TOKEN" else f"#{variable}={default}")
    return "\n".join(lines) + "\n"


def _shown(default: object) -> str:
    if isinstance(default, tuple):
        return ",".join(map(str, default))
    return "" if default is None else str(default)


_OF_OTHERS: Final = frozenset(
    (
        "GIN_IMAGE",
        "GIN_PYTHON",
        "GIN_WEB_DOMAIN",
        "GIN_CI",
        "GIN_SEED",
        "GIN_THOROUGH",
        "GIN_WRITE_SNAPSHOTS",
    )
)
"""What the scripts, compose.yaml and the tests read."""
_DISCORD: Final = "DISCORD_TOKEN"
_LIKENESS: Final = 0.75


def unknown_settings(env_file: Path) -> Iterator[str]:
    """Yield a sentence for each unknown variable of the environment and the file.

    Its value is never shown: it may be a secret under a wrong name.
    """
    places = (("the environment", os.environ), (str(env_file), _of_file(env_file)))
    known = sorted(variables().values())
    for place, found in places:
        for name in sorted(found):
            upper = name.upper()
            if upper in known or upper in _OF_OTHERS:
                continue
            if upper.startswith((PREFIX, _DISCORD)):
                near = difflib.get_close_matches(upper, known, 1, _LIKENESS)
                hint = f"is {near[0]} meant?" if near else ".env.example lists all settings."
                yield f"{name} in {place} is no setting of Gin and has no effect; {hint}"


def _of_file(env_file: Path) -> dict[str, str | None]:
    return dotenv_values(env_file, encoding="utf-8") if env_file.is_file() else {}
