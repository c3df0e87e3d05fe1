"""Free space of the folders that Gin writes to."""

import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from bot.settings import Settings
from engine.store import sqlite_path

LEAST_FREE: Final = 512 << 20
"""The bytes that a disk should have free beside a copy of the database."""


class Folder(StrEnum):
    """A folder that Gin writes to."""

    DATA = "data"
    DATABASE = "database"
    BACKUPS = "backups"


@dataclass(frozen=True, slots=True)
class DiskSpace:
    """The bytes that are free where a folder lies, and that should be.

    ``device``: the number of the disk, which several folders may share.
    """

    folder: Folder
    path: Path
    device: int
    free: int
    needed: int

    @property
    def is_short(self) -> bool:
        """Whether less is free than there should be."""
        return self.free < self.needed


def free_bytes(path: Path) -> int:
    """Return the free bytes of the disk that a folder lies on."""
    return shutil.disk_usage(path).free


def disk_spaces(
    settings: Settings, free: Callable[[Path], int] = free_bytes
) -> Iterator[DiskSpace]:
    """Yield the space of each folder; those of the database and its backups for SQLite only.

    A folder that is not there yet counts as the nearest one above it. Raises OSError.
    """
    url, places, size = settings.database_url.get_secret_value(), {}, 0
    places[Folder.DATA] = settings.data_dir
    if url.startswith("sqlite"):
        database = sqlite_path(url).resolve()
        places |= {Folder.DATABASE: database.parent, Folder.BACKUPS: settings.backup_dir}
        size = sum(one.stat().st_size for one in database_files(database))
    for folder, place in places.items():
        path = existing(place)
        yield DiskSpace(folder, path, path.stat().st_dev, free(path), LEAST_FREE + size)


def one_a_disk(spaces: Iterable[DiskSpace]) -> list[DiskSpace]:
    """Return the first folder of each disk."""
    found: dict[int, DiskSpace] = {}
    for one in spaces:
        found.setdefault(one.device, one)
    return list(found.values())


def database_files(database: Path) -> Iterator[Path]:
    """Yield the file of an SQLite database and its log, as far as they are there."""
    for ending in ("", "-wal"):
        if (part := database.with_name(database.name + ending)).exists():
            yield part


def existing(folder: Path) -> Path:
    """Return the folder, or the nearest one above it that is there."""
    folder = folder.resolve()
    while not folder.exists():
        folder = folder.parent
    return folder
