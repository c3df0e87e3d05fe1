"""The playground: the card table without Discord, for people who share a link."""

import asyncio
import contextlib
import os
import sys
import webbrowser
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from typing import Any, Final

import discord
import simcord
from simcord import Env
from simcord._clock import Clock
from simcord.actors import MemberActor
from simcord.backend.models import Message
from simcord.builders import ChannelHandle
from simcord.components import walk_components
from simcord.enums import ComponentType
from simcord.preview import Preview

from bot.app import GinBot
from bot.commands.help import help_screen
from bot.ops.http import watched
from bot.ops.listening import LOOPBACK, PLAYGROUND_PORT
from bot.playground_follow import Following
from bot.presses.match import TablePress
from bot.settings import Settings, SettingsError
from bot.web.files import Guard
from bot.web.members import Club, ClubMember, stored_key
from bot.web.protocol.lobby import Chat, ChatLine
from bot.web.rights import Rights
from bot.web_serving import WebAccess, about, open_web
from engine.service import (
    DIRECT_MESSAGES,
    ChannelId,
    Committed,
    GuildId,
    LiveMatch,
    LobbyEvent,
    Service,
    UserId,
)

SHOWN: Final = 60
"""The newest messages that pages show."""
EVENTS: Final = frozenset(
    ("MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE", "MESSAGE_DELETE_BULK")
)


