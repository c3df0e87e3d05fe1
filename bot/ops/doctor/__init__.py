"""`gin-bot doctor`: one line for each thing that can be wrong with an installation.

It reads only, and works while the bot runs.
"""

import asyncio
import sys
import time
from collections.abc import AsyncIterator

from bot.ops.doctor.at_discord import discord_findings
from bot.ops.doctor.findings import Finding, Mark, right, skipped, summary, wrong
from bot.ops.doctor.machine import (
    address_finding,
    backup_finding,
    database_findings,
    disk_findings,
    is_running,
    port_findings,
)
from bot.ops.exits import Exit
from bot.ops.health import ENV_FILE, LATE_SECONDS
from bot.settings import Settings, SettingsError, load_settings
from bot.settings_reference import unknown_settings


def report(*, directory: bool) -> int:
    """Print a line for each finding; ``directory``: also judge by Discord's App Directory."""
    return asyncio.run(_report(directory=directory))


async def _report(*, directory: bool) -> int:
    found = []
    async for one in _findings(directory=directory):
        found.append(one)
        sys.stdout.write(f"{one}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{summary(found)}\n")
    return Exit.UNSOUND if any(one.mark is Mark.WRONG for one in found) else Exit.STOPPED


async def _findings(*, directory: bool) -> AsyncIterator[Finding]:
    try:
        settings = load_settings()
        settings.token()
    except SettingsError as error:
        yield wrong("settings", str(error).rstrip("."))
        yield skipped("everything else", "it needs the settings")
        return
    unknown = [*unknown_settings(ENV_FILE)]
    for sentence in unknown:
        yield wrong("settings", sentence.rstrip("."))
    if not unknown:
        place = f"the environment and {ENV_FILE}" if ENV_FILE.is_file() else "the environment"
        yield right("settings", f"all that {place} set are known and can be used")
    async for one in discord_findings(settings, directory=directory):
        yield one
    for one in await _of_machine(settings):
        yield one


async def _of_machine(settings: Settings) -> list[Finding]:
    runs = is_running(settings, LATE_SECONDS)
    return [
        *await database_findings(settings),
        backup_finding(settings, time.time()),
        *disk_findings(settings),
        *port_findings(settings, is_running=runs),
        await address_finding(settings, is_running=runs),
    ]
