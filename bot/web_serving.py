"""The composition of the web table: the one place where pages meet all features of the bot."""

import contextlib
import logging
import os
from collections.abc import AsyncIterator
from dataclasses import dataclass

from aiohttp import web

from bot.app import GinBot
from bot.commands.welcome_screen import page_menu
from bot.pages import binder, routes_of
from bot.settings import SettingsError
from bot.web.accounts import Accounts
from bot.web.files import PageFiles
from bot.web.followers import Followers
from bot.web.frames import TableFrames
from bot.web.lobby import LobbyView
from bot.web.panels import PanelsOfPeople
from bot.web.people import People
from bot.web.safety import Guard
from bot.web.server import WebServer
from bot.web.session import Signer
from bot.web.site import Site
from bot.web.socket import Sockets

MOST_PAGES = 20_000
SHUTDOWN_SECONDS = 0.5
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Door:
    """How people come in. ``secret``: signs sessions. ``place``: the name of the only server."""

    accounts: Accounts
    people: People
    guard: Guard
    secret: bytes
    place: str = ""


def site_of(bot: GinBot, door: Door) -> Site:
    """Return the collaborators of the pages."""
    parts, service = bot.parts, bot.parts.outlet.service
    lobby = LobbyView(service, door.people, page_menu, door.place)
    return Site(
        outlet=parts.outlet,
        reception=bot.reception,
        bind=binder(routes_of(parts)),
        menu=page_menu,
        hosting=parts.hosting,
        followers=Followers(service, lobby),
        frames=TableFrames(service),
        people=door.people,
        panels=PanelsOfPeople(),
        signer=Signer(door.secret),
    )


@contextlib.asynccontextmanager
async def open_web(
    bot: GinBot, door: Door, host: str, port: int, variable: str
) -> AsyncIterator[str]:
    """Serve the web table while the bot runs; yields its address.

    Raises SettingsError, naming ``variable``, if the port cannot be used.
    """
    site = site_of(bot, door)
    sockets = Sockets(site, MOST_PAGES)
    files = await PageFiles.read()
    server = WebServer(door.accounts, site.signer, sockets, files, door.guard)
    # Requests are not logged: their bodies hold codes.
    runner = web.AppRunner(server.application(), access_log=None, shutdown_timeout=SHUTDOWN_SECONDS)
    await runner.setup()
    try:
        await _listen(runner, host, port, variable)
        await site.followers.start()
        bound = runner.addresses[0][1]
        log.info("the card table is at http://%s:%d", host, bound)
        yield f"http://{host}:{bound}/"
    finally:
        await site.followers.stop()
        await sockets.close()
        await runner.cleanup()


async def _listen(runner: web.AppRunner, host: str, port: int, variable: str) -> None:
    try:
        await web.TCPSite(runner, host, port).start()
    except OSError as error:
        await runner.cleanup()
        raise SettingsError(
            f"{variable}: {host}:{port} cannot be used ({os.strerror(error.errno or 0)}). "
            "Choose another port, or stop what uses it."
        ) from None
