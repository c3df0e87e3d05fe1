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

__all__ = [
    "ALIVE_MS",
    "RESTORE_TEST_EVERY",
    "BackupPlan",
    "Shards",
    "renew",
    "restore",
]
