"""`gin-bot` and `gin-bot run`: the bot with a token, the playground without one; a heartbeat."""

import asyncio
import contextlib
import importlib.util
import logging
import platform
import signal
import sys
from collections.abc import AsyncIterator, Callable, Iterable
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import aiohttp
import discord
from discord.http import Route

from bot import __version__
from bot.app import GinBot
from bot.match.panels import POLL_INTERVAL_S
from bot.ops import backups
from bot.ops.backups import make_folders
from bot.ops.exits import Exit, end_at_once, end_in_time
from bot.ops.health import ENV_FILE
from bot.ops.http import LoopLag, watched
from bot.ops.listening import ListenPort, bot_places, playground_places, raise_file_limit
from bot.ops.logs import set_up_logs
from bot.render import DRAWINGS
from bot.settings import (
    LogLevel,
    Settings,
    SettingsError,
    load_settings,
    relative_database,
)
from bot.settings_reference import unknown_settings
from bot.ui.i18n import load_all
from bot.ui.requests import OF_DISCORD, described, may_pass, repeat_token_requests
from bot.web_serving import open_discord_web
from bot.webhook import open_webhook
from engine.players import Workers
from engine.service import Service, TimeSettings
from engine.service.operations import BackupPlan
from engine.store import Store
from engine.worker_pool import process_refusal, use_threads

BEAT_SECONDS: Final = 5.0


