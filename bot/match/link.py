"""The link to a table's message."""

from engine.service import LiveMatch, Place

OWN_CHATS = "@me"
"""The name by which Discord's addresses call what is outside servers."""


def match_link(live: LiveMatch) -> str:
    """Return the address of a table's message, or of its channel; "" where there is none to show.

    The server of a table elsewhere is not stored, and a match across servers has none.
    """
    if live.is_private or live.place in (Place.ELSEWHERE, Place.APART):
        return ""
    server = live.guild if live.place is Place.SERVER else OWN_CHATS
    message = "" if live.message is None else f"/{live.message}"
    return f"https://discord.com/channels/{server}/{live.channel}{message}"
