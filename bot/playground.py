"""The bot without Discord: SimCord's in-memory Discord with a browser page on loopback.

Users, server and channel are created in a fixed order before the clock runs, so their ids are the
same at every start, and a restarted playground resumes the matches in the file.
"""

import asyncio
import contextlib
import os
import sys
import webbrowser
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Final

import discord
import simcord
from simcord._clock import Clock
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.env import Env
from simcord.preview import Preview

from bot.app import GinBot
from bot.commands.welcome_screen import help_screen
from bot.ops.http import watched
from bot.settings import Settings, SettingsError
from engine.service import Committed, Service

GUILD: Final = "Gin Club"
CHANNEL: Final = "card-room"
FOLLOW_SECONDS: Final = 0.15
APART_S: Final = 1
MEMBERS: Final = ("Alice", "Bob", "Carol", "Dave")


class RealClock(Clock):
    """SimCord's clock in real time, so that expiries and durations are correct."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._ahead = 0.0
        self._start = clock.now()

    def now(self) -> datetime:
        return datetime.now(UTC)


@contextlib.asynccontextmanager
async def playground(
    service: Service, settings: Settings, port: int
) -> AsyncIterator[tuple[str, GinBot]]:
    """Run the bot in a browser page; yields its address and the bot."""
    bot = GinBot(service, settings, always_sync=True)
    async with simcord.run(bot, check_errors=False, shard_count=1) as env:
        # Commands have ids by now: a moment of their own keeps the ids of people the same when
        # commands come and go, and so their matches in the file.
        env.backend.advance_clock(APART_S)
        guild = env.create_guild(GUILD)
        channel = guild.create_text_channel(CHANNEL)
        users = [env.create_user(name.lower(), global_name=name) for name in MEMBERS]
        # Created after everyone else, so that the ids of earlier playgrounds stay the same.
        host = guild.create_role("Host", permissions=discord.Permissions(manage_guild=True))
        members = [
            guild.add_member(user, roles=[host] if user is users[0] else []) for user in users
        ]
        env.backend.bot_user.name = "Gin"
        env.backend.clock = RealClock(env.backend.clock)
        await _welcome_in_channel(bot, channel.id)
        await bot.parts.chat.tables.post_all_anew()
        async with _preview(env, channel, members, port) as page:
            following = asyncio.create_task(_follow(service, page))
            turning = asyncio.create_task(bot.parts.daily.once())
            try:
                yield page.url, bot
            finally:
                following.cancel()
                turning.cancel()


@contextlib.asynccontextmanager
async def _preview(
    env: Env, channel: ChannelHandle, members: list[MemberActor], port: int
) -> AsyncIterator[Preview]:
    preview = env.preview(channel, viewers=members, layout="channel", port=port)
    async with contextlib.AsyncExitStack() as stack:
        try:
            page = await stack.enter_async_context(preview)
        except simcord.SetupError as error:
            if not isinstance(error.__cause__, OSError):
                raise
            reason = os.strerror(error.__cause__.errno or 0)
            raise SettingsError(
                f"The playground's port {port} cannot be used ({reason}). "
                "Choose another with --port or GIN_PLAYGROUND_PORT, or stop what uses it."
            ) from None
        yield page


async def _welcome_in_channel(bot: GinBot, channel: int) -> None:
    """Post instructions as the first message of the channel."""
    outlet = bot.parts.outlet
    message = await outlet.compose(help_screen(await outlet.preferences.public(0)))
    await bot.get_partial_messageable(channel).send(view=message.view)


async def _follow(service: Service, page: Preview) -> None:
    """Update open pages after changes without a press, such as a computer's move."""
    changed = asyncio.Event()

    async def note(news: Committed) -> None:
        changed.set()

    service.hub.subscribe(note)
    while True:
        await changed.wait()
        await asyncio.sleep(FOLLOW_SECONDS)
        changed.clear()
        await service.hub.drained()
        page._advance_presentation_time()
        for one in tuple(page._pages.values()):
            # `refresh()` would be an operation of its own, and a concurrent press would fail.
            page._publish(one, reason="refresh")


async def run_playground(
    service: Service,
    settings: Settings,
    port: int,
    *,
    browser: bool,
    stop: asyncio.Event,
) -> None:
    """Serve the playground, its metrics and its health page until ``stop`` is set."""
    async with (
        playground(service, settings, port) as (url, bot),
        watched(bot, service, settings.ops_host, settings.ops_port),
    ):
        sys.stdout.write(welcome(url))
        sys.stdout.flush()
        if browser and _has_browser():
            webbrowser.open(url)
        await stop.wait()
        sys.stdout.write("\nStopping. Your tables are kept; start again to go on.\n")


def welcome(url: str) -> str:
    """Print the first steps."""
    return f"""
  Gin is ready to play, without Discord, in your browser:

    {url}

  1. You are {MEMBERS[0]}. Press  Practice  under the welcome: a computer sits down.
     Or press  Challenge a friend  and choose {MEMBERS[1]}; then switch the viewer (top of the
     page) to {MEMBERS[1]} and press Accept.
  2. Press  My hand  under the table. Only the viewer you have chosen sees that panel.
  3. Draw, then press a card and Discard. Knock when the button appears.

  Everything is kept in the database file: stop with Ctrl-C and start again any time.
"""


def _has_browser() -> bool:
    """Whether a browser window can be opened here."""
    return sys.platform in ("darwin", "win32") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
