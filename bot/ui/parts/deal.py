"""The numbers of a deal."""

from typing import Literal

from bot.ui.parts.base import IdOut, PagePart


class DealPart(PagePart):
    """The numbers of a round's deal; the page deals it again by itself (docs/play/fair-deals.md).

    ``title``: which round; ``digits``: what anybody may check it with, in Discord's markdown.
    ``labels``: of the decks, table by table. ``commitment`` and ``secret``: in hexadecimal.
    """

    type: Literal["deal"] = "deal"
    title: str
    digits: tuple[str, ...]
    match: IdOut
    round: int
    commitment: str
    secret: str
    labels: tuple[str, ...]
    contributions: tuple[str, ...]