class Heartbeat:
    """The task that updates a file every few seconds while the event loop runs."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._beat(), name="heartbeat")
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        self._file.unlink(missing_ok=True)

    async def _beat(self) -> None:
        while True:
            self._file.touch()
            await asyncio.sleep(BEAT_SECONDS)


if sys.platform != "win32":
    import uvloop

POLL_SECONDS = 30.0
MEGABYTE = 1_000_000
_STOPPING = (
    "Stopping: accepted presses are answered first, within 5 seconds. A second signal ends at once."
)

log = logging.getLogger(__name__)


def run(*, port: int | None, browser: bool, playground: bool, started: Callable[[], None]) -> int:
    """Serve until SIGTERM or Ctrl-C; return the exit code.

    ``started``: called before the playground's address is printed, or the bot's first line.
    """
    settings = load_settings()
    set_up_logs(settings)
    raise_file_limit()
    token = None if playground else settings.token()
    if token is not None:
        started()
    else:
        _need_playground(asked=playground)
        if "log_level" not in settings.model_fields_set:
            # Whoever tries the game looks for its address.
            set_up_logs(settings.model_copy(update={"log_level": LogLevel.WARNING}))
            # A busy computer is no news for somebody who only plays.
            logging.getLogger(LoopLag.__module__).setLevel(logging.ERROR)
    python = platform.python_version()
    log.info(
        "Gin %s starts on the database %s, with Python %s on %s",
        *(__version__, backups.database_place(settings), python, platform.platform()),
    )
    for sentence in (*unknown_settings(ENV_FILE), *relative_database(settings)):
        log.warning("%s", sentence)
    make_folders(settings)
    _choose_workers(settings)
    DRAWINGS.limit(settings.picture_cache_mb * MEGABYTE)
    if token is None:
        port = settings.playground_port if port is None else port
        return asyncio.run(_serve_playground(settings, port, started, browser=browser))
    serving = _serve_discord(settings, token)
    return asyncio.run(serving) if sys.platform == "win32" else uvloop.run(serving)


def _choose_workers(settings: Settings) -> None:
    """Let heavy work be done by threads where processes are unwanted or impossible."""
    if settings.workers:
        reason = process_refusal()
        if not reason:
            return
        log.warning(
            "pictures, coach and computer players get no processes of their own (%s); all of it "
            "runs in this one, as with GIN_WORKERS=false. Let this user write /dev/shm to change "
            "that, or set GIN_WORKERS=false",
            reason,
        )
    use_threads()


def _need_playground(*, asked: bool) -> None:
    if importlib.util.find_spec("simcord") is not None:
        return
    missing = "The playground is not part of this installation"
    if asked:
        raise SettingsError(f"{missing}; `scripts/run --playground` in a clone installs it.")
    raise SettingsError(
        f"There is no token. Set DISCORD_TOKEN, or DISCORD_TOKEN_FILE for a mounted secret. "
        f"({missing}.)"
    )


async def _serve_playground(
    settings: Settings, port: int, started: Callable[[], None], *, browser: bool
) -> int:
    from bot.playground import run_playground

    stop = _asked_to_stop()
    async with running_service(settings, playground_places(settings, port)) as service:
        await run_playground(service, settings, port, browser=browser, started=started, stop=stop)
    return Exit.STOPPED


def _time_settings(settings: Settings) -> TimeSettings:
    pause_s = settings.computer_pause_seconds
    return TimeSettings(
        pause_ms=int(settings.round_pause_seconds * 1000),
        pace_ms=None if pause_s is None else (0, int(pause_s * 1000)),
    )


@contextlib.asynccontextmanager
async def running_service(
    settings: Settings, places: Iterable[ListenPort] = ()
) -> AsyncIterator[Service]:
    """Run the service on the configured database with a heartbeat; it is always closed.

    Raises SettingsError before the database changes if a server could not listen at its place.
    """
    load_all()

    def check() -> None:
        for place in places:
            place.check()

    store = await Store.open(
        settings.database_url.get_secret_value(),
        before_change=backups.before_migration(settings),
        check=check,
    )
    workers = Workers()
    service = Service(
        store,
        chooser=workers,
        time_settings=_time_settings(settings),
        backups=BackupPlan(settings.backup_dir, settings.backup_hours),
    )
    try:
        await service.start()
        async with Heartbeat(settings.heartbeat_file):
            yield service
    finally:
        await service.close()
        workers.close()


async def _serve_discord(settings: Settings, token: str) -> int:
    # The library has no other hook; the gateway's address comes from there as well.
    Route.BASE = settings.discord_api
    repeat_token_requests()
    stop = _asked_to_stop()
    async with running_service(settings, bot_places(settings)) as service:
        connector = aiohttp.TCPConnector(limit=settings.http_connections)
        # What runs by itself is the work of the processes that the gateway tells of servers.
        poll_seconds = POLL_SECONDS if settings.has_gateway else None
        bot = GinBot(
            service,
            settings,
            connector=connector,
            poll_seconds=poll_seconds,
            panel_seconds=POLL_INTERVAL_S,
            emojis=True,
        )
        async with (
            watched(bot, service, settings.ops_host, settings.ops_port),
            open_webhook(bot, settings),
            open_discord_web(bot, settings),
        ):
            return await _connected(bot, token, stop)


async def _connected(bot: GinBot, token: str, stop: asyncio.Event) -> int:
    """Stay connected until a stop is requested or Discord closes the connection."""
    running = asyncio.create_task(bot.start(token))
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            running.result()
        return Exit.STOPPED
    except discord.LoginFailure:
        _say("Discord does not accept DISCORD_TOKEN. Copy it again from the developer portal.")
        return Exit.DISCORD
    except (discord.PrivilegedIntentsRequired, discord.ConnectionClosed) as error:
        _say(f"Discord closed the connection for good: {error}")
        return Exit.DISCORD
    except (*OF_DISCORD, discord.GatewayNotFound) as error:
        if not (isinstance(error, discord.GatewayNotFound) or may_pass(error)):
            raise
        why = described(error)
        _say(f"Discord does not answer at {Route.BASE} ({why}). Start again when it does.")
        return Exit.UNREACHABLE
    finally:
        await bot.close()
        for task in (running, stopping):
            task.cancel()
        await asyncio.gather(running, stopping, return_exceptions=True)


def _say(sentence: str) -> None:
    sys.stderr.write(f"{sentence}\n")


def _asked_to_stop() -> asyncio.Event:
    """Return an event set by SIGTERM and Ctrl-C; a second one of them ends the process at once."""
    loop, stop = asyncio.get_running_loop(), asyncio.Event()

    def asked() -> None:
        if stop.is_set():
            end_at_once()
            return
        _say(_STOPPING)
        end_in_time()
        stop.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, asked)
    return stop
