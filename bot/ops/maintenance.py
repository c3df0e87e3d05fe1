"""`backup`, `restore`, `move`, `new-epoch`: database maintenance without Discord."""

import asyncio
import sys
from pathlib import Path

from bot.ops import backups
from bot.ops.backups import make_folders
from bot.ops.logs import set_up_logs
from bot.settings import Settings, load_settings
from engine.service import SystemClock, SystemEntropy
from engine.service.operations import maintenance
from engine.store import Repeatable, Store

PATIENCE_S = 24 * 3600.0


def _prepared() -> Settings:
    settings = load_settings()
    set_up_logs(settings)
    make_folders(settings)
    return settings


def back_up() -> int:
    """Copy the database, also while Gin runs."""
    sys.stdout.write(f"{asyncio.run(backups.back_up(_prepared()))}\n")
    return 0


def restore(copy: Path) -> int:
    """Replace the database with a backup."""
    sys.stdout.write(f"{asyncio.run(backups.restore(_prepared(), copy))}\n")
    return 0


def move(target: str) -> int:
    """Carry the database over to another one, between SQLite and PostgreSQL."""
    sys.stdout.write(f"{asyncio.run(backups.move(_prepared(), target))}\n")
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
        now = SystemClock().now_ms()
        running = await store.write(
            Repeatable(lambda c: maintenance.begin(c, now, SystemEntropy()))
        )
    finally:
        await store.close()
    sys.stdout.write(f"A new epoch has begun for {running} running matches.\n")
    return 0
