"""Screens of notes: a new note, and the inbox."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.presses.friends import FriendsPress, FriendsVerb
from bot.presses.note import NotePress, NoteVerb
from bot.ui.reader import Reader
from bot.ui.screen import Accent, Button, Choice, Menu, Part, Row, Screen, Style, Text, clipped

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
        add = str(FriendsPress(FriendsVerb.ADD, note.sender))
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
        lines.append(t("No notes. Choose a friend in `/gin help` to write to them."))
    elif len(notes) > MOST_SHOWN:
        lines.append(t("… and older notes."))
    parts: list[Part] = [Text(clipped("\n".join(lines), 3500))]
    if notes:
        choices = tuple(
            Choice(note.plain, str(note.id), clipped(note.words or "✋", 90))
            for note in notes[:MOST_SHOWN]
        )
        parts.append(Menu(_press(NoteVerb.OPEN), choices, t("Open a note to answer or delete it")))
    ways = {
        "panel": t("Notify me of notes when I play"),
        "dm": t("Send me notes as direct messages"),
        "none": t("Accept no notes"),
    }
    chosen = tuple(Choice(label, value, chosen=value == way) for value, label in ways.items())
    parts.append(Menu(_press(NoteVerb.WAY), chosen))
    if notes:
        parts.append(
            Row((Button(t("Delete all notes"), _press(NoteVerb.CLEAR), Style.DANGER, "🗑️"),))
        )
    return Screen(tuple(parts), Accent.CALM)


def _press(verb: NoteVerb, about: int = 0) -> str:
    return str(NotePress(verb, about))