class ChannelRoom:
    """A channel of SimCord: one page's message is the other's, whichever of the two wrote it."""

    def __init__(self, env: Env, channel: ChannelHandle) -> None:
        self._env = env
        self._channel = channel.id
        self._written: list[Callable[[], None]] = []
        self._practice: set[int] = set()

    def chat(self) -> Chat:
        """Return the newest messages that everybody in the channel sees."""
        backend = self._env.backend
        newest = reversed(backend.messages.get(self._channel, {}).values())
        seen = (one for one in newest if one.visible_to(None) and _text(one))
        found = list(islice(seen, SHOWN))[::-1]
        mentioned = {user for one in found for user in one.mention_user_ids}
        return Chat(
            lines=tuple(self._line(one) for one in found),
            names={str(user): self._name(user) for user in sorted(mentioned)},
        )

    def write(self, user: UserId, text: str) -> None:
        """Write a message as a member."""
        # An actor's `send()` would wait until the whole bot rests.
        self._env.backend.create_message(self._channel, user, text)
        for written in self._written:
            written()

    def note(self, live: LiveMatch) -> None:
        """Take down whether the table of a match is practice."""
        if live.is_solitary:
            self._practice.add(live.id)

    def when_written(self, written: Callable[[], None]) -> None:
        """Call ``written`` after each message that is written here."""
        self._written.append(written)

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call ``changed`` after every change of the messages; returns the end of it."""

        def note(event: str, payload: Mapping[str, Any]) -> None:
            if event in EVENTS and payload.get("channel_id") == str(self._channel):
                changed()

        subscribers = self._env.backend.subscribers
        subscribers.append(note)
        return lambda: subscribers.remove(note) if note in subscribers else None

    def _line(self, message: Message) -> ChatLine:
        match = _match_of(message)
        return ChatLine(
            id=str(message.id),
            author=str(message.author_id),
            name=self._name(message.author_id),
            gin=message.author_id == self._env.backend.bot_user.id,
            at=int(datetime.fromisoformat(message.timestamp).timestamp() * 1000),
            text=_text(message),
            match=match,
            practice=match in self._practice,
        )

    def _name(self, user: int) -> str:
        found = self._env.backend.users.get(user)
        return "…" if found is None else found.global_name or found.name


def _match_of(message: Message) -> int | None:
    """Return the match whose table a message shows, by its buttons."""
    for part in walk_components(message.components):
        press = TablePress.parse(str(part.get("custom_id", "")))
        if press is not None:
            return press.id
    return None


def _text(message: Message) -> str:
    """Return the words of a message; its pictures and buttons are on the table already."""
    return "\n".join(one for one in _texts(message) if one)


def _texts(message: Message) -> Iterator[str]:
    yield message.content
    for part in walk_components(message.components):
        if part.get("type") == ComponentType.TEXT_DISPLAY:
            yield str(part.get("content", ""))


GUILD: Final = "Gin Club"
CHANNEL: Final = "card-room"
PRESS_SECONDS: Final = 60.0
"""How long the chat waits for a press: the first ones meet a program that is still starting."""
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


@dataclass(frozen=True, slots=True)
class Playground:
    """A running playground. ``page``: the address of the card table, ``chat``: of the chat."""

    bot: GinBot
    page: str
    chat: str


@contextlib.asynccontextmanager
async def playground(service: Service, settings: Settings, port: int) -> AsyncIterator[Playground]:
    """Run the bot behind the card table, and in a simulated chat."""
    bot = GinBot(service, settings, simulated=True)
    async with simcord.run(
        bot, check_errors=False, shard_count=1, settle_timeout=PRESS_SECONDS
    ) as env:
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
        await _require_own_matches(service, guild.id)
        env.backend.bot_user.name = "Gin"
        env.backend.clock = RealClock(env.backend.clock)
        await _welcome_in_channel(bot, channel.id)
        await bot.parts.display.tables.post_all_anew()
        async with env.preview(channel, viewers=members, layout="channel") as chat:
            key = await asyncio.to_thread(stored_key, settings.data_dir)
            room = ChannelRoom(env, channel)
            access = _access(chat.url, key, members, guild.id, channel.id, room, Rights(bot))
            beside = [
                asyncio.create_task(_follow(service, room, chat)),
                asyncio.create_task(service.daily.run()),
            ]
            try:
                async with open_web(bot, access, LOOPBACK, port, PLAYGROUND_PORT) as page:
                    yield Playground(bot, f"{page}#key={key}", chat.url)
            finally:
                for task in beside:
                    task.cancel()


async def _require_own_matches(service: Service, guild: int) -> None:
    """Raise SettingsError if matches of the database are under way on a real server."""
    others = {live.table.guild for live in await service.running()} - {guild, DIRECT_MESSAGES}
    if others:
        raise SettingsError(
            "Matches in this database are under way on a Discord server, and the playground keeps "
            "away from them. Start Gin with its token to go on with them, or give the playground a "
            "database of its own, as in GIN_DATABASE_URL=sqlite:///playground.db"
        )


def _access(
    chat: str,
    key: str,
    members: list[MemberActor],
    guild: int,
    channel: int,
    room: ChannelRoom,
    rights: Rights,
) -> WebAccess:
    """Return how the members of the club come to the card table."""
    people = [
        ClubMember(UserId(member.id), name) for member, name in zip(members, MEMBERS, strict=True)
    ]
    club = Club(about("playground", chat), key, people, GuildId(guild), ChannelId(channel))
    return WebAccess(
        club, club, Guard(loopback=True), rights, key.encode(), GUILD, room, is_club=True
    )


async def _welcome_in_channel(bot: GinBot, channel: int) -> None:
    """Post instructions as the first message of the channel."""
    messenger = bot.parts.messenger
    message = await messenger.compose(help_screen(await messenger.preferences.public(0)))
    await bot.get_partial_messageable(channel).send(view=message.view)


async def _follow(service: Service, room: ChannelRoom, chat: Preview) -> None:
    """Update open pages of the chat after changes without a press there."""
    changed, pages = asyncio.Event(), Following(chat)

    for live in await service.running():
        room.note(live)

    async def note(news: Committed | LobbyEvent) -> None:
        if isinstance(news, Committed):
            room.note(news.live)
        changed.set()

    service.bus.subscribe(Committed, note)
    service.bus.subscribe(LobbyEvent, note)
    room.when_written(changed.set)
    while True:
        await changed.wait()
        await asyncio.sleep(FOLLOW_SECONDS)
        changed.clear()
        await service.bus.drained()
        pages.publish()


async def run_playground(
    service: Service,
    settings: Settings,
    port: int,
    *,
    browser: bool,
    started: Callable[[], None],
    stop: asyncio.Event,
) -> None:
    """Serve the playground, its metrics and its health page until ``stop`` is set.

    ``started``: called before the address is printed.
    """
    async with (
        playground(service, settings, port) as found,
        watched(found.bot, service, settings.ops_host, settings.ops_port),
    ):
        started()
        sys.stdout.write(welcome(found))
        sys.stdout.flush()
        if browser and _has_browser():
            webbrowser.open(found.page)
        await stop.wait()
        sys.stdout.write("\nStopped. Your games are saved.\n")


def welcome(found: Playground) -> str:
    """Print the first steps."""
    return f"""
  Gin is ready to play, without Discord, in your browser:

    {found.page}

  1. Choose who you are, such as {MEMBERS[0]}, and press  Play .
  2. Draw a card, then drag one to the discard pile, or tap it. Knock when the knock area lights up.
  3. To play against a person, press  Play {MEMBERS[1]} in a second window : it seats both.

  The same matches with buttons, as in Discord's chat:

    {found.chat}

  Everything is kept in the database file: stop with Ctrl-C and start again any time.
"""


def _has_browser() -> bool:
    """Whether a browser window can be opened here."""
    return sys.platform in ("darwin", "win32") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
