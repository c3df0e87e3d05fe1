"""The composition of the web table: the one place where pages meet all features of the bot."""

import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

import aiohttp
from aiohttp import web

from bot import __version__
from bot.app import GinBot
from bot.coach.study_screen import study_screen
from bot.commands.help import page_menu
from bot.ops.listening import Connections, listening, spare_files
from bot.router import routes_of
from bot.settings import Settings
from bot.ui.parts.base import Named
from bot.web.accounts import Accounts, DiscordAccounts, OAuth
from bot.web.app import WebApp
from bot.web.connection import MatchStateCache
from bot.web.discord_api import DiscordApi
from bot.web.event_panels import EventPanels
from bot.web.files import Guard, PageFiles
from bot.web.followers import (
    LOOK_SECONDS,
    LOOKS_PER_LOBBY,
    ChatPages,
    Followers,
    Room,
    look_at_lobbies,
    look_at_matches,
)
from bot.web.linked_roles import LinkedRoles
from bot.web.lobby import LobbyView
from bot.web.members import PairSeating
from bot.web.panels import Downloads, PanelsOfPeople
from bot.web.people import PeopleLookup, ServerPeople
from bot.web.protocol.base import PROTOCOL
from bot.web.protocol.http import About
from bot.web.rights import Rights
from bot.web.server import WebServer
from bot.web.session import ProxyProof, Signer, SignInStates
from bot.web.shared import SharedReplays
from bot.web.social import Avatars, ShareCards, SharedTables, SocialRoutes
from bot.web.socket import Sockets
from bot.wording.names import LANGUAGE_NAMES
from engine.service import Job, JobRunner

MOST_PAGES = 20_000
MOST_UNAUTHENTICATED = 512
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class WebAccess:
    """How people come in. ``secret``: signs sessions. ``place``: the name of the only server.

    ``room``: the channel that pages show as a chat beside the table. ``is_club``: whether one
    person is all of its members, as in the playground. ``share_cards``, ``avatars``: at Discord.
    """

    accounts: Accounts
    people: PeopleLookup
    guard: Guard
    rights: Rights
    secret: bytes
    place: str = ""
    room: Room | None = None
    is_club: bool = False
    tables: SharedTables | None = None
    share_cards: ShareCards | None = None
    avatars: Avatars | None = None


def about(mode: Literal["playground", "discord"], chat: str | None = None) -> About:
    """Return what a page has to know before somebody has signed in."""
    languages = tuple(Named(name=name, title=title) for name, title in LANGUAGE_NAMES.items())
    return About(mode=mode, version=__version__, protocol=PROTOCOL, languages=languages, chat=chat)


def app_of(bot: GinBot, access: WebAccess) -> WebApp:
    """Return the collaborators of the pages."""
    parts, service = bot.parts, bot.parts.messenger.service
    members = parts.messenger.members
    lobby = LobbyView(service, access.people, page_menu, access.place, access.rights, members)
    presence = parts.messenger.presence
    followers = Followers(service, lobby, parts.display.panels, access.rights, presence)
    routes = routes_of(parts)
    return WebApp(
        messenger=parts.messenger,
        dispatcher=bot.dispatcher,
        routes=routes,
        menu=page_menu,
        hosting=parts.hosting,
        followers=followers,
        frames=MatchStateCache(service, parts.messenger.preferences.card_table),
        people=access.people,
        panels=PanelsOfPeople(),
        rights=access.rights,
        downloads=Downloads(),
        signer=Signer(access.secret),
        chat=None if access.room is None else ChatPages(access.room, followers),
        card_table=parts.messenger.preferences.card_table,
        together=PairSeating(parts.hosting) if access.is_club else None,
        event_panels=EventPanels(
            parts.messenger, bot.dispatcher, routes, parts.display.tables, followers.pages_of
        ),
    )


