"""`python -m bot`: the bot when there is a token, the playground otherwise."""

import argparse
import asyncio
import contextlib
import logging
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import aiohttp
import discord

from bot import backups
from bot.app import GinBot
from bot.health import Heartbeat, is_healthy
from bot.logs import set_up_logs
from bot.ops import watched
from bot.playground import run_playground
from bot.settings import Settings, SettingsError, load_settings
from bot.words import load_all
from engine.players import Workers
from engine.service import BackupPlan, Service, Terms, rebuild
from engine.store import Repeatable, Store, StoreError

EXIT_SETTINGS = 2
EXIT_STORE = 3
POLL_SECONDS = 30.0
REBUILD_PATIENCE = 24 * 3600.0
EXIT_DISCORD = 4
"""Discord closed the connection for good (token, intents): starting again would not help."""

if sys.platform != "win32":
    import uvloop

log = logging.getLogger("bot")


def main(argv: Sequence[str] | None = None) -> int:
    """Read the settings and run; returns the exit code."""
    arguments = _arguments(argv)
    try:
        settings = load_settings()
    except SettingsError as error:
        print(error, file=sys.stderr)
        return EXIT_SETTINGS
    if arguments.command == "health":
        return 0 if is_healthy(settings.heartbeat_file) else 1
    set_up_logs(settings)
    try:
        if arguments.command in ("backup", "restore"):
            return _keep(settings, arguments)
        if arguments.command == "rebuild-stats":
            return asyncio.run(_rebuild(settings))
        return _run(settings, arguments)
    except (StoreError, backups.NoBackupError) as error:
        print(error, file=sys.stderr)
        return EXIT_STORE
    except KeyboardInterrupt:
        return 0


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bot", description="Gin rummy for Discord")
    parser.add_argument(
        "command",
        nargs="?",
        choices=("run", "health", "backup", "restore", "rebuild-stats"),
        default="run",
    )
    parser.add_argument("file", nargs="?", type=Path, help="the backup to restore")
    parser.add_argument("--port", type=int, help="the playground's port on this machine")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser window")
    parser.add_argument(
        "--playground", action="store_true", help="the playground in spite of a token"
    )
    arguments = parser.parse_args(argv)
    if (arguments.file is not None) != (arguments.command == "restore"):
        parser.error("restore needs the file of a backup, and nothing else takes one")
    return arguments


def _keep(settings: Settings, arguments: argparse.Namespace) -> int:
    """Make or restore a backup."""
    if arguments.command == "backup":
        print(backups.back_up(settings))
    else:
        print(backups.restore(settings, arguments.file))
    return 0


async def _rebuild(settings: Settings) -> int:
    """Derive ratings, sums and statistics again from every match's moves."""
    url = settings.database_url.get_secret_value()
    store = await Store.open(
        url, before_change=backups.before_migration(settings), patience_s=REBUILD_PATIENCE
    )
    try:
        done = await store.write(Repeatable(rebuild.rebuild))
    finally:
        await store.close()
    print(
        f"{done.matches} matches with {done.moves} moves counted again in {done.seconds:.1f} s "
        f"({done.moves_a_second:.0f} moves a second)"
    )
    for match_id in done.damaged:
        print(f"match {match_id}: its moves cannot be played again; its stored results count")
    return 0


def _run(settings: Settings, arguments: argparse.Namespace) -> int:
    if sys.platform != "win32" and settings.token() is not None:
        return uvloop.run(_serve(settings, arguments))
    return asyncio.run(_serve(settings, arguments))


async def _serve(settings: Settings, arguments: argparse.Namespace) -> int:
    load_all()
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    async with running_service(settings) as service, Heartbeat(settings.heartbeat_file):
        token = settings.token()
        if token is None or arguments.playground:
            port = arguments.port if arguments.port is not None else settings.playground_port
            await run_playground(service, settings, port, browser=not arguments.no_browser)
            return 0
        return await _serve_discord(service, settings, token)


@contextlib.asynccontextmanager
async def running_service(settings: Settings) -> AsyncIterator[Service]:
    """The service on the configured database, closed on every way out."""
    store = await Store.open(
        settings.database_url.get_secret_value(), before_change=backups.before_migration(settings)
    )
    workers = Workers()
    service = Service(
        store,
        chooser=workers,
        terms=Terms(pause_ms=int(settings.round_pause_seconds * 1000)),
        backups=BackupPlan(settings.backup_dir, settings.backup_hours),
    )
    try:
        await service.start()
        yield service
    finally:
        await service.close()
        workers.close()


async def _serve_discord(service: Service, settings: Settings, token: str) -> int:
    connector = aiohttp.TCPConnector(limit=settings.http_connections)
    bot = GinBot(service, settings, connector=connector, poll_seconds=POLL_SECONDS, emojis=True)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, lambda: asyncio.ensure_future(bot.close()))
    try:
        async with watched(bot, service, settings.ops_host, settings.ops_port):
            await bot.start(token)
    except discord.LoginFailure:
        print(
            "Discord does not accept DISCORD_TOKEN. Copy it again from the portal.", file=sys.stderr
        )
        return EXIT_DISCORD
    except (discord.PrivilegedIntentsRequired, discord.ConnectionClosed) as error:
        print(f"Discord closed the connection for good: {error}", file=sys.stderr)
        return EXIT_DISCORD
    finally:
        if not bot.is_closed():
            await bot.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
