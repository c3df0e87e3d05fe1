"""`python -m bot health`: whether the event loop has updated its heartbeat recently.

A supervisor runs this every half minute, also on a busy machine, so it imports nothing of the bot:
it reads the one setting it needs by the same rules, without the settings library.
"""

import os
import sys
import time
from pathlib import Path
from typing import Final

from dotenv import dotenv_values

ENV_FILE: Final = Path(".env")
DATA_DIR: Final = Path("data")
DATA_DIR_VARIABLE: Final = "GIN_DATA_DIR"
IS_FOLDER: Final = (
    "{file} is a folder, and no settings can be read from it. Remove it, then copy .env.example to "
    "{file}; Docker makes such a folder where a file to mount is missing."
)
LATE_SECONDS: Final = 30.0
"""The age at which a heartbeat, updated every five seconds, means a stuck process."""


def heartbeat_file(data_dir: Path) -> Path:
    """Return the file that a running Gin updates."""
    return data_dir / "heartbeat"


def data_dir(env_file: Path = ENV_FILE) -> Path:
    """Return the data folder, from the environment or the file, by the rules of `Settings`."""
    wanted = DATA_DIR_VARIABLE.lower()
    for source in (os.environ, dotenv_values(env_file, encoding="utf-8")):
        for name, value in source.items():
            if name.lower() == wanted and value:
                return Path(value)
    return DATA_DIR


def trouble(file: Path, now: float | None = None) -> str:
    """Return the reason why Gin seems unhealthy; empty if it does not."""
    try:
        age = (time.time() if now is None else now) - file.stat().st_mtime
    except FileNotFoundError:
        return f"Gin is not running, or with another {DATA_DIR_VARIABLE}: there is no {file}."
    except OSError as error:
        return f"{file} cannot be looked at: {error.strerror}."
    if age > LATE_SECONDS:
        return f"Gin is stuck or was killed: it touched {file} last {age:.0f} s ago."
    return ""


def report() -> int:
    """Print the problem; return 0 if there is none, else 1, the only codes a container may use."""
    try:
        if ENV_FILE.is_dir():
            found = IS_FOLDER.format(file=ENV_FILE)
        else:
            found = trouble(heartbeat_file(data_dir()))
    except UnicodeDecodeError:
        found = f"{ENV_FILE} is not a text file in UTF-8."
    except OSError as error:
        found = f"{ENV_FILE} cannot be read: {error.strerror}."
    if found:
        sys.stderr.write(f"{found}\n")
    return 1 if found else 0