@contextlib.asynccontextmanager
async def open_web(
    bot: GinBot,
    access: WebAccess,
    host: str,
    port: int,
    variable: str,
    clock: Callable[[], float] = time.monotonic,
    look_seconds: float | None = None,
) -> AsyncIterator[str]:
    """Serve the web table while the bot runs; yields its address.

    ``look_seconds``: how often to look for changes by other processes, if there are any.
    Raises SettingsError, naming ``variable``, if the port cannot be used.
    """
    app, messenger = app_of(bot, access), bot.parts.messenger
    connections = _connections()

    def authenticate(request: web.Request) -> bool:
        access.guard.visitors.authenticated(request)
        return connections.authenticate(request)

    sockets = Sockets(app, access.accounts, authenticate, clock)
    social = SocialRoutes(
        app.signer,
        access.guard.visitors.of,
        app.downloads,
        SharedTables(messenger, access.rights) if access.tables is None else access.tables,
        access.share_cards,
        access.avatars,
    )
    server = WebServer(
        access.accounts,
        app.signer,
        sockets,
        await PageFiles.read(),
        access.guard,
        _shared(bot),
        social.routes(),
    )
    service, followers = messenger.service, app.followers
    matches = partial(look_at_matches, service, followers, app.event_panels)
    lobby_seconds = look_seconds and look_seconds * LOOKS_PER_LOBBY
    others = JobRunner(
        Job("web-matches", look_seconds, matches),
        Job("web-lobbies", lobby_seconds, partial(look_at_lobbies, followers)),
        failures=service.failures,
    )
    messenger.metrics.pages.set_function(lambda: len(app.followers.pages))
    async with listening(server.application(), host, port, variable, connections) as address:
        log.info("the card table is at %s", address)
        await app.followers.start()
        app.event_panels.start()
        if app.chat is not None:
            app.chat.start()
        await others.start()
        try:
            yield f"{address}/"
        finally:
            await others.stop()
            if app.chat is not None:
                app.chat.stop()
            app.event_panels.stop()
            await app.followers.stop()
            await sockets.close()


def _connections() -> Connections:
    """Return the limits of the connections of pages, half of them at most of strangers."""
    spare = spare_files()
    strangers = min(MOST_UNAUTHENTICATED, spare // 2)
    return Connections(strangers, min(MOST_PAGES, spare - strangers))


def _shared(bot: GinBot) -> SharedReplays | None:
    """Return the replays of shared matches, if matches may be shared."""
    parts = bot.parts
    if not parts.share_url:
        return None
    study = partial(study_screen, is_own=False)
    return SharedReplays(parts.messenger.service, parts.display.replays, parts.share_url, study)


@contextlib.asynccontextmanager
async def open_discord_web(bot: GinBot, settings: Settings) -> AsyncIterator[str]:
    """Serve the card table for people of Discord, if the settings ask for it."""
    if not settings.web_port:
        yield ""
        return

    def client_id() -> str | None:
        return None if bot.application_id is None else str(bot.application_id)

    secret = settings.client_secret.get_secret_value()
    guard = Guard(
        public=settings.web_url,
        client_id=client_id,
        proof=ProxyProof(settings.public_key),
        ready=lambda: bot.is_ready() and not bot.is_leaving,
        proxies=settings.web_proxies,
    )
    messenger = bot.parts.messenger
    async with aiohttp.ClientSession() as http:
        api = DiscordApi(http, settings.discord_api)
        oauth = OAuth(api, client_id, secret)
        states = SignInStates(secret.encode())
        rights = Rights(messenger.client)
        accounts = DiscordAccounts(
            messenger,
            oauth,
            states,
            about("discord"),
            settings.web_url,
            rights,
            LinkedRoles(messenger, api, client_id),
        )
        tables = SharedTables(messenger, rights)
        access = WebAccess(
            accounts,
            ServerPeople(messenger),
            guard,
            rights,
            secret.encode(),
            tables=tables,
            share_cards=ShareCards(tables, api, lambda: oauth.client_id),
            avatars=Avatars(http),
        )
        async with open_web(
            bot,
            access,
            settings.web_host,
            settings.web_port,
            "GIN_WEB_PORT",
            look_seconds=LOOK_SECONDS if settings.is_one_of_several else None,
        ) as address:
            yield address
