"""`export-games`: the file of open games."""

import asyncio
import gzip
import random
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bot.ops.backups import MaintenanceError, database_file
from bot.settings import Settings
from engine.service import operations
from engine.store import Store, backup

PATIENCE_S: Final = 24 * 3600.0


def export(settings: Settings, target: Path) -> str:
    """Write the open games to a new file, also while Gin runs; return how many matches there are.

    An SQLite database is copied for it. Raises MaintenanceError for a file that is there or cannot
    be written, and every StoreError; then there is no file.
    """
    if target.exists():
        raise MaintenanceError(f"{target} is there already. Name a new file.")
    partial = target.with_name(f"{target.name}.partial")
    try:
        count = asyncio.run(_write(settings, partial))
        partial.replace(target)
    except OSError as error:
        raise MaintenanceError(
            f"{target} cannot be written ({error.strerror}). Name a file in another folder."
        ) from error
    finally:
        partial.unlink(missing_ok=True)
    matches = "1 match" if count == 1 else f"{count:,} matches"
    return f"{target}: {matches} ({target.stat().st_size:,} bytes)."


@asynccontextmanager
async def _opened(settings: Settings, folder: Path) -> AsyncIterator[Store]:
    """Open the database; of SQLite, which serves one process, a copy in ``folder``."""
    url = settings.database_url.get_secret_value()
    with tempfile.TemporaryDirectory(prefix="gin-export-", dir=folder) as place:
        if url.startswith("sqlite"):
            source = database_file(settings)
            copy = await backup.back_up(source, Path(place), datetime.now(UTC))
            url = f"sqlite:///{copy}"
        store = await Store.open(url, patience_s=PATIENCE_S)
        try:
            yield store
        finally:
            await store.close()


async def _write(settings: Settings, partial: Path) -> int:
    """Write the lines and return the number of matches."""
    count = -1  # The head is no match.
    # Neither a name nor a time of its making is in the file.
    with partial.open("wb") as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as file:
        async with _opened(settings, partial.parent) as store:
            async for line in operations.open_games(store, random.SystemRandom()):
                file.write(f"{line}\n".encode())
                count += 1
    return count
