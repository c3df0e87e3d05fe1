"""Variables that look like settings of Gin and are none, such as misspelt ones."""

import difflib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from dotenv import dotenv_values

from bot.settings import PREFIX, variables

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
