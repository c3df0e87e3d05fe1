"""The folders that Gin writes to, created and tested at the start for a clear error message.

The test is an actual write, which detects permissions, read-only file systems and quotas.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bot.settings import Settings, SettingsError
from engine.store import sqlite_path


def make_folders(settings: Settings) -> None:
    """Create the folders of the settings. Raises SettingsError for one that cannot be written."""
    for variable, folder in _folders(settings):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                pass
        except OSError as error:
            raise SettingsError(
                f"{variable}: the folder {folder.absolute()} cannot be written by {_user()} "
                f"({error.strerror}). Give that user the folder, or set {variable} to another."
            ) from None


def _folders(settings: Settings) -> Iterator[tuple[str, Path]]:
    yield "GIN_DATA_DIR", settings.data_dir
    url = settings.database_url.get_secret_value()
    if url.startswith("sqlite"):
        yield "GIN_DATABASE_URL", sqlite_path(url).resolve().parent
        yield "GIN_BACKUP_DIR", settings.backup_dir


def _user() -> str:
    return "this user" if sys.platform == "win32" else f"user {os.geteuid()}"
