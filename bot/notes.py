"""Notes between players: at once if the reader is present, otherwise at their next press."""

import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import discord
from cachetools import TTLCache

from bot.match.panels import TOKEN_SECONDS
from bot.presses.account import FriendsPress, FriendsVerb, NotePress, NoteVerb
from bot.ui.context import Context, ask_for_text, is_submitted, text_of
from bot.ui.edits import FollowUps
from bot.ui.i18n import mark
from bot.ui.listener import EventListener, InboxListener, Messenger
from bot.ui.markup import plain_name, safe_name, safe_words
from bot.ui.paging import paged
from bot.ui.reader import Reader
from bot.ui.requests import FAILURES, described
from bot.ui.routes import AnswerKind
from bot.ui.screen import (
    Accent,
    Button,
    Menu,
    MenuChoice,
    Part,
    Row,
    Screen,
    Style,
    Text,
    clipped,
    notice_screen,
)
from engine.service import NoteWay, UserId
from engine.service.social import NOTE_LENGTH, InboxItem, NoteSent
from engine.store import StoreError

MOST_SHOWN = 15


@dataclass(frozen=True, slots=True)
class NoteLine:
    """A note as its receiver sees it: safe name and words, epoch seconds.

    ``words`` is ``None`` for a friend request.
    """

    id: int
    sender: int
    name: str
    plain: str
    words: str | None
    sent_at: int


def note_line(reader: Reader, note: NoteLine) -> str:
    """Return a note in one line."""
    t = reader.words.t
    if note.words is None:
        return t("✋ **{name}** wants to be your friend.", name=note.name)
    when = f"<t:{note.sent_at}:R>"
    return t("✉️ **{name}** {when}: {words}", name=note.name, when=when, words=note.words)


def note_screen(reader: Reader, note: NoteLine) -> Screen:
    """Return one note with its actions."""
    t = reader.words.t
    if note.words is not None:
        first = Button(t("Reply"), _press(NoteVerb.REPLY, note.sender), Style.PRIMARY, "↩️")
    else:
        label = t("Add {name}", name=note.plain)
        add = FriendsPress(FriendsVerb.ADD, note.sender)
        first = Button(label, add, Style.SUCCESS, "➕")
    delete = Button(t("Delete"), _press(NoteVerb.DELETE, note.id), emoji="🗑️")
    block = Button(
        t("Block {name}", name=note.plain), _press(NoteVerb.BLOCK, note.sender), emoji="🚫"
    )
    return Screen((Text(note_line(reader, note)), Row((first, delete)), Row((block,))), Accent.WAIT)


def inbox_screen(reader: Reader, notes: Sequence[NoteLine], way: str) -> Screen:
    """Return all notes and the delivery setting."""
    t = reader.words.t
    lines = [t("## Notes")]
    lines += [note_line(reader, note) for note in notes[:MOST_SHOWN]]
    if not notes:
        lines.append(t("No notes. To send one, choose a player in `/gin help`."))
    elif len(notes) > MOST_SHOWN:
        lines.append(t("…and older notes."))
    parts: list[Part] = [Text(clipped("\n".join(lines), 3500))]
    if notes:
        choices = tuple(
            MenuChoice(note.plain, str(note.id), clipped(note.words or "✋", 90)) for note in notes
        )
        menu = Menu(_press(NoteVerb.OPEN), choices, t("Open a note to answer or delete it"))
        parts.append(paged(reader, menu))
    ways = {
        "panel": t("Notify me of notes when I play"),
        "dm": t("Send me notes as direct messages"),
        "none": t("Accept no notes"),
    }
    chosen = tuple(MenuChoice(label, value, chosen=value == way) for value, label in ways.items())
    parts.append(Menu(_press(NoteVerb.WAY), chosen))
    if notes:
        parts.append(
            Row((Button(t("Delete all notes"), _press(NoteVerb.CLEAR), Style.DANGER, "🗑️"),))
        )
    return Screen(tuple(parts), Accent.CALM)


def _press(verb: NoteVerb, about: int = 0) -> NotePress:
    return NotePress(verb, about)


LOOK_SECONDS: Final = 60.0
"""The least interval between two checks for unread notes of a person who presses buttons."""
MOST_AT_ONCE: Final = 3
MAX_READERS: Final = 20_000
log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Present:
    """A person who has pressed something. ``looked``: when their notes were looked for."""

    follow_ups: FollowUps
    looked: float


