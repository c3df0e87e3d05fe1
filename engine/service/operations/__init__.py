"""Operations: settings, timers, maintenance, privacy and restores."""

from engine.service.operations.maintenance import (
    RESTORE_TEST_EVERY,
    BackupPlan,
    renew,
    restore,
)
from engine.service.operations.processes import (
    ALIVE_MS,
    Shards,
)
from engine.service.operations.published_games import open_games

__all__ = [
    "ALIVE_MS",
    "RESTORE_TEST_EVERY",
    "BackupPlan",
    "Shards",
    "open_games",
    "renew",
    "restore",
]
