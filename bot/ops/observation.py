"""What is looked at for each page of metrics: gateway, disks, backups, timers, connections."""

import asyncio
import contextlib
import math
import platform
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Final

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from bot import __version__
from bot.app import GinBot
from bot.ops.listening import CUT
from bot.settings import Settings
from engine.service import Service
from engine.service.operations import RESTORE_TEST_EVERY
from engine.store import StoreError, backup, sqlite_path

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


LOOK_SECONDS: Final = 60.0
"""The shortest time between two looks at the disk or into the database."""
LATE_TIMER_MS: Final = 60_000
"""From this delay on a timer that has not fired is late."""
MISSED_BACKUPS: Final = 2
"""How many backups may be left out until that is worth a warning."""
HOUR_S: Final = 3600.0
DAY_S: Final = 24 * HOUR_S


@dataclass(frozen=True, slots=True)
class NewestBackup:
    """The newest backup: its time in seconds since 1970, and its bytes."""

    made: float
    size: int


class Observation(Collector):
    """The state of what Gin depends on, exported beside the counters of the process.

    ``free``: returns the free bytes where a folder lies.
    """

    def __init__(
        self, bot: GinBot, service: Service, free: Callable[[Path], int] = free_bytes
    ) -> None:
        self._bot = bot
        self._service = service
        self._free = free
        self._looked = -math.inf
        self.is_ready = False
        self.disks: tuple[DiskSpace, ...] = ()
        self.newest: NewestBackup | None = None
        self.live_matches = self.late_timers = 0

    async def look(self, ready: bool) -> None:
        """Look at disks and database, unless that was done within the last minute."""
        self.is_ready = ready
        now = asyncio.get_running_loop().time()
        if now - self._looked < LOOK_SECONDS:
            return
        self._looked = now
        await asyncio.to_thread(self._look_at_disks)
        with contextlib.suppress(StoreError):
            self.live_matches = await self._service.count_running()
            late = self._service.now_ms() - LATE_TIMER_MS
            self.late_timers = await self._service.count_due_timers(late)

    def _look_at_disks(self) -> None:
        settings = self._bot.settings
        with contextlib.suppress(OSError):
            self.disks = tuple(disk_spaces(settings, self._free))
        with contextlib.suppress(OSError):
            found = backup.backups(settings.backup_dir)[:1]
            for moment, file in found:
                self.newest = NewestBackup(moment.timestamp(), file.stat().st_size)

    @property
    def backup_interval_s(self) -> float:
        """The seconds between two backups; 0 if Gin makes none."""
        is_file = self._service.database.path is not None
        return self._bot.settings.backup_hours * HOUR_S if is_file else 0.0

    def warnings(self) -> Iterator[str]:
        """Yield what becomes a fault if nobody acts."""
        for disk in one_a_disk(one for one in self.disks if one.is_short):
            yield (
                f"{disk.free >> 20:,} MB are free at {disk.path}: make room, there should be "
                f"{disk.needed >> 20:,} MB"
            )
        yield from self._about_backups(self._service.now_ms() / 1000)

    def _about_backups(self, now: float) -> Iterator[str]:
        upkeep, interval = self._service.upkeep, self.backup_interval_s
        if upkeep.unrestorable:
            yield f"the newest backup cannot be restored ({upkeep.unrestorable}): make another"
        if not interval:
            return
        if self.newest is not None and now - self.newest.made > MISSED_BACKUPS * interval:
            yield f"the newest backup is {(now - self.newest.made) / HOUR_S:.0f} hours old"
        tested = _seconds(upkeep.restore_tested)
        if tested and now - tested > RESTORE_TEST_EVERY.total_seconds() + DAY_S:
            yield f"no backup was tested for {(now - tested) / DAY_S:.0f} days"

    def collect(self) -> Iterable[Metric]:
        """Yield the metrics of the last look, and of this moment."""
        yield self._build()
        yield _gauge("gin_ready", "1 when people can be served, as in /readyz", self.is_ready)
        yield _gauge("gin_live_matches", "Running matches", self.live_matches)
        yield _gauge(
            "gin_late_timers", "Timers that should have fired a minute ago", self.late_timers
        )
        pool = self._service.database.pool
        yield _gauge("gin_database_connections", "Connections for queries that work", pool.in_use)
        yield _gauge("gin_database_connections_max", "Connections for queries", pool.size)
        yield CounterMetricFamily(
            "gin_cut_requests", "Requests whose sender left before the answer", CUT.count
        )
        yield from self._gateway()
        yield from self._backups()
        yield from self._disks()

    def _build(self) -> Metric:
        database = "postgresql" if self._service.database.path is None else "sqlite"
        found = {
            "version": __version__,
            "python": platform.python_version(),
            "database": database,
        }
        return InfoMetricFamily("gin_build", "Version, Python and kind of database", found)

    def _gateway(self) -> Iterator[Metric]:
        bot = self._bot
        slowest = max((one for _, one in bot.latencies if math.isfinite(one)), default=0.0)
        yield _gauge("gin_gateway_latency_seconds", "The slowest shard's heartbeat", slowest)
        closed = sum(one.is_closed() for one in bot.shards.values())
        yield _gauges(
            "gin_shards",
            "Shards of this process",
            "state",
            {"connected": len(bot.shards) - closed, "closed": closed},
        )
        away = sum(one.unavailable for one in bot.guilds)
        yield _gauges(
            "gin_guilds",
            "Servers of this process",
            "state",
            {"available": len(bot.guilds) - away, "unavailable": away},
        )

    def _backups(self) -> Iterator[Metric]:
        newest, upkeep = self.newest or NewestBackup(0.0, 0), self._service.upkeep
        yield _gauge(
            "gin_backup_interval_seconds",
            "The time between two backups by Gin; 0 if it makes none",
            self.backup_interval_s,
        )
        yield _gauge("gin_backup_timestamp_seconds", "When the newest backup was made", newest.made)
        yield _gauge("gin_backup_size_bytes", "Size of the newest backup", newest.size)
        yield _gauge(
            "gin_backup_duration_seconds",
            "How long this process's last backup took",
            upkeep.backup_seconds,
        )
        yield _gauge(
            "gin_restore_test_timestamp_seconds",
            "When a backup was last found good; 0 before the first look, after five minutes",
            _seconds(upkeep.restore_tested),
        )
        yield _gauge(
            "gin_backup_unrestorable",
            "1 when the test of the newest backup has failed",
            bool(upkeep.unrestorable),
        )

    def _disks(self) -> Iterator[Metric]:
        yield _gauges(
            "gin_disk_free_bytes",
            "Free space where a folder lies",
            "folder",
            {one.folder: one.free for one in self.disks},
        )
        yield _gauges(
            "gin_disk_needed_bytes",
            "Space that should be free: a copy of the database and 512 MB",
            "folder",
            {one.folder: one.needed for one in self.disks},
        )


def _seconds(moment: datetime | None) -> float:
    return 0.0 if moment is None else moment.timestamp()


def _gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(name, text, float(value))


def _gauges(name: str, text: str, label: str, values: Mapping[str, int]) -> Metric:
    found = GaugeMetricFamily(name, text, labels=(label,))
    for one, value in values.items():
        found.add_metric((one,), value)
    return found