class NoteDelivery:
    """The service that shows notes to their receivers.

    ``then``: what else wants to know of every answered interaction.
    """

    def __init__(
        self,
        messenger: Messenger,
        then: Callable[[discord.Interaction], Awaitable[None]],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._messenger = messenger
        self._then = then
        self._clock = clock
        self._events = EventListener()
        self._here: TTLCache[int, _Present] = TTLCache(MAX_READERS, TOKEN_SECONDS, clock)

    async def start(self) -> None:
        """Use this context for later attempts."""
        self._events.start()

    async def stop(self) -> None:
        """Attempt nothing more; what was not sent waits in the inbox."""
        self._events.stop()

    async def seen(self, interaction: discord.Interaction) -> None:
        """Register an answered interaction of a person."""
        if interaction.response.is_done():
            await self._is_here(FollowUps(interaction))
        await self._then(interaction)

    async def _is_here(self, follow_ups: FollowUps) -> None:
        now = self._clock()
        before = self._here.get(follow_ups.user)
        looked = -LOOK_SECONDS if before is None else before.looked
        is_due = now - looked >= LOOK_SECONDS
        self._here[follow_ups.user] = _Present(follow_ups, now if is_due else looked)
        if is_due:
            await self._show_unread(follow_ups)

    def here(self, user: UserId) -> FollowUps | None:
        """Return how a person who is present can be written to."""
        present = self._here.get(user)
        return None if present is None else present.follow_ups

    async def sent(self, receiver: UserId) -> None:
        """Show a note that has just been written."""
        prefs = await self._messenger.preferences.prefs(receiver)
        if prefs.notes is NoteWay.DIRECT:
            failure = "a note waits in the inbox, and was not sent directly"
            await self._events.attempt(receiver, failure, partial(self._write_directly, receiver))
            return
        follow_ups = self.here(receiver)
        if follow_ups is not None:
            await self._show_unread(follow_ups)

    async def _show_unread(self, follow_ups: FollowUps) -> None:
        user = UserId(follow_ups.user)
        try:
            unread = await self._messenger.service.notes.inbox(user, unread=True)
        except StoreError:
            log.warning("unread notes could not be read")
            return
        if not unread:
            return
        shown = unread[-MOST_AT_ONCE:]
        reader = await self._messenger.preferences.private(user, follow_ups.locale)
        for note in reversed(shown):
            message = await self._messenger.compose(note_screen(reader, line_of(note)))
            try:
                await follow_ups.send(message)
            except FAILURES as error:
                log.info("a note is kept for later (%s)", described(error))
                return
        await self._messenger.service.notes.read(user, shown)

    async def _write_directly(self, receiver: UserId) -> None:
        if self._messenger.breaker.is_open:
            return  # It waits in the inbox.
        unread = await self._messenger.service.notes.inbox(receiver, unread=True)
        reader = await self._messenger.preferences.private(receiver, "en-US")
        if not unread:
            return
        channel = await self._messenger.client.create_dm(discord.Object(receiver))
        for note in reversed(unread[:MOST_AT_ONCE]):
            message = await self._messenger.compose(note_screen(reader, line_of(note)))
            await channel.send(
                view=message.view, nonce=f"n{note.id}", allowed_mentions=message.mentions
            )
        await self._messenger.service.notes.read(receiver, unread[:MOST_AT_ONCE])


def line_of(note: InboxItem) -> NoteLine:
    """Return a note or a friend request with a safe name and safe words."""
    name = safe_name(note.sender_name)
    words = None if note.words is None else safe_words(note.words)
    return NoteLine(note.id, note.sender, name, plain_name(name), words, note.sent_ms // 1000)


_SENT: Final = {
    NoteSent.SENT: mark("Your note is on its way."),
    NoteSent.TOO_MANY: mark("You've sent a lot of notes. Wait a while before the next one."),
    NoteSent.NEVER_MET: mark(
        "You can send notes to friends and to people you are playing or have played today."
    ),
    NoteSent.UNWANTED: mark("This person doesn't accept notes from you."),
    NoteSent.EMPTY: mark("The note is empty. Write something first."),
    NoteSent.SELF: mark("You can't send yourself a note."),
    NoteSent.FULL: mark("Their inbox is full. Try again when they have read some notes."),
}


def notes_answers(press: NotePress, submitted: bool) -> AnswerKind:
    """Return the answer kind: a form to write, private for sent notes, in place for the inbox."""
    if press.verb is NoteVerb.REPLY:
        return AnswerKind.PRIVATE if submitted else AnswerKind.FORM
    return AnswerKind.IN_PLACE


async def notes_pressed(notify: InboxListener, ctx: Context, press: NotePress) -> None:
    """Write, open or delete notes, or choose their delivery."""
    user = ctx.user
    match press.verb:
        case NoteVerb.REPLY if is_submitted(ctx):
            text = await send_note(notify, ctx, UserId(press.id))
            await ctx.reply.private(notice_screen(text, Accent.CALM))
        case NoteVerb.REPLY:
            title, label = ctx.t("Your reply"), ctx.t("Your note")
            await ask_for_text(ctx, press, title, label, length=NOTE_LENGTH, is_long=True)
        case NoteVerb.OPEN if ctx.turns_a_page:
            await ctx.reply.update(await inbox_of(ctx))
        case NoteVerb.OPEN:
            await _open(ctx, int(ctx.value))
        case NoteVerb.WAY:
            await ctx.prefer(notes=ctx.value)
            await ctx.reply.update(await inbox_of(ctx))
        case NoteVerb.DELETE | NoteVerb.CLEAR:
            await ctx.service.notes.delete(ctx.key, user, press.id or None)
            await ctx.reply.update(await inbox_of(ctx))
        case NoteVerb.BLOCK:
            await ctx.service.blocks.block(ctx.key, user, UserId(press.id))
            text = ctx.t(
                "Blocked: no notes, no challenges and no shared tables. Choose the "
                "person in `/gin help` to undo it."
            )
            await ctx.reply.update(notice_screen(text, Accent.CALM))


async def send_note(
    notify: InboxListener, ctx: Context, receiver: UserId, words: str | None = None
) -> str:
    """Send a note; return a sentence about the result."""
    text = text_of(ctx) if words is None else words
    outcome = await ctx.service.notes.send(ctx.key, ctx.person, receiver, text)
    if outcome is NoteSent.SENT:
        await notify(receiver)
    return ctx.t(_SENT[outcome])


async def inbox_of(ctx: Context) -> Screen:
    """Return a person's notes, which then count as read."""
    notes = await ctx.service.notes.inbox(ctx.user)
    await ctx.service.notes.read(ctx.user, notes)
    prefs = await ctx.prefs()
    return inbox_screen(ctx.reader, [line_of(note) for note in notes], prefs.notes.value)


async def _open(ctx: Context, note_id: int) -> None:
    notes = await ctx.service.notes.inbox(ctx.user)
    note = next((one for one in notes if one.id == note_id), None)
    if note is None:
        await ctx.reply.update(await inbox_of(ctx))
    else:
        await ctx.reply.update(note_screen(ctx.reader, line_of(note)))
