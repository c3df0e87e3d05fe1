"""The link to a table's message."""

from bot.presses.match import SharePress, ShareVerb
from bot.presses.pages import MenuPress, MenuVerb
from bot.ui.custom_id import base36
from bot.ui.reader import CardTable, Reader
from bot.ui.screen import Button
from engine.service import LiveMatch, Place

OWN_CHATS = "@me"
"""The name by which Discord's addresses call what is outside servers."""


def match_link(live: LiveMatch) -> str:
    """Return the address of a table's message, or of its channel; "" where there is none to show.

    The server of a table elsewhere is not stored, and a match across servers has none.
    """
    if live.setup.has_shared_deals or live.table.place in (Place.ELSEWHERE, Place.APART):
        return ""
    server = live.table.guild if live.table.place is Place.SERVER else OWN_CHATS
    message = "" if live.table.message is None else f"/{live.table.message}"
    return f"https://discord.com/channels/{server}/{live.table.channel}{message}"


WINDOW = "🪟"


def launch_address(card_table: CardTable | None, application: int | None, match: int) -> str:
    """Return the address that opens a match on the card table; "" where there is none.

    ``application``: the bot's, whose Activity opens inside Discord.
    """
    if card_table is None:
        return ""
    if card_table.is_activity and application is not None:
        return f"https://discord.com/activities/{application}?custom_id={custom_id_of(match)}"
    return f"{card_table.url}/#match={base36(match)}" if card_table.url else ""


def custom_id_of(match: int) -> str:
    """Return what a link to the Activity carries, so that its launch opens a match."""
    return f"table-{base36(match)}"


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
        return [Button(label, str(MenuPress(MenuVerb.CARD_TABLE)), emoji=WINDOW)]
    address = f"{found.url}/#match={base36(match)}" if match else f"{found.url}/"
    return [Button(label, address, emoji=WINDOW, link=True)]
