"""Where a table is found: links to its message and to the card table, and its thread."""

import logging
from typing import Final

import discord

from bot.presses.match import SharePress, ShareVerb
from bot.presses.menu import MenuPress, MenuVerb
from bot.ui.custom_id import base36
from bot.ui.listener import EventListener, Messenger
from bot.ui.markup import plain_name
from bot.ui.origin import Origin
from bot.ui.press import Link
from bot.ui.reader import CardTable, Reader
from bot.ui.requests import FAILURES, HAS_THREAD, described, may_pass
from bot.ui.screen import Button
from engine.service import Committed, LiveMatch, Place

OWN_CHATS = "@me"
"""The name by which Discord's addresses call what is outside servers."""


def match_link(live: LiveMatch) -> str:
    """Return the address of a table's message, or of its channel; "" where there is none to show.

    The server of a table elsewhere is not stored, and a match across servers has none.
    """
    if live.setup.has_shared_deals or live.table.place in (Place.ELSEWHERE, Place.APART):
        return ""
    server = live.table.guild if live.table.place is Place.SERVER else OWN_CHATS
    message = "" if live.table.message is None else f"/{live.table.message}"
    return f"https://discord.com/channels/{server}/{live.table.channel}{message}"


WINDOW = "🪟"


def launch_address(card_table: CardTable | None, application: int | None, match: int) -> str:
    """Return the address that opens a match on the card table; "" where there is none.

    ``application``: the bot's, whose Activity opens inside Discord.
    """
    if card_table is None:
        return ""
    if card_table.is_activity and application is not None:
        return f"https://discord.com/activities/{application}?custom_id={custom_id_of(match)}"
    return f"{card_table.url}/#match={base36(match)}" if card_table.url else ""


def custom_id_of(match: int) -> str:
    """Return what a link to the Activity carries, so that its launch opens a match."""
    return f"table-{base36(match)}"


def shared_address(url: str, name: str) -> str:
    """Return the link to a shared match. ``url``: of the card table."""
    return f"{url}/?shared={name}"


def share_buttons(reader: Reader, match: int) -> list[Button]:
    """Return the button that shares a finished match, where that is possible."""
    if reader.card_table is None or not reader.card_table.shares:
        return []
    press = SharePress(ShareVerb.LOOK, match)
    return [Button(reader.words.t("Share"), press, emoji="🔗")]


def card_table_buttons(reader: Reader, match: int = 0) -> list[Button]:
    """Return the button, where a card table is served: inside Discord, or at its address."""
    found = reader.card_table
    if found is None:
        return []
    label = reader.words.t("Open table")
    if found.is_activity:
        return [Button(label, MenuPress(MenuVerb.CARD_TABLE), emoji=WINDOW)]
    address = f"{found.url}/#match={base36(match)}" if match else f"{found.url}/"
    return [Button(label, Link(address), emoji=WINDOW)]


THREAD: Final = "thread"
"""The room of a lobby whose table gets its own thread."""
ARCHIVE_SECONDS: Final = 600.0
"""The delay before a finished table's thread closes, for a rematch and last messages."""
QUIET_MINUTES: Final = 4320
"""The idle time after which Discord archives a thread by itself."""
THREAD_NAME: Final = 100
MOST_FAILURES: Final = 3
"""After so many failures a thread is left to Discord, which archives it when it is quiet."""
log = logging.getLogger(__name__)


class Threads:
    """The threads that the bot creates for tables."""

    def __init__(self, messenger: Messenger) -> None:
        self.archive_seconds = ARCHIVE_SECONDS
        self._messenger = messenger
        self._events = EventListener()

    async def start(self) -> None:
        """Listen to matches that end. Safe to call again."""
        if self._events.start():
            bus = self._messenger.service.bus
            self._events.subscribe(bus, Committed, self._on_committed, lambda one: one.has_ended)

    async def stop(self) -> None:
        """Stop listening; threads that stay open are archived by Discord."""
        self._events.stop()

    # -- threads --------------------------------------------------------------------------

    async def open_thread(self, origin: Origin, live: LiveMatch, message_id: int) -> int | None:
        """Open a thread at a table's invitation; ``None`` where none can be created.

        Raises what Discord raises if it may create one later.
        """
        if not origin.may_open_threads:
            return None
        place = self._messenger.client.get_partial_messageable(
            live.table.channel, guild_id=live.table.guild
        )
        try:
            thread = await place.get_partial_message(message_id).create_thread(
                name=thread_name(live), auto_archive_duration=QUIET_MINUTES
            )
        except FAILURES as error:
            if getattr(error, "code", 0) == HAS_THREAD:
                return message_id  # A thread started from a message has the message's id.
            log.info("no thread was opened (%s)", described(error))
            if may_pass(error):
                raise
            return None
        except ValueError as error:
            log.info("no thread was opened (%s)", error)
            return None
        return thread.id

    async def open_talk(self, origin: Origin, live: LiveMatch, message_id: int) -> int | None:
        """Return the thread of a table's message, opened if necessary; ``None`` if impossible."""
        if isinstance(self._messenger.client.get_channel(message_id), discord.Thread):
            return message_id
        return await self.open_thread(origin, live, message_id)

    async def _on_committed(self, change: Committed) -> None:
        if not change.has_ended:
            return
        live = change.live
        if self.is_own_thread(live):
            self._archive_later(live.table.channel)
        elif live.table.message is not None and isinstance(
            self._messenger.client.get_channel(live.table.message), discord.Thread
        ):
            # A thread started from a message has the message's id.
            self._archive_later(live.table.message)

    def is_own_thread(self, live: LiveMatch) -> bool:
        """Whether a table is in a thread that was opened for it."""
        room = self._messenger.client.get_channel(live.table.channel)
        me = self._messenger.client.user
        return isinstance(room, discord.Thread) and me is not None and room.owner_id == me.id

    def _archive_later(self, channel: int, failures: int = 0) -> None:
        self._events.later(channel, self.archive_seconds, lambda: self._archive(channel, failures))

    async def _archive(self, channel: int, failures: int) -> None:
        for live in await self._messenger.service.running():
            if live.table.channel == channel:
                return  # a rematch continues in the same thread
        thread = self._messenger.client.get_channel(channel)
        if isinstance(thread, discord.Thread):
            try:
                await thread.edit(archived=True)
            except discord.HTTPException as error:
                log.info("a thread was not archived (%s)", described(error))
                if may_pass(error) and failures < MOST_FAILURES:
                    self._archive_later(channel, failures + 1)


def thread_name(live: LiveMatch) -> str:
    """Return a thread's name with the players."""
    names = " – ".join(plain_name(player.name) for player in live.players if player.name)
    return f"Gin: {names}"[:THREAD_NAME]
