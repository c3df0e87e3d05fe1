"""Public messages that follow what they show: one mechanism for tables, events, lobbies and the TV.

Updates are state-based and coalesced: only the newest version is drawn, in the order and at the
pace of :mod:`bot.ui.message_queue`. A deleted message is posted again, and so is one that Discord
lets nobody edit any more. One whose channel is gone moves to another channel that the server
allows. What Discord does not take now is drawn again after a few seconds; what is not drawn for
another reason (a restart, a refusal, a long outage) by the redraw job.
"""

import asyncio
import contextlib
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Sequence
from functools import partial
from typing import ClassVar, Final, Generic, Protocol, TypeVar

import discord

from bot.ops.metrics import Drawing
from bot.ui.compose import ComposedMessage
from bot.ui.custom_id import base36
from bot.ui.edits import ChannelMessage, ShownMessages, edited
from bot.ui.listener import EventListener, Messenger
from bot.ui.members import is_locked_for
from bot.ui.message_queue import MessageQueue, RetryBackoff
from bot.ui.pacing import Spared
from bot.ui.requests import (
    ARCHIVED_THREAD,
    CUT,
    LOCKED_THREAD,
    NO_ACCESS,
    NO_PERMISSION,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    described,
    may_pass,
)
from bot.ui.screen import Screen
from engine.service import ChannelId, MessageId, TableMessage
from engine.store import StoreError

OLD_MESSAGE_EDITS: Final = 30046
SHUT_THREAD: Final = frozenset((ARCHIVED_THREAD, LOCKED_THREAD))
BARRED: Final = frozenset((NO_ACCESS, NO_PERMISSION))
ROOM_IS_GONE: Final = frozenset((UNKNOWN_CHANNEL, NO_ACCESS))
"""The codes for a channel that was deleted or is no longer visible to the bot."""
LEFT_ALONE_S: Final = 20.0
"""The time after which a message that was never posted is posted by whoever notices."""
NONCE_LENGTH: Final = 25
LIMIT: Final = 500
"""The most outdated messages that are read in one run, beside those that wait after a failure."""
SHORT_S: Final = 5.0
"""The delay after which a message that lacks its pictures is drawn again, in seconds."""
MOST_WAITING: Final = 5000
"""The most messages for which a change of their channel is awaited."""
log = logging.getLogger(__name__)


class Shown(Protocol):
    """A state that a public message shows."""

    @property
    def id(self) -> int: ...

    @property
    def version(self) -> int: ...


S = TypeVar("S", bound=Shown)


