"""Handlers of notes: answer, delete, block, delivery setting."""

from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from bot.notes.delivery import line_of
from bot.notes.screens import inbox_screen, note_screen
from bot.presses.note import NotePress, NoteVerb
from bot.ui.answers import Answer
from bot.ui.context import Context
from bot.ui.forms import ask_for_text, is_submitted, text_of
from bot.ui.i18n import mark
from bot.ui.notice import notice_screen
from bot.ui.screen import Accent, Screen
from engine.service import UserId
from engine.service.social.notes import NOTE_LENGTH, NoteSent

Told: TypeAlias = Callable[[UserId], Awaitable[None]]
"""A callback that tells a person who is present about a new item in the inbox."""
_SENT: Final = {
    NoteSent.SENT: mark("Your note is on its way."),
    NoteSent.TOO_MANY: mark("You have sent a lot of notes. Wait a while before the next one."),
    NoteSent.STRANGER: mark(
        "You can send notes to friends and to people you are playing or have played today."
    ),
    NoteSent.UNWANTED: mark("This person doesn't accept notes from you."),
    NoteSent.EMPTY: mark("Write something first."),
    NoteSent.SELF: mark("You can't send yourself a note."),
    NoteSent.FULL: mark("Their inbox is full. Try again when they have read some notes."),
}


def notes_answers(press: NotePress, submitted: bool) -> Answer:
    """Return the answer kind: a form to write, private for sent notes, in place for the inbox."""
    if press.verb is NoteVerb.REPLY:
        return Answer.PRIVATE if submitted else Answer.FORM
    return Answer.IN_PLACE


async def notes_pressed(told: Told, ctx: Context, press: NotePress) -> None:
    """Write, open or delete notes, or choose their delivery."""
    user = ctx.user
    match press.verb:
        case NoteVerb.REPLY if is_submitted(ctx):
            text = await send_note(told, ctx, UserId(press.id))
            await ctx.reply.private(notice_screen(text, Accent.CALM))
        case NoteVerb.REPLY:
            title, label = ctx.t("Your reply"), ctx.t("Your note")
            await ask_for_text(ctx, str(press), title, label, length=NOTE_LENGTH, is_long=True)
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


async def send_note(told: Told, ctx: Context, receiver: UserId, words: str | None = None) -> str:
    """Send a note; return a sentence about the result."""
    text = text_of(ctx) if words is None else words
    outcome = await ctx.service.notes.send(ctx.key, ctx.person, receiver, text)
    if outcome is NoteSent.SENT:
        await told(receiver)
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
