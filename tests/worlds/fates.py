"""Ways in which a message goes from where it was posted, or its room is shut."""

from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from tests.wire.messages import Message
from tests.wire.objects import THREAD, Channel
from tests.wire.server import CHANNEL, GUILD
from tests.worlds.wire_people import People

ROOM: Final = 7003 << 22
Fate: TypeAlias = Callable[[People, Message], Awaitable[None]]


async def stays(here: People, message: Message) -> None:
    pass


async def deleted(here: People, message: Message) -> None:
    """A moderator deletes it, which no event tells without a further intent."""
    here.discord.messages.all.pop(message.id)


async def channel_deleted(here: People, message: Message) -> None:
    await _room_deleted(here, "CHANNEL_DELETE")


async def thread_deleted(here: People, message: Message) -> None:
    await _room_deleted(here, "THREAD_DELETE")


async def _room_deleted(here: People, event: str) -> None:
    room = here.discord.guild.channels.pop(here.room)
    for message in here.discord.messages.in_channel(room.id):
        del here.discord.messages.all[message.id]
    await here.discord.gateway.tell(GUILD, event, room.payload())


async def thread_archived(here: People, message: Message) -> None:
    await _thread_changed(here, archived=True)


async def thread_locked(here: People, message: Message) -> None:
    await _thread_changed(here, locked=True)


async def thread_closed(here: People, message: Message) -> None:
    """A moderator archives and locks it."""
    await _thread_changed(here, archived=True, locked=True)


async def _thread_changed(here: People, *, archived: bool = False, locked: bool = False) -> None:
    room = here.discord.guild.channels[here.room]
    room.archived, room.locked = archived, locked
    await here.discord.gateway.tell(GUILD, "THREAD_UPDATE", room.payload())


async def hidden(here: People, message: Message) -> None:
    """The bot may not see the channel any more."""
    room = here.discord.guild.channels[here.room]
    room.is_forbidden = True
    await here.discord.gateway.tell(GUILD, "CHANNEL_UPDATE", room.payload())


IN_THREADS: Final = (thread_deleted, thread_archived, thread_locked, thread_closed)
FATES: Final[tuple[Fate, ...]] = (stays, deleted, channel_deleted, hidden, *IN_THREADS)
SHUT: Final = (hidden, thread_locked, thread_closed)
"""Afterwards the bot can neither write nor edit there."""
GONE: Final = (channel_deleted, thread_deleted)


async def gather(here: People, fate: Fate) -> None:
    """Go to where such a thing can happen."""
    if fate in IN_THREADS:
        here.room = ROOM
        room = here.discord.guild.channels[ROOM] = Channel(ROOM, GUILD, "t", THREAD, CHANNEL)
        await here.discord.gateway.tell(GUILD, "THREAD_CREATE", room.payload())
