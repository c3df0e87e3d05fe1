"""The button of public messages that opens the card table."""

from bot.presses.go import GoPress, GoVerb
from bot.ui.custom_id import base36
from bot.ui.reader import Reader
from bot.ui.screen import Button

WINDOW = "🪟"


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
