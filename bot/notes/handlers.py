"""Presses on notes: answer, delete, block, and how they shall come."""

from typing import TYPE_CHECKING, Final

import discord

from bot.match.hand.handlers import FORM_TOO_LATE, modal_text
from bot.notes.delivery import line_of
from bot.notes.screens import inbox_screen, note_screen
from bot.ui.answers import Answer
from bot.ui.custom_id import Area, CustomId
from bot.ui.i18n import mark
from bot.ui.names import safe_name
from bot.ui.notice import notice_screen
from bot.ui.reader import Reader
from bot.ui.reply import Reply
from bot.ui.screen import Accent, Screen
from engine.service import InteractionId, Person, UserId
from engine.service.preferences import NoteWay
from engine.service.social.notes import BOOK_LENGTH, NOTE_LENGTH, NoteSent

if TYPE_CHECKING:
    from bot.app import GinBot

_SENT: Final = {
    NoteSent.SENT: mark("Your note is on its way."),
    NoteSent.TOO_MANY: mark("You have sent a lot of notes. Wait a while before the next one."),
    NoteSent.STRANGER: mark(
        "You can send notes to friends and to people you are playing or have played today. Add "
        "a friend with `/gin friends add`."
    ),
    NoteSent.UNWANTED: mark("This person doesn't accept notes from you."),
    NoteSent.EMPTY: mark("Write something first."),
    NoteSent.SELF: mark(
        "You can't send yourself a note. Keep private notes about players with `/gin note book`."
    ),
    NoteSent.FULL: mark("Their inbox is full. Try again when they have read some notes."),
}


def notes_answers(press: CustomId, submitted: bool) -> Answer:
    """Forms for what is written, a private message for what was sent, the inbox in place."""
    if press.what in ("note-reply", "note-book"):
        return Answer.PRIVATE if submitted else Answer.FORM
    return Answer.IN_PLACE


async def notes_pressed(
    bot: "GinBot", reply: Reply, press: CustomId, values: tuple[str, ...]
) -> None:
    """``note-…``; the id is a person for answers and blocks, a note otherwise."""
    reader = await bot.readers.of(reply.interaction)
    user = UserId(reply.interaction.user.id)
    is_modal = reply.interaction.type is discord.InteractionType.modal_submit
    match press.what.removeprefix("note-"):
        case "reply" if is_modal:
            text = await send_note(bot, reply, reader, UserId(press.id))
            await reply.private(notice_screen(text, Accent.CALM))
        case "reply":
            await _ask(reply, reader, press, reader.words.t("Your reply"), NOTE_LENGTH)
        case "book" if is_modal:
            words = modal_text(reply.interaction)
            await bot.service.notes.write_about(reply.key, user, UserId(press.id), words)
            text = reader.words.t("Saved. Only you can read it, with `/gin note book`.")
            await reply.private(notice_screen(text, Accent.CALM))
        case "open" if values:
            await _open(bot, reply, reader, int(values[0]))
        case "way" if values:
            await _choose_way(bot, reply, values[0])
            await reply.update(await inbox_of(bot, reader, user))
        case "delete" | "clear":
            await bot.service.notes.delete(reply.key, user, press.id or None)
            await reply.update(await inbox_of(bot, reader, user))
        case "block":
            await bot.service.blocks.block(reply.key, user, UserId(press.id))
            text = reader.words.t(
                "Blocked: no notes, no challenges and no shared tables. Undo it with `/gin "
                "friends unblock`."
            )
            await reply.update(notice_screen(text, Accent.CALM))
        case _:
            text = reader.words.t(
                "This button is from an older version. Open your inbox with `/gin note inbox`."
            )
            await reply.private(notice_screen(text))


async def send_note(
    bot: "GinBot", reply: Reply, reader: Reader, receiver: UserId, words: str | None = None
) -> str:
    """Send what was written; a sentence about what came of it."""
    user = reply.interaction.user
    text = modal_text(reply.interaction) if words is None else words
    outcome = await bot.service.notes.send(
        InteractionId(reply.interaction.id),
        Person(UserId(user.id), user.display_name),
        receiver,
        text,
    )
    if outcome is NoteSent.SENT:
        await bot.mail.sent(receiver)
    return reader.words.t(_SENT[outcome])


async def inbox_of(bot: "GinBot", reader: Reader, user: UserId) -> Screen:
    """Somebody's notes; they count as read once they are shown."""
    notes = await bot.service.notes.inbox(user)
    await bot.service.notes.read(user, notes)
    prefs = await bot.readers.prefs(user)
    return inbox_screen(reader, [line_of(note) for note in notes], prefs.notes.value)


async def open_book(bot: "GinBot", reply: Reply, reader: Reader, about: Person) -> None:
    """The page about an opponent, to be read and changed."""
    user = UserId(reply.interaction.user.id)
    page = await bot.service.notes.page_about(user, about.user_id)
    title = reader.words.t("Notes about {name}", name=safe_name(about.name))
    press = CustomId(Area.PAGE, about.user_id, 0, "note-book")
    await _ask(reply, reader, press, title, BOOK_LENGTH, page)


async def _ask(
    reply: Reply, reader: Reader, press: CustomId, title: str, length: int, written: str = ""
) -> None:
    modal = discord.ui.Modal(title=title[:45], custom_id=str(press), timeout=None)
    field: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id="text",
        max_length=length,
        required=False,
        default=written or None,
        style=discord.TextStyle.paragraph,
    )
    modal.add_item(discord.ui.Label(text=reader.words.t("Your note"), component=field))
    modal.stop()
    await reply.form(modal, notice_screen(reader.words.t(FORM_TOO_LATE)))


async def _open(bot: "GinBot", reply: Reply, reader: Reader, note_id: int) -> None:
    user = UserId(reply.interaction.user.id)
    notes = await bot.service.notes.inbox(user)
    note = next((one for one in notes if one.id == note_id), None)
    if note is None:
        await reply.update(await inbox_of(bot, reader, user))
    else:
        await reply.update(note_screen(reader, line_of(note)))


async def _choose_way(bot: "GinBot", reply: Reply, way: str) -> None:
    user = reply.interaction.user
    person = Person(UserId(user.id), user.display_name)
    prefs = await bot.readers.prefs(user.id)
    changed = prefs.model_copy(update={"notes": NoteWay(way)})
    await bot.service.set_prefs(reply.key, person, changed)
    bot.readers.forget(user.id)
