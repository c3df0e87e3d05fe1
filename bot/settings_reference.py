"""The settings as documents list them, with their meaning and default.

`.env.example` is the output of `env_example()`; a test compares the two.
"""

import textwrap

from pydantic import SecretStr

from bot.settings import Settings, variables


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
