"""The page about a person: everything that one may do with or about them."""

from bot.presses.person import PersonPress, PersonVerb
from bot.ui.reader import Reader
from bot.ui.screen import Accent, Button, Row, Screen, Style, Text


def person_screen(
    reader: Reader, user: int, name: str, *, listed: bool, blocked: bool, notice: str = ""
) -> Screen:
    """Return the page. ``listed``: on the reader's list of friends; ``name`` is safe to show."""
    t = reader.words.t

    def button(label: str, verb: PersonVerb, emoji: str, style: Style = Style.SECONDARY) -> Button:
        return Button(label, str(PersonPress(verb, user)), style, emoji)

    friend = (
        button(t("Remove friend"), PersonVerb.REMOVE, "➖")
        if listed
        else button(t("Add friend"), PersonVerb.ADD, "➕")
    )
    block = (
        button(t("Unblock"), PersonVerb.UNBLOCK, "↩️")
        if blocked
        else button(t("Block"), PersonVerb.BLOCK, "🚫")
    )
    rows = (
        Row(
            (
                button(t("Challenge"), PersonVerb.CHALLENGE, "⚔️", Style.PRIMARY),
                button(t("Profile"), PersonVerb.PROFILE, "📈"),
                friend,
            )
        ),
        Row(
            (
                button(t("Write a note"), PersonVerb.WRITE, "✉️"),
                block,
                button(t("Report…"), PersonVerb.REPORT, "⚠️"),
            )
        ),
    )
    said = f"### {name}\n{notice}" if notice else f"### {name}"
    return Screen((Text(said), *rows), Accent.CALM)