class PublicMessages(ABC, Generic[S]):
    """The public messages of one kind."""

    name: ClassVar[str]
    """What the log calls one of them."""
    letter: ClassVar[str]
    """What its nonces begin with."""
    per_second: ClassVar[int] = 5
    """How many outdated messages are drawn in a second."""

    def __init__(self, messenger: Messenger, interval: float) -> None:
        self.backoff = RetryBackoff()
        self.left_alone_s = LEFT_ALONE_S
        self._messenger = messenger
        self._interval = interval
        self._latest: dict[int, S] = {}
        self._expected: set[int] = set()
        self._missing: dict[int, float] = {}
        self._waiting: dict[int, S] = {}
        self._without_channel: set[int] = set()
        self._barred: dict[int, set[int]] = {}
        self._shut: set[int] = set()
        self._locked: set[int] = set()
        self._pictures = ShownMessages()
        self._queue = MessageQueue(self._draw_newest, interval)
        self._events = EventListener()

    # -- what a kind of message defines --------------------------------------------------------

    @abstractmethod
    async def screen(self, shown: S) -> Screen:
        """Return the content of the message."""

    @abstractmethod
    def _address(self, shown: S) -> TableMessage:
        """Return where the message is."""

    @abstractmethod
    async def _newest(self, shown: S) -> S | None:
        """Return the stored state; ``None`` if there is none any more."""

    @abstractmethod
    async def _record(
        self, shown: S, channel: ChannelId, message: MessageId, *, is_new: bool
    ) -> None:
        """Store where the message is and which version it shows."""

    async def _outdated(self) -> Sequence[S]:
        """Return the stored states that their messages do not show; none if they come by events."""
        return ()

    def _nonce(self, shown: S, _channel: ChannelId) -> str:
        """Return what makes one message of two processes that post at once.

        A message that replaces another one has a nonce of its own.
        """
        replaced = base36(self._address(shown).message or 0)
        return f"{self.letter}{base36(shown.id)}m{replaced[-8:]}"

    def _is_over(self, _shown: S) -> bool:
        """Whether a deleted message need not be posted again."""
        return False

    def _count(self, drawing: Drawing) -> None:
        """Count an attempt to draw."""

    # -- drawing -------------------------------------------------------------------------------

    async def stop(self) -> None:
        """Stop listening and drawing."""
        self._events.stop()
        self._queue.stop()

    async def draw(self, shown: S) -> None:
        """Draw a message as soon as its channel allows."""
        drawn = self._queued(shown)
        if drawn is not None:
            await asyncio.shield(drawn)

    def _queued(self, shown: S, rest: float = 0.0) -> asyncio.Future[None] | None:
        """Queue a message, at most ``rest`` seconds for further changes."""
        if shown.id in self._expected:
            return None
        known = self._latest.get(shown.id)
        if known is None or known.version <= shown.version:
            self._latest[shown.id] = shown
        return self._queue.add(self._address(shown).channel, shown.id, rest=rest)

    async def _draw_newest(self, key: int) -> None:
        shown = self._latest.pop(key, None)
        if shown is None or self._messenger.breaker.is_open:
            return  # the redraw job draws it later
        if self._is_shut(shown):
            self._wait(shown)
            return
        try:
            self._count(await self._edit_or_reopen(shown))
            self._succeeded(key)
        except discord.HTTPException as error:
            log.warning("%s was not drawn (%s)", self.name, described(error))
            await self._failed(shown, error)
        except (*CUT, StoreError) as error:
            log.warning("%s was not drawn (%s)", self.name, type(error).__name__)
            self._count(Drawing.FAILED)
            self._draw_later(shown)

    def _draw_later(self, shown: S) -> None:
        """Draw a message again after a failure that may pass."""
        rest = self.backoff.failed(shown.id, outage=True)
        self._events.later(("again", shown.id), rest, partial(self._draw_again, shown))

    async def _draw_again(self, shown: S) -> None:
        try:
            newest = await self._newest(shown)
        except StoreError as error:
            log.info("%s could not be read (%s)", self.name, error.code)
        else:
            if newest is not None:
                await self.draw(newest)

    async def _edit_or_reopen(self, shown: S) -> Drawing:
        """Draw a message; a thread that Discord has archived is opened again for it."""
        if self._address(shown).message is None:
            # Another process may have posted it since this change.
            shown = await self._newest(shown) or shown
        try:
            return await self._edit_or_post(shown)
        except discord.HTTPException as error:
            if error.code not in SHUT_THREAD or not await self._is_reopened(shown):
                raise
        return await self._edit_or_post(shown)

    async def _is_reopened(self, shown: S) -> bool:
        """Open an archived thread again; one that is locked as well only moderators can open."""
        thread = self._address(shown).channel
        try:
            await self._messenger.client.http.edit_channel(thread, archived=False)
        except discord.Forbidden:
            self._barred.setdefault(shown.id, set())
            self._locked.add(shown.id)
            return False
        log.info("the thread of %s was archived and is opened again", self.name)
        return True

    async def _edit_or_post(self, shown: S) -> Drawing:
        screen, at = await self.screen(shown), self._address(shown)
        is_worn_out = False
        if at.message is not None:
            try:
                self._complete_later(shown, await self.edit(at.channel, at.message, screen))
            except discord.NotFound as error:
                if error.code != UNKNOWN_MESSAGE:
                    raise
                if self._is_over(shown):
                    await self._record(shown, at.channel, at.message, is_new=False)
                    return Drawing.EDITED
            except discord.HTTPException as error:
                if error.code != OLD_MESSAGE_EDITS:
                    raise
                is_worn_out = True
            else:
                await self._record(shown, at.channel, at.message, is_new=False)
                return Drawing.EDITED
        await self.post(shown, screen)
        if is_worn_out and at.message is not None:
            await self._remove(at.channel, at.message)
        return Drawing.POSTED

    async def post(
        self, shown: S, screen: Screen | None = None, channel: ChannelId | None = None
    ) -> discord.Message:
        """Post a message, at the end of its channel or of another one."""
        place = self._address(shown).channel if channel is None else channel
        if screen is None:
            screen = await self.screen(shown)
        message = await self._messenger.compose(screen, spared=Spared.TABLE_PICTURES)
        posted = await self._messenger.client.get_partial_messageable(place).send(
            view=message.view,
            files=message.files,
            nonce=self._nonce(shown, place)[-NONCE_LENGTH:],
            allowed_mentions=message.mentions,
        )
        self._pictures.of(posted.id).see(posted)
        await self._record(shown, place, MessageId(posted.id), is_new=True)
        self._complete_later(shown, message)
        self._without_channel.discard(shown.id)
        return posted

    def _complete_later(self, shown: S, message: ComposedMessage) -> None:
        """Draw a message again that lacks its pictures, once nobody waits for an answer."""
        if message.is_short:
            self._events.later(("short", shown.id), SHORT_S, partial(self._complete, shown))

    async def _complete(self, shown: S) -> None:
        if self._messenger.backlog.spared:
            self._events.later(("short", shown.id), SHORT_S, partial(self._complete, shown))
        else:
            await self._draw_again(shown)

    async def edit(self, channel: int, message_id: int, screen: Screen) -> ComposedMessage:
        """Edit a message, keeping the pictures that it shows already; return what it shows."""
        compose, spared = self._messenger.compose, Spared.TABLE_PICTURES
        message = await compose(screen, for_edit=True, spared=spared)
        target = ChannelMessage(self._messenger.client, channel, message_id)
        await edited(target.edit, message, self._pictures.of(message_id))
        return message

    async def move_down(self, shown: S, here: ChannelId) -> tuple[discord.Message, bool]:
        """Post the message at the end of its channel and delete the old one.

        If that channel is gone, post in ``here``. Return whether that was necessary.
        """
        at = self._address(shown)
        try:
            posted = await self.post(shown)
        except discord.HTTPException as error:
            if error.code not in ROOM_IS_GONE or here == at.channel:
                raise
            posted = await self.post(shown, channel=here)
            await self.catch_up(shown)
            return posted, True
        if at.message is not None:
            await self._remove(at.channel, at.message)
        await self.catch_up(shown)
        return posted, False

    async def catch_up(self, shown: S) -> None:
        """Draw a message again if changes were committed while this version was sent.

        The message may have been drawn and overwritten meanwhile, so the comparison uses the
        version sent last, not the one recorded as drawn.
        """
        newest = await self._newest(shown)
        if newest is not None and newest.version > shown.version:
            await self.draw(newest)

    async def _remove(self, channel: int, message: int) -> None:
        """Delete an old message, which may be gone already, so that there is only one."""
        old = self._messenger.client.get_partial_messageable(channel).get_partial_message(message)
        failure = f"an old message of {self.name} was not removed"
        await self._events.attempt(("old", message), failure, old.delete)

    # -- what was not drawn --------------------------------------------------------------------

    async def redraw(self) -> int:
        """Draw outdated messages at a steady pace; return their number.

        It is done after a start and every half minute.
        """
        if self._messenger.breaker.is_open:
            return 0
        due = [one for one in await self._outdated() if self.is_due(one)]
        refusing = set[int]()
        for shown in due:
            channel = self._address(shown).channel
            if channel in refusing and self.is_barred(shown):
                continue  # One refusal per channel is enough.
            await self.draw(shown)
            if self.is_barred(shown):
                refusing.add(channel)
            await asyncio.sleep(1 / self.per_second)
        return len(due)

    # -- answers that post ---------------------------------------------------------------------

    async def announced(self, shown: S, message: int | None) -> None:
        """Record the message that a press has posted; without one the redraw job posts it."""
        if message is not None:
            channel = self._address(shown).channel
            await self._record(shown, channel, MessageId(message), is_new=True)
            await self.catch_up(shown)  # Somebody may have pressed it on its way.

    @contextlib.asynccontextmanager
    async def expecting(self, key: int) -> AsyncIterator[None]:
        """Leave the posting of something new to the answer that shows it."""
        self._expected.add(key)
        try:
            yield
        finally:
            self._expected.discard(key)
            await self._answered(key)

    async def _answered(self, key: int) -> None:
        """Draw what an answer was expected to show, if it did not."""

    def is_expected(self, key: int) -> bool:
        """Whether the answer that shows it may still be in flight."""
        return key in self._expected

    def _is_left_alone(self, shown: S) -> bool:
        """Whether a message has been missing so long that its answer no longer comes.

        The answer may be that of another process.
        """
        if self._address(shown).message is not None:
            self._missing.pop(shown.id, None)
            return True
        since = self._missing.setdefault(shown.id, time.monotonic())
        return time.monotonic() - since >= self.left_alone_s

    # -- refusals ------------------------------------------------------------------------------

    async def room_changed(self, room: int) -> None:
        """Draw what waits in a channel or thread, or in a thread below it, without further delay.

        Its permissions may have returned, or it may be open again.
        """
        for key, shown in tuple(self._waiting.items()):
            own = self._address(shown).channel
            found = self._messenger.client.get_channel(own)
            if room in (own, getattr(found, "parent_id", None)):
                self.backoff.succeeded(key)
                newest = await self._newest(shown)
                if newest is not None:
                    await self.draw(newest)

    def _wait(self, shown: S) -> None:
        """Draw a message as soon as its channel changes, if not before."""
        self._waiting[shown.id] = shown
        while len(self._waiting) > MOST_WAITING:
            del self._waiting[next(iter(self._waiting))]

    def _succeeded(self, key: int) -> None:
        self._waiting.pop(key, None)
        self._events.cancel(("again", key))
        self.backoff.succeeded(key)
        self._barred.pop(key, None)
        self._shut.discard(key)
        self._locked.discard(key)

    async def _failed(self, shown: S, error: discord.HTTPException) -> None:
        """Back off after a failure; a lost permission may return at any moment."""
        self._count(Drawing.FAILED)
        self._wait(shown)
        if may_pass(error):
            self._draw_later(shown)
        else:
            is_barred = error.status == 403 and shown.id not in self._locked
            self.backoff.failed(shown.id, outage=is_barred)
        if error.code in BARRED:
            self._barred.setdefault(shown.id, set())
        if error.code in ROOM_IS_GONE:
            await self._find_room(shown, is_gone=error.code != NO_ACCESS)

    async def _find_room(self, shown: S, *, is_gone: bool) -> None:
        """Move a message to a channel that the server allows, or let it wait if there is none."""
        if is_gone:
            self._without_channel.add(shown.id)
        at = self._address(shown)
        config = await self._messenger.service.guild_config(at.guild)
        for channel in config.channels:
            if channel != at.channel:
                try:
                    await self.post(shown, channel=ChannelId(channel))
                except discord.HTTPException as error:
                    log.info("%s found no room (%s)", self.name, described(error))
                else:
                    self._succeeded(shown.id)
                    return

    def _is_shut(self, shown: S) -> bool:
        """Whether Discord has refused a message and the known permissions are still missing.

        Another request would only add to the refusals that are limited per address.
        """
        if shown.id in self._locked and self.backoff.is_resting(shown.id):
            return True
        if not self.is_barred(shown) or self._may_write(shown):
            return False
        self._shut.add(shown.id)
        return True

    def _may_write(self, shown: S) -> bool:
        """Whether the bot may write in a channel; true if the permissions are unknown."""
        room = self._messenger.client.get_channel(self._address(shown).channel)
        if not isinstance(room, discord.abc.GuildChannel | discord.Thread):
            return True
        may = room.permissions_for(room.guild.me)
        if isinstance(room, discord.Thread):
            is_open = may.send_messages_in_threads and not is_locked_for(room, may)
            return may.view_channel and is_open
        return may.view_channel and may.send_messages

    def is_due(self, shown: S) -> bool:
        """Whether an outdated message may be drawn now; at once after permissions return.

        One that was never posted waits for its answer at first.
        """
        if shown.id in self._expected or self._is_shut(shown):
            return False
        may_draw = shown.id in self._shut or not self.backoff.is_resting(shown.id)
        return may_draw and self._is_left_alone(shown)

    def is_barred(self, shown: S) -> bool:
        """Whether Discord has refused a message because of the bot's permissions."""
        return shown.id in self._barred

    def is_without_channel(self, shown: S) -> bool:
        """Whether a message's channel is gone and no other was found for it."""
        return shown.id in self._without_channel

    def bar_explained(self, shown: S, user: int) -> None:
        """Note that a person knows already that the message may not be shown."""
        self._barred.setdefault(shown.id, set()).add(user)

    def explains_bar(self, shown: S, user: int) -> bool:
        """Whether to say to a person, once only, that the message may no longer be shown."""
        known = self._barred.get(shown.id)
        if known is None or user in known:
            return False
        known.add(user)
        return True
