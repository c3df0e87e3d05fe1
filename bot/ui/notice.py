"""A screen of one sentence."""

from bot.ui.screen import Accent, Screen, Text


def notice_screen(text: str, accent: Accent = Accent.ALERT) -> Screen:
    """Return a screen of one sentence."""
    return Screen((Text(text),), accent)
