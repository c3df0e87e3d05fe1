"""`backup`, `restore`, `move`, `new-epoch`, `export-games`: the database without Discord."""

import asyncio
import sys
from pathlib import Path

from bot.ops import backups, publishing
from bot.ops.backups import make_folders, need_database
from bot.ops.logs import set_up_logs
from bot.settings import Settings, load_settings
from engine.service import operations
from engine.store import Store

PATIENCE_S = 24 * 3600.0


def _prepared(*, has_database: bool = True) -> Settings:
    """Return the settings of a command; ``has_database``: whether it needs one that is there."""
    settings = load_settings()
    set_up_logs(settings)
    make_folders(settings, is_new=not has_database)
    if has_database:
        asyncio.run(need_database(settings))
    return settings


def back_up() -> int:
    """Copy the database, also while Gin runs."""
    backups.database_file(load_settings())
    sys.stdout.write(f"{asyncio.run(backups.back_up(_prepared()))}\n")
    return 0


def restore(copy: Path) -> int:
    """Replace the database with a backup."""
    settings = _prepared(has_database=False)
    sys.stdout.write(f"{asyncio.run(backups.restore(settings, copy))}\n")
    return 0


def move(target: str) -> int:
    """Carry the database over to another one, between SQLite and PostgreSQL."""
    settings = _prepared(has_database=False)
    sys.stdout.write(f"{asyncio.run(backups.move(settings, target))}\n")
    return 0


def export_games(target: Path) -> int:
    """Write the matches that their players publish to a new file."""
    sys.stdout.write(f"{publishing.export(_prepared(), target)}\n")
    return 0


def new_epoch() -> int:
    """Start a new epoch, as `restore` does, on a database restored by other tools."""
    return asyncio.run(_new_epoch(_prepared()))


async def _new_epoch(settings: Settings) -> int:
    store = await Store.open(
        settings.database_url.get_secret_value(),
        before_change=backups.before_migration(settings),
        patience_s=PATIENCE_S,
    )
    try:
        running = await operations.renew(store)
    finally:
        await store.close()
    sys.stdout.write(f"A new epoch has begun for {running} running matches.\n")
    return 0
