"""The buttons that open the card table and share a finished match."""

from bot.presses.go import GoPress, GoVerb
from bot.presses.share import SharePress, ShareVerb
from bot.ui.custom_id import base36
from bot.ui.reader import Reader
from bot.ui.screen import Button

WINDOW = "🪟"


def shared_address(url: str, name: str) -> str:
    """Return the link to a shared match. ``url``: of the card table."""
    return f"{url}/?shared={name}"


def share_buttons(reader: Reader, match: int) -> list[Button]:
    """Return the button that shares a finished match, where that is possible."""
    if reader.card_table is None or not reader.card_table.shares:
        return []
    press = str(SharePress(ShareVerb.LOOK, match))
    return [Button(reader.words.t("Share"), press, emoji="🔗")]


def card_table_buttons(reader: Reader, match: int = 0) -> list[Button]:
    """Return the button, where a card table is served: inside Discord, or at its address."""
    found = reader.card_table
    if found is None:
        return []
    label = reader.words.t("Open table")
    if found.is_activity:
        return [Button(label, str(GoPress(GoVerb.CARD_TABLE)), emoji=WINDOW)]
    address = f"{found.url}/#match={base36(match)}" if match else f"{found.url}/"
    return [Button(label, address, emoji=WINDOW, link=True)]
