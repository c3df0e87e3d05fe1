"""The welcome of a server: two lines and three buttons."""

from bot.presses.go import GoPress, GoVerb
from bot.ui.reader import Reader
from bot.ui.screen import Accent, Button, Row, Screen, Style, Text


def greeting_screen(reader: Reader) -> Screen:
    """Return the message for a server that the bot has joined."""
    t = reader.words.t
    lines = [
        t("🃏 **Gin rummy is here.** Play each other or the computer."),
        t("New to gin? Learn it in five minutes. Admins choose where tables open."),
    ]
    buttons = (
        Button(t("Learn"), str(GoPress(GoVerb.LEARN)), Style.SUCCESS, "🎓"),
        Button(t("Practice"), str(GoPress(GoVerb.PRACTICE)), Style.PRIMARY, "🤖"),
        Button(t("Set up"), str(GoPress(GoVerb.SETUP)), emoji="🛠️"),
    )
    return Screen((Text("\n".join(lines)), Row(buttons)), Accent.CALM)
