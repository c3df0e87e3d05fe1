"""This machine: the database, its backups, the disks, the ports, and the card table's address."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import aiohttp

from bot import __version__
from bot.ops.doctor.findings import Finding, right, skipped, wrong
from bot.ops.exits import ending_of
from bot.ops.listening import LOOPBACK, ListenPort, bot_places
from bot.ops.observation import database_files, disk_spaces, existing, one_a_disk
from bot.settings import Settings
from engine.store import StoreError, backup, sqlite_path
from engine.store.inspection import Inspection, inspected_file, inspected_server

HOUR_S: Final = 3600.0


async def database_findings(settings: Settings) -> list[Finding]:
    """Look at the database of the settings."""
    url = settings.database_url.get_secret_value()
    try:
        if url.startswith("sqlite"):
            return await _of_file(sqlite_path(url).resolve())
        return [*_described(await inspected_server(url))]
    except StoreError as error:
        return [wrong("database", ending_of(error).sentence.rstrip("."))]


async def _of_file(path: Path) -> list[Finding]:
    places = _places(path)
    if path not in places:
        found = [skipped("database", f"there is no {path} yet; the first start makes it")]
    else:
        found = [*_described(await inspected_file(path))]
    locked = [str(place) for place in places if not os.access(place, os.W_OK)]
    if locked:
        text = f"this user cannot write {' and '.join(locked)}. Give it both file and folder"
        return [*found, wrong("database rights", text)]
    return [*found, right("database rights", "file and folder can be written")]


def _places(path: Path) -> list[Path]:
    """Return what must be writable: the file, if it is there, and its folder."""
    return [one for one in (path, existing(path.parent)) if one.exists()]


def _described(found: Inspection) -> Iterator[Finding]:
    if found.is_current:
        yield right("database", f"{found.server}, schema {found.revision}")
    elif found.revision is None:
        yield right("database", f"{found.server}, empty; the first start makes the tables")
    else:
        text = f"{found.server}, schema {found.revision}; the next start brings it up to date"
        yield right("database", text)
    if found.missing:
        lacking = ", ".join(found.missing)
        yield wrong("database rights", f"the role lacks {lacking}. Grant them, or let it own them")
    elif found.server.startswith("PostgreSQL"):
        yield right("database rights", "the role may do what Gin does")
    if found.is_encrypted is False:
        yield wrong(
            "database TLS",
            "the connection to another machine is not encrypted. Add ?ssl=require to the address",
        )
    elif found.is_encrypted:
        yield right("database TLS", "the connection is encrypted")
    else:
        yield skipped("database TLS", "the database is on this machine")


def backup_finding(settings: Settings, now: float) -> Finding:
    """Compare the newest backup with the last change of the database."""
    url, what = settings.database_url.get_secret_value(), "backups"
    if not url.startswith("sqlite"):
        return skipped(what, "PostgreSQL is backed up by its own tools")
    database = sqlite_path(url).resolve()
    if not database.exists():
        return skipped(what, "there is no database yet")
    if not settings.backup_hours:
        return skipped(what, "GIN_BACKUP_HOURS is 0, so Gin makes none; something else must")
    changed = max(one.stat().st_mtime for one in database_files(database))
    found = backup.backups(settings.backup_dir) if settings.backup_dir.is_dir() else []
    newest = found[0][0].timestamp() if found else _born(database)
    late_s = changed - newest
    age = f"{(now - newest) / HOUR_S:.0f} hours old" if found else "not made yet"
    if late_s > 2 * settings.backup_hours * HOUR_S:
        return wrong(
            what,
            f"the newest in {settings.backup_dir} is {age}, though one is due every "
            f"{settings.backup_hours:g} hours. Run `gin-bot backup`, which says what fails",
        )
    return right(what, f"the newest is {age}")


def _born(database: Path) -> float:
    """Return the time from which on there was something to copy: that of the lock beside it."""
    lock = database.with_name(f"{database.name}.lock")
    return (lock if lock.exists() else database).stat().st_ctime


def disk_findings(settings: Settings) -> Iterator[Finding]:
    """Yield a finding for each folder that is written to, one for each disk."""
    for disk in one_a_disk(disk_spaces(settings)):
        text = f"{disk.free >> 20:,} MB free at {disk.path}"
        if disk.is_short:
            yield wrong("disk", f"{text}. Make room: there should be {disk.needed >> 20:,} MB")
        else:
            yield right("disk", text)


def is_running(settings: Settings, late_s: float) -> bool:
    """Whether a Gin with these settings has updated its heartbeat."""
    try:
        return time.time() - settings.heartbeat_file.stat().st_mtime <= late_s
    except OSError:
        return False


ANSWER_S: Final = 10.0


def port_findings(settings: Settings, *, is_running: bool) -> Iterator[Finding]:
    """Yield a finding for each port of the settings."""
    places = [*bot_places(settings)]
    if settings.token() is None:
        places.append(ListenPort("GIN_PLAYGROUND_PORT", LOOPBACK, settings.playground_port))
    wanted = [place for place in places if place.port]
    if not wanted:
        yield skipped("ports", "none is set")
    for place in wanted:
        reason, shown = place.refusal, f"{place.host} port {place.port}"
        if not reason:
            yield right(place.variable, f"{shown} is free")
        elif is_running:
            yield right(place.variable, f"{shown} is in use, and Gin runs")
        else:
            todo = "Choose another, or stop what uses it"
            yield wrong(place.variable, f"{shown} cannot be used ({reason}). {todo}")


async def address_finding(settings: Settings, *, is_running: bool) -> Finding:
    """Ask the public address of the card table who answers there."""
    what, url = "public address", settings.web_url
    if not url:
        return skipped(what, "GIN_WEB_URL is not set")
    if not is_running:
        return skipped(what, "Gin does not run, so nothing can answer there")
    try:
        found = await _about(url)
    except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as error:
        reason = str(error) or f"nothing within {ANSWER_S:.0f} s"
        return wrong(
            what,
            f"{url} does not lead to the card table ({reason}). Look at DNS, the certificate and "
            "the proxy, which passes everything on to GIN_WEB_PORT",
        )
    if not isinstance(found, dict) or "protocol" not in found:
        return wrong(what, f"another program answers at {url}. Let the proxy lead to GIN_WEB_PORT")
    if found.get("version") != __version__:
        return wrong(
            what,
            f"Gin {found.get('version')} answers at {url}, and this is {__version__}. Restart the "
            "one that runs, or let the proxy lead to this one",
        )
    return right(what, f"Gin answers at {url}")


async def _about(url: str) -> Any:
    timeout = aiohttp.ClientTimeout(total=ANSWER_S)
    async with (
        aiohttp.ClientSession(timeout=timeout) as http,
        http.get(f"{url}/api/about", allow_redirects=False) as answer,
    ):
        if answer.status != 200:
            raise ValueError(f"it answers {answer.status}")
        return await answer.json()
