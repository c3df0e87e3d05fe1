"""The chat beside the table: the messages of the channel, on the pages that show them."""

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

from cachetools import FIFOCache

from bot.web.connection import Connection
from bot.web.followers import Followers
from bot.web.protocol.chat import Chat
from engine.service import InteractionId, UserId

MOST_REMEMBERED: Final = 1_000
GATHER_SECONDS: Final = 0.05
"""The time in which changes of the messages are gathered."""


class Room(Protocol):
    """The channel in which the table stands."""

    def chat(self) -> Chat:
        """Return the newest messages that everybody in the channel sees."""

    def write(self, user: UserId, text: str) -> None:
        """Write a message as a member."""

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call ``changed`` after every change of the messages; returns the end of it."""


class ChatPages:
    """The pages that show a room."""

    def __init__(self, room: Room, followers: Followers) -> None:
        self._room = room
        self._followers = followers
        self._written: FIFOCache[InteractionId, None] = FIFOCache(MOST_REMEMBERED)
        self._stop: Callable[[], None] = lambda: None
        self._due: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Follow the room."""
        self._stop = self._room.subscribe(self._changed)

    def stop(self) -> None:
        """Follow the room no longer."""
        self._stop()
        if self._due is not None:
            self._due.cancel()

    def show(self, page: Connection, *, wanted: bool) -> None:
        """Show a page the chat from now on, or no more."""
        page.wants_chat = wanted
        if wanted:
            page.chat(self._room.chat())

    def write(self, key: InteractionId, user: UserId, text: str) -> bool:
        """Write a message; whether it was not written under this key before."""
        if key in self._written:
            return False
        self._room.write(user, text)
        self._written[key] = None
        return True

    def _changed(self) -> None:
        if self._due is None:
            self._due = asyncio.get_running_loop().call_later(GATHER_SECONDS, self._send)

    def _send(self) -> None:
        self._due = None
        pages = [page for page in self._followers.pages if page.wants_chat]
        if pages:
            chat = self._room.chat()
            for page in pages:
                page.chat(chat)
